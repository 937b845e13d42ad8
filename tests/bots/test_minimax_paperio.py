"""minimax and expectimax in Paper.io: the agents of the CS221 paper, and extensions."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError
from gridbots.game import copy_state, is_living, is_over, is_to_move, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio import GAME
from gridbots.games.paperio.memory import memory_dtype, nearest_unseen
from gridbots.games.paperio.state import FREE, OWNED
from gridbots.grid import NO_MOVE, UP, index_of
from gridbots.kernel import kernel
from gridbots.plugins import load_bot, load_game
from gridbots.vector import (
    Batch,
    Remembering,
    fitted,
    generators_for,
    memories_of,
    play_matches,
)
from gridbots_minimax.paperio.agent import plan_of
from gridbots_minimax.paperio.decision import choose, update_memory
from gridbots_minimax.paperio.determinization import SamplingBot
from gridbots_minimax.paperio.options import Options

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

PAPER = {"evaluation": "pure", "memory": "frozen", "belief": "last"}
BUDGET = Budget(bank_ms=10**7, time_per_move_ms=0, asked=0.0)


def policy(name: str, **options: Any) -> Any:
    return make_policy(load_bot(name), name, GAME, options)


def bot_for(settings: Any, seat: int, name: str = "minimax", **options: Any) -> Bot:
    texts = {key: str(value) for key, value in options.items()}
    made = make_bot(load_bot(name), name, GAME, texts)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, settings, seat, GAME.seats(settings)))
    return made


def drawn(*rows: str, heads: dict[int, tuple[int, int]], mover: int = 0) -> State:
    """A board of land: `.` free, a number for its owner."""
    side = len(rows)
    state = GAME.setup(GAME.make_settings({"size": side, "order": "alternating"}), 0)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            owner = FREE if letter == "." else OWNED + int(letter)
            state["owners"][index_of(row, column, side + 2)] = owner
    for seat, place in heads.items():
        state["heads"][seat] = index_of(*place, side + 2)
        state["areas"][seat] = "".join(rows).count(str(seat))
    state["mover"] = mover
    return state


CORNERS = ("000....", "000....", "000....", ".......", "....111", "....111", "....111")


class Mind:
    """A decision, uncompiled, with its memory in sight."""

    def __init__(self, **options: Any) -> None:
        dtype = GAME.setup(GAME.make_settings(), 0).dtype
        self.plan = plan_of(Options(depth=1, **options), dtype, averages=False)
        self.memory = np.zeros(1, memory_dtype(dtype))[0]
        self.generator = [0] * GENERATOR_SIZE
        seed_generator(self.generator, 1)

    def choose(self, state: State, seat: int = 0) -> int:
        observation = GAME.observation(state, seat)
        return choose(self.plan, observation, seat, self.generator, self.memory)

    def head(self, seat: int) -> tuple[int, int]:
        row, column = divmod(int(self.memory["now"][0]["heads"][seat]), 9)
        return row - 1, column - 1

    def owner(self, row: int, column: int) -> int:
        return int(self.memory["now"][0]["owners"][index_of(row, column, 9)]) - OWNED


def test_a_frozen_memory_keeps_the_land_of_the_opening_even_where_it_looks() -> None:
    mind, refreshed = Mind(memory="frozen", belief="last"), Mind(belief="last")
    grown = drawn(*CORNERS[:3], "..11...", *CORNERS[4:], heads={0: (2, 2), 1: (5, 5)})
    for each in (mind, refreshed):
        each.choose(grown)
    assert (mind.owner(3, 2), mind.owner(5, 5)) == (FREE - OWNED, 1)
    assert (refreshed.owner(3, 2), refreshed.owner(5, 5)) == (1, 1)


def test_only_a_refreshed_memory_keeps_seen_cells() -> None:
    frozen, refreshed = Mind(memory="frozen", belief="last"), Mind(belief="last")
    near = drawn(*CORNERS[:3], "..11...", *CORNERS[4:], heads={0: (2, 2), 1: (3, 3)})
    away = drawn(*CORNERS[:3], "..11...", *CORNERS[4:], heads={0: (0, 0), 1: (5, 5)})
    for mind in (frozen, refreshed):
        mind.choose(near)
        mind.choose(away)
        assert mind.head(1) == (3, 3)
    assert frozen.owner(3, 2) == FREE - OWNED
    assert refreshed.owner(3, 2) == 1


def test_a_head_out_of_sight_has_made_the_move_that_the_search_expected() -> None:
    mind = Mind(evaluation="lead", belief="search")
    # It has left its land by one cell: the best that it can do is to go home.
    state = drawn(*CORNERS, heads={0: (1, 1), 1: (3, 4)})
    state["all_seeing"] = 1
    mind.choose(state)
    state["all_seeing"] = 0
    away = GAME.observation(drawn(*CORNERS, heads={0: (0, 0), 1: (3, 3)}), 0)
    update_memory(mind.plan, mind.memory, away, 0)
    assert mind.head(1) == (4, 4)
    assert mind.owner(3, 4) == 1


def test_a_head_missing_from_its_expected_place_is_near_it_and_out_of_sight() -> None:
    seen = GAME.observation(drawn(*CORNERS, heads={0: (2, 2), 1: (6, 6)}), 0)
    assert nearest_unseen(seen, 0, index_of(4, 4, 9)) == index_of(4, 5, 9)
    assert nearest_unseen(seen, 0, index_of(6, 0, 9)) == index_of(6, 0, 9)


def test_without_a_move_that_is_not_deadly_it_goes_up() -> None:
    state = drawn(*CORNERS, heads={0: (3, 3), 1: (5, 5)})
    around = [index_of(row, column, 9) for row, column in ((2, 3), (4, 3), (3, 2), (3, 4))]
    state["trails"][around] |= 1
    state["trail_lengths"][0] = len(around)
    assert Mind().choose(state) == UP


def test_a_seat_that_is_not_to_move_does_not_move() -> None:
    assert Mind().choose(drawn(*CORNERS, heads={0: (1, 1), 1: (5, 5)}, mover=1)) == NO_MOVE


SETTINGS: list[dict[str, Any]] = [
    {"order": "alternating"},
    {"order": "alternating", "all_seeing": "1", "radius": 1},
    {},
    {"size": 9, "seats": 3},
    {"size": 9, "seats": 5, "order": "alternating"},
]


@pytest.mark.slow
@pytest.mark.parametrize("values", SETTINGS, ids=str)
@pytest.mark.parametrize(
    ("name", "belief"), [("minimax", "search"), ("minimax", "sampled"), ("expectimax", "last")]
)
def test_a_bot_plays_any_settings(name: str, belief: str, values: dict[str, Any]) -> None:
    settings = GAME.make_settings({"max_rounds": 30, **values})
    state = GAME.setup(settings, 3)
    seats = range(settings.seats)
    bots = [bot_for(settings, seat, name, depth=1, seed=1, belief=belief) for seat in seats]
    while not is_over(state):
        moves = []
        for seat, bot in enumerate(bots):
            asked = is_to_move(state, seat)
            moves.append(bot.choose(GAME.observation(state, seat), BUDGET) if asked else NO_MOVE)
            assert not asked or moves[-1] in range(4)
        step(state, moves)
    assert any(is_living(state, seat) for seat in seats)


@pytest.mark.slow
@pytest.mark.parametrize("values", SETTINGS[:3], ids=str)
@pytest.mark.parametrize(
    "options", [PAPER, {"evaluation": "lead"}, {"evaluation": "safe", "belief": "last"}], ids=str
)
def test_policy_and_bot_make_the_same_decisions(
    values: dict[str, Any], options: dict[str, str]
) -> None:
    settings = GAME.make_settings({"max_rounds": 20, **values})
    state = GAME.setup(settings, 1)
    bots = [bot_for(settings, seat, depth=2, seed=5, **options) for seat in range(2)]
    policies = [fitted(policy("minimax", depth=2, **options), state.dtype) for _ in range(2)]
    memories = [memories_of(each, 1)[0] for each in policies]
    # A bot draws from the stream of its seed and seat.
    streams = generators_for(np.array([5 * 256, 5 * 256 + 1], np.uint64))
    while not is_over(state):
        moves = [NO_MOVE, NO_MOVE]
        for seat in range(2):
            if is_to_move(state, seat):
                seen = GAME.observation(state, seat)
                moves[seat] = bots[seat].choose(copy_state(seen), BUDGET)
                chosen = policies[seat].choose(seen, seat, streams[seat], memories[seat])
                assert chosen == moves[seat]
        step(state, moves)


@pytest.mark.slow
def test_matches_between_policies_are_the_same_plain_and_compiled() -> None:
    settings = GAME.make_settings({"order": "alternating", "max_rounds": 12})
    players = [policy("minimax", depth=1, **PAPER), policy("expectimax", depth=1)]
    plain, fast = (
        play_matches(GAME, settings, players, 4, 7, plain=flag) for flag in (True, False)
    )
    for one, other in zip(plain, fast, strict=True):
        assert one.tolist() == other.tolist()


@kernel
def count_rounds(observation: State, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """A decision for these tests: how often it has been asked in this match."""
    memory["asked"] += 1
    return int(memory["asked"] - 1) % 4


def test_a_memory_is_empty_when_a_match_begins() -> None:
    counting = Remembering(count_rounds, np.zeros(1, [("asked", "i8")]))
    settings = GAME.make_settings({"max_rounds": 3, "order": "alternating"})
    boards = Batch(GAME, settings, 2, plain=True)
    streams, moves = generators_for(np.arange(2, dtype=np.uint64)), []
    for _ in range(7):
        boards.choose(counting, 0, streams)
        moves.append(int(boards.moves[1, 0]))
        boards.moves[:] = NO_MOVE
        boards.step()
    assert moves == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.slow
def test_seeds_make_matches_repeatable_and_draw_among_equals() -> None:
    settings = GAME.make_settings({"order": "alternating"})
    opening = GAME.setup(settings, 0)
    seat = int(opening["mover"])
    moves = [
        [
            bot_for(settings, seat, depth=1, seed=seed).choose(
                GAME.observation(opening, seat), BUDGET
            )
            for _ in range(2)
        ]
        for seed in range(1, 20)
    ]
    assert all(first == second for first, second in moves)
    assert len({first for first, _ in moves}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("belief", ["search", "sampled"])
def test_without_a_depth_it_looks_as_far_as_time_allows_and_has_no_policy(belief: str) -> None:
    settings = GAME.make_settings({"max_rounds": 4})
    state = GAME.setup(settings, 0)
    bot = bot_for(settings, 0, belief=belief)
    budget = Budget(bank_ms=100, time_per_move_ms=20, asked=time.monotonic())
    assert bot.choose(GAME.observation(state, 0), budget) in range(4)
    assert policy("minimax", belief=belief) is None


@pytest.mark.slow
def test_sampled_places_are_where_the_head_may_be() -> None:
    settings = GAME.make_settings({"radius": 1, "max_rounds": 20})
    state = GAME.setup(settings, 0)
    bot = bot_for(settings, 0, depth=1, seed=1, belief="sampled")
    assert isinstance(bot, SamplingBot)
    for _ in range(3):
        bot.choose(GAME.observation(state, 0), BUDGET)
        step(state, [state["rounds"] % 2 * 2, state["rounds"] % 2 * 2])
    places = {int(sample["heads"][1]) for sample in bot.samples}
    assert len(places) > 1
    assert places <= set(bot.belief.places[1])


def test_options_of_other_games_are_refused() -> None:
    for options in ({"radius": 3}, {"evaluation": "greedy"}, {"nodes": 5}):
        with pytest.raises(SettingsError, match=r"in paperio[;:]"):
            policy("minimax", **options)
    with pytest.raises(SettingsError, match="in light-riders;"):
        make_bot(load_bot("minimax"), "minimax", load_game("light-riders"), {"memory": "frozen"})
