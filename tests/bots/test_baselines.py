from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots import DOWN, LEFT, NO_MOVE, RIGHT, UP, Bot, Briefing, Budget, is_living, is_over, step
from gridbots.bot.policy_bot import SEATS_PER_SEED
from gridbots.bot.runner import make_bot
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import EMPTY, LightRidersSettings
from gridbots.grid import offset
from gridbots.plugins import ANY, installed_bots, load_bot
from gridbots.settings import make_settings
from gridbots.vector import play_matches

if TYPE_CHECKING:
    from gridbots import State

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
RIDERS = ["straight", "wall-hugger"]


def seated(
    name: str, settings: LightRidersSettings, seat: int = 0, options: dict[str, str] | None = None
) -> Bot:
    bot = make_bot(load_bot(name), name, GAME, options or {})
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, settings, seat, settings.seats))
    return bot


def drawn(board: str, heading: int) -> tuple[LightRidersSettings, State]:
    """A board in mid-match with two riders, drawn as text; rider 0 faces `heading`."""
    rows = board.split()
    settings = LightRidersSettings(width=len(rows[0]), height=len(rows), start="cs221")
    state = GAME.wire.read_updates(None, settings, {"round": "9", "field": "".join(rows)})
    state["headings"][0] = heading
    return settings, state


def choice(name: str, board: str, heading: int) -> int:
    settings, state = drawn(board, heading)
    return seated(name, settings).choose(state, BUDGET)


def match(names: list[str], settings: LightRidersSettings, seed: int) -> list[list[int]]:
    """The moves of a match, with a check that no bot crashed without need."""
    bots = [seated(name, settings, seat, {}) for seat, name in enumerate(names)]
    state, rounds = GAME.setup(settings, seed), []
    while not is_over(state):
        moves = [
            bot.choose(GAME.observation(state, seat), BUDGET) if is_living(state, seat) else NO_MOVE
            for seat, bot in enumerate(bots)
        ]
        for seat, move in enumerate(moves):
            if move != NO_MOVE and names[seat] in RIDERS:
                assert_no_needless_crash(state, seat, move)
        step(state, moves)
        rounds.append(moves)
    return rounds


def assert_no_needless_crash(state: State, seat: int, move: int) -> None:
    around = [
        state["cells"][state["riders"][seat] + offset(direction, state["stride"])]
        for direction in range(4)
    ]
    assert around[move] == EMPTY or EMPTY not in around


@pytest.mark.parametrize(
    ("board", "heading", "move"),
    [
        pytest.param("..... .0... ..... ...1.", RIGHT, RIGHT, id="straight on"),
        pytest.param("..... .0x.. ..... ...1.", RIGHT, DOWN, id="right where it is blocked"),
        pytest.param("..... .0x.. .x... ...1.", RIGHT, UP, id="left where right is blocked too"),
        pytest.param("..... 0.... ..... ...1.", LEFT, UP, id="right at the edge"),
        pytest.param(".x... x0x.. .x... ...1.", RIGHT, RIGHT, id="straight into the wall at last"),
    ],
)
def test_straight_turns_only_where_it_must(board: str, heading: int, move: int) -> None:
    assert choice("straight", board, heading) == move


@pytest.mark.parametrize(
    ("board", "heading", "move"),
    [
        pytest.param(
            """
            .....
            .....
            0....
            x..1.
            """, UP, UP, id="along a wall on its left",
        ),
        pytest.param(
            """
            .....
            .....
            ...0.
            .1.x.
            """, UP, RIGHT, id="towards a wall on its right",
        ),
        pytest.param(
            """
            .x...
            .x...
            .0...
            .x.1.
            """, UP, RIGHT, id="into the larger part, though the smaller has more walls",
        ),
        pytest.param(
            """
            .x...
            x0x..
            .x...
            ...1.
            """, UP, UP, id="straight into the wall at last",
        ),
        pytest.param(
            """
            .......
            .......
            ...0...
            ...x...
            .1.....
            """, UP, RIGHT, id="right first among equals",
        ),
    ],
)  # fmt: skip
def test_wall_hugger_takes_space_then_walls(board: str, heading: int, move: int) -> None:
    assert choice("wall-hugger", board, heading) == move


def boards() -> st.SearchStrategy[str]:
    """Boards of 5x5 cells with riders in any two of them; walls at random."""
    cells = st.lists(st.sampled_from(".x"), min_size=25, max_size=25)
    places = st.lists(st.integers(0, 24), min_size=2, max_size=2, unique=True)
    return st.builds(with_riders, cells, places)


def with_riders(cells: list[str], places: list[int]) -> str:
    for seat, place in enumerate(places):
        cells[place] = str(seat)
    return " ".join("".join(cells[row : row + 5]) for row in range(0, 25, 5))


@pytest.mark.parametrize("name", RIDERS)
@given(board=boards(), heading=st.integers(0, 3))
def test_a_free_neighbour_is_always_taken(name: str, board: str, heading: int) -> None:
    settings, state = drawn(board, heading)
    assert_no_needless_crash(state, 0, seated(name, settings).choose(state, BUDGET))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", RIDERS)
def test_bots_do_not_crash_without_need(name: str, seats: int, seed: int) -> None:
    settings = LightRidersSettings(width=9, height=8, seats=4 if seats == 4 else 2)
    names = ([name, "random"] * 2)[:seats]
    assert match(names, settings, seed)


def test_matches_between_riders_repeat_exactly() -> None:
    settings = LightRidersSettings()
    assert match(RIDERS, settings, 5) == match(RIDERS, settings, 5)


def random_moves(seat: int, options: dict[str, str]) -> list[int]:
    settings = LightRidersSettings()
    bot = seated("random", settings, seat, options)
    state = GAME.setup(settings, 1)
    return [bot.choose(state, BUDGET) for _ in range(400)]


def test_random_repeats_its_moves_for_the_same_seed_and_seat() -> None:
    moves = random_moves(0, {"seed": "3"})
    assert moves == random_moves(0, {"seed": "3"})
    assert moves != random_moves(1, {"seed": "3"})
    assert moves != random_moves(0, {"seed": "4"})
    assert random_moves(0, {}) != random_moves(0, {})


def test_random_plays_all_legal_moves_equally_often() -> None:
    moves = random_moves(0, {"seed": "3"})
    assert all(70 < moves.count(move) < 130 for move in range(4))


def test_random_among_candidates_is_never_needlessly_deadly() -> None:
    settings, state = drawn("x.x 0.1 ...", RIGHT)
    bot = seated("random", settings, 0, {"among": "candidates", "seed": "1"})
    moves = {bot.choose(state, BUDGET) for _ in range(50)}
    assert moves == {RIGHT, DOWN}


def test_random_without_a_legal_move_does_not_move() -> None:
    settings, state = drawn("... 0.1 ...", UP)
    state["eliminated"][0] = 3
    assert seated("random", settings).choose(state, BUDGET) == NO_MOVE


@pytest.mark.parametrize(
    "name", ["random", "straight", "wall-hugger", "greedy", "smart-greedy", "opportunist"]
)
def test_the_listing_names_the_games_and_options_that_the_bot_has(name: str) -> None:
    listed, kind = installed_bots()[name], load_bot(name)
    assert listed.package == "gridbots-baselines"
    assert listed.games == kind.plays
    known = kind.options.__struct_fields__
    assert listed.options == dict.fromkeys(kind.plays or (ANY,), known)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", *RIDERS])
@given(board=boards(), heading=st.integers(0, 3), seed=st.integers(1, 1000))
def test_the_policy_chooses_as_the_bot_does(name: str, board: str, heading: int, seed: int) -> None:
    settings, state = drawn(board, heading)
    options = {"seed": str(seed)} if name == "random" else {}
    bot = seated(name, settings, options=options)
    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, seed * SEATS_PER_SEED)
    for _ in range(3):
        assert policy(name)(state, 0, generator) == bot.choose(state, BUDGET)


def policy(name: str) -> Any:
    make = load_bot(name).policy
    assert make is not None
    return make(GAME, make_options(name))


def make_options(name: str) -> Any:
    return make_settings(load_bot(name).options, {})


@pytest.mark.slow
@pytest.mark.parametrize("values", [{}, {"seats": 4}], ids=str)
def test_policies_play_the_same_plain_and_compiled(values: dict[str, Any]) -> None:
    pytest.importorskip("numba")
    settings = GAME.make_settings({"width": 10, "height": 9, **values})
    policies = [policy(name) for name in ("wall-hugger", "random", "straight", "wall-hugger")]
    runs = [
        play_matches(GAME, settings, policies[: settings.seats], 4, 1, plain=plain)
        for plain in (False, True)
    ]
    assert [part.tolist() for part in runs[0]] == [part.tolist() for part in runs[1]]


def test_matches_between_policies_are_those_between_the_bots() -> None:
    settings = GAME.make_settings({"width": 12, "height": 12})
    names = ["wall-hugger", "straight"]
    outcomes = play_matches(GAME, settings, [policy(name) for name in names], 4, plain=True)
    lengths = [len(match(names[k % 2 :] + names[: k % 2], settings, k // 2)) for k in range(4)]
    assert outcomes.rounds.tolist() == lengths


GREETING = """\
settings player_names player0,player1
settings your_bot player0
settings timebank 10000
settings time_per_move 200
settings your_botid 0
settings field_width 6
settings field_height 3
"""
FIELDS = [
    ".,.,.,.,.,.,.,0,.,.,1,.,.,.,.,.,.,.",
    ".,.,.,.,.,.,.,x,0,.,x,1,.,.,.,.,.,.",
    ".,.,.,.,.,.,.,x,x,0,x,x,.,.,.,.,.,1",
    ".,.,.,.,.,.,.,x,x,x,x,x,.,.,.,0,1,x",
]


def transcript() -> str:
    return GREETING + "".join(
        f"update game round {number}\nupdate game field {field}\naction move 10000\n"
        for number, field in enumerate(FIELDS)
    )


@pytest.mark.parametrize(
    ("command", "replies"),
    [
        (["straight"], "right\nright\ndown\nleft\n"),
        (["wall-hugger"], "down\ndown\ndown\nleft\n"),
        (["random", "seed=3"], None),
    ],
)
def test_a_bot_process_answers_every_request(command: list[str], replies: str | None) -> None:
    played = [
        subprocess.run(
            [sys.executable, "-m", "gridbots", *command],
            input=transcript(), capture_output=True, text=True, timeout=60, check=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    assert played[0].stderr == ""
    assert played[0].stdout == played[1].stdout
    assert len(played[0].stdout.split()) == len(FIELDS)
    assert replies in {None, played[0].stdout}


def test_starting_a_bot_imports_nothing_heavy() -> None:
    modules = ("random", "straight", "wall_hugger", "greedy")
    names = ", ".join(f"gridbots_baselines.{name}" for name in modules)
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys, {names}; print(*sys.modules, sep='\\n')"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert not {"numba", "rich", "click", "asyncio", "matplotlib"} & set(shown.stdout.split())
