"""The rules of Snake: drawn boards, settings, and laws over random games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.errors import ProtocolError, SettingsError
from gridbots.game import (
    AnyState,
    PlainState,
    has_choice,
    is_living,
    is_over,
    legal,
    step,
    utility,
)
from gridbots.game.chance import seed_generator
from gridbots.games.snake import GAME
from gridbots.games.snake.rules import APPLE, EMPTY, is_open
from gridbots.games.snake.state import SnakeSettings, body, free_cell, place_apple, put_apple
from gridbots.games.snake.wire import field_text
from gridbots.grid import DIRECTIONS, DOWN, LEFT, NO_MOVE, RIGHT, UP, column_of, index_of, row_of

if TYPE_CHECKING:
    from gridbots.game import State

LETTERS = {"u": UP, "r": RIGHT, "d": DOWN, "l": LEFT, "-": NO_MOVE}


def drawn(board: str, heading: str, **more: Any) -> State:
    """The state of a drawn board: `.` empty, `a` apple, `0` head, a body of letters u r d l."""
    rows = board.split()
    settings = GAME.make_settings({"width": len(rows[0]), "height": len(rows), **more})
    updates = {"heading": DIRECTIONS[LETTERS[heading]], "field": ",".join("".join(rows))}
    return GAME.wire.read_updates(None, settings, updates)


def drawing(state: State) -> list[str]:
    letters, width = field_text(state).decode().replace(",", ""), int(state["width"])
    return [letters[start : start + width] for start in range(0, len(letters), width)]


@dataclass(frozen=True)
class Case:
    name: str
    before: str
    heading: str
    move: str
    after: str
    dead: bool = False
    reversal: str = "fatal"
    steps: int = 1


CASES = [
    Case(
        "head and tail move, the body stays",
        """
        ....
        rd..
        .0.a
        ....
        """,
        "d", "r",
        """
        ....
        .d..
        .r0a
        ....
        """,
    ),
    Case(
        "a snake of one cell leaves nothing behind",
        """
        ....
        .0..
        ...a
        ....
        """,
        "l", "l",
        """
        ....
        0...
        ...a
        ....
        """,
    ),
    Case(
        "a snake of one cell may turn back",
        """
        ....
        .0..
        ...a
        ....
        """,
        "l", "r",
        """
        ....
        ..0.
        ...a
        ....
        """,
    ),
    Case(
        "no move is straight on",
        """
        ....
        r0..
        ...a
        ....
        """,
        "r", "-",
        """
        ....
        .r0.
        ...a
        ....
        """,
    ),
    Case(
        "the tail's cell is fatal, though the tail is about to leave it",
        """
        ....
        rd..
        0l.a
        ....
        """,
        "l", "u",
        """
        ....
        rd..
        0l.a
        ....
        """,
        dead=True,
    ),
    Case(
        "turning back is fatal, also for two cells",
        """
        ....
        r0..
        ...a
        ....
        """,
        "r", "l",
        """
        ....
        r0..
        ...a
        ....
        """,
        dead=True,
    ),
    Case(
        "the edge is fatal",
        """
        ..r0
        ....
        ...a
        ....
        """,
        "r", "u",
        """
        ..r0
        ....
        ...a
        ....
        """,
        dead=True,
    ),
    Case(
        "turning back makes no step where it is ignored",
        """
        ....
        r0..
        ...a
        ....
        """,
        "r", "l",
        """
        ....
        r0..
        ...a
        ....
        """,
        reversal="ignored",
        steps=0,
    ),
    Case(
        "no move makes no step where turning back is ignored",
        """
        ....
        r0..
        ...a
        ....
        """,
        "r", "-",
        """
        ....
        r0..
        ...a
        ....
        """,
        reversal="ignored",
        steps=0,
    ),
    Case(
        "two cells may not turn back where it is ignored, but walls are as fatal as ever",
        """
        r0..
        ....
        ...a
        ....
        """,
        "r", "u",
        """
        r0..
        ....
        ...a
        ....
        """,
        dead=True,
        reversal="ignored",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_round(case: Case) -> None:
    state = drawn(case.before, case.heading, reversal=case.reversal)
    assert drawing(state) == case.before.split()
    step(state, [LETTERS[case.move]])
    assert drawing(state) == case.after.split()
    assert is_living(state, 0) == (not case.dead)
    assert is_over(state) == case.dead
    assert (state["rounds"], state["steps"]) == (1, case.steps)


def test_eating_grows_the_snake_at_once_and_the_next_apple_lies_elsewhere() -> None:
    state = drawn(".... r0a. .... ....", "r")
    step(state, [RIGHT])
    assert body(state) == [index_of(1, column, 6) for column in range(3)]
    assert state["length"] == 3
    assert state["cells"][state["apple"]] == APPLE
    assert state["apple"] not in body(state)


def test_a_snake_that_fills_the_board_wins() -> None:
    state = drawn("rrrd dlll rrrd a0ll", "l")
    step(state, [LEFT])
    assert is_over(state)
    assert is_living(state, 0)
    assert state["apple"] == 0
    assert utility(state, 0) == 1
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places, outcome.scores) == (0, (1,), (16,))


def test_a_snake_that_does_not_fill_the_board_does_not_win() -> None:
    state = drawn("..r0 .... ...a ....", "r")
    step(state, [UP])
    assert utility(state, 0) == 2 * 2 / 16 - 1
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places, outcome.scores) == (None, (1,), (2,))


def test_the_match_ends_at_its_last_round() -> None:
    state = drawn(".... r0.. ...a ....", "r", max_rounds=2)
    step(state, [RIGHT])
    assert not is_over(state)
    step(state, [UP])
    assert is_over(state)
    assert is_living(state, 0)
    assert GAME.outcome(state).winner is None


@pytest.mark.parametrize(
    ("reversal", "moves"), [("fatal", [UP, RIGHT, DOWN, LEFT]), ("ignored", [UP, RIGHT, DOWN])]
)
def test_turning_back_is_illegal_only_where_it_is_ignored(reversal: str, moves: list[int]) -> None:
    state = drawn(".... r0.. ...a ....", "r", reversal=reversal)
    assert GAME.legal_moves(state, 0) == moves


def test_an_enclosed_snake_has_no_choice() -> None:
    assert has_choice(drawn(".... r0.. ...a ....", "r"), 0)
    shut_in = "0l.. ru.. ...a ...."
    assert not has_choice(drawn(shut_in, "l"), 0)
    assert has_choice(drawn(shut_in, "l", reversal="ignored"), 0)


def test_free_cells_are_counted_row_by_row() -> None:
    state = drawn(".... rrd. ..0. ..a.", "d")
    free = [cell for cell in range(36) if state["cells"][cell] in (EMPTY, APPLE)]
    state["cells"][state["apple"]] = EMPTY
    assert [free_cell(state, number) for number in range(12)] == free


def test_apples_fall_everywhere_equally_often() -> None:
    state = drawn(".... rrd. ..0. ..a.", "d")
    seed_generator(state["generator"], 1)
    seen: dict[int, int] = {}
    for _ in range(6000):
        state["cells"][state["apple"]] = EMPTY
        place_apple(state)
        seen[int(state["apple"])] = seen.get(int(state["apple"]), 0) + 1
    assert len(seen) == 12
    assert all(400 < count < 600 for count in seen.values())


def test_an_apple_can_be_put_elsewhere() -> None:
    state = drawn(".... r0.. ...a ....", "r")
    put_apple(state, index_of(0, 0, 6))
    assert drawing(state) == ["a...", "r0..", "....", "...."]


SETTINGS = st.fixed_dictionaries(
    {
        "width": st.integers(4, 9),
        "height": st.integers(4, 9),
        "start": st.sampled_from(["anywhere", "corner"]),
        "reversal": st.sampled_from(["fatal", "ignored"]),
        "max_rounds": st.just(40),
    }
)


@given(SETTINGS, st.integers(0, 2**32), st.data())
def test_cells_are_conserved(values: dict[str, Any], seed: int, data: st.DataObject) -> None:
    state = GAME.setup(GAME.make_settings(values), seed)
    while not is_over(state):
        check(state)
        open_moves = [move for move in range(4) if is_open(state, move)] or [NO_MOVE]
        step(state, [data.draw(st.sampled_from(open_moves))])
    check(state)


def check(state: State) -> None:
    """The snake is one chain, there is one apple, and all else is empty."""
    snake = body(state)
    assert snake[-1] == state["head"]
    assert len(set(snake)) == len(snake) == state["length"]
    cells = state["cells"]
    board = [
        int(cells[index_of(row, column, state["stride"])])
        for row in range(state["height"])
        for column in range(state["width"])
    ]
    assert board.count(APPLE) == 1
    assert board.count(EMPTY) == len(board) - 1 - len(snake)


def test_presets_fill_in_what_is_not_given() -> None:
    classic, corner = SnakeSettings(), SnakeSettings(preset="corner-8")
    assert fields(classic) == (30, 30, "anywhere", "fatal", 810_000)
    assert fields(corner) == (8, 8, "corner", "ignored", 5000)
    mixed = GAME.make_settings({"preset": "corner-8", "width": "12", "reversal": "fatal"})
    assert fields(mixed) == (12, 8, "corner", "fatal", 5000)
    assert fields(SnakeSettings(width=10, height=6)) == (10, 6, "anywhere", "fatal", 3600)


def fields(settings: SnakeSettings) -> tuple[int, int, str, str, int]:
    values = msgspec.structs.asdict(settings)
    assert GAME.make_settings(values) == settings
    return (
        settings.width, settings.height, settings.start, settings.reversal, settings.max_rounds,
    )  # fmt: skip


@pytest.mark.parametrize("values", [{"width": 3}, {"height": 61}, {"preset": "none"}])
def test_boards_have_bounds(values: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="expected"):
        GAME.make_settings(values)


@pytest.mark.parametrize(
    ("board", "heading"),
    [
        pytest.param(".... r0.. .... ....", "r", id="no apple"),
        pytest.param(".... r0.. a... ...a", "r", id="two apples"),
        pytest.param(".... r0.. a... ...0", "r", id="two heads"),
        pytest.param(".... rr.. a... ....", "r", id="no head"),
        pytest.param(".... r0.. a... .r..", "r", id="a part that leads nowhere"),
        pytest.param(".... r0rd a.ul ....", "r", id="a ring beside the snake"),
        pytest.param("u... r0.. a... ....", "r", id="a part that points off the board"),
        pytest.param(".... r0.. a... ....", "u", id="another heading than the body has"),
        pytest.param(".... r0x. a... ....", "r", id="another letter"),
    ],
)
def test_an_impossible_field_is_refused(board: str, heading: str) -> None:
    with pytest.raises(ProtocolError, match="expected"):
        drawn(board, heading)


def test_a_plain_game_is_played_as_legal_says() -> None:
    state: AnyState = PlainState(GAME.setup(GAME.make_settings({"preset": "corner-8"}), 1))
    mask = [0] * 4
    assert legal(state, 0, mask) == 3
    assert mask == [1, 1, 1, 0]


def test_a_board_is_read_independently_of_earlier_ones() -> None:
    """The snake is updated from the previous board if it continues it, else traced."""
    settings = GAME.make_settings({"width": 8, "height": 8})
    state, other = GAME.setup(settings, 11), GAME.setup(settings, 12)
    before = None
    for number in range(400):
        step(state, [zig_zag(state)])
        values = shown(state)
        alone = GAME.wire.read_updates(None, settings, values)
        for previous in (before, other, alone):
            read = GAME.wire.read_updates(previous, settings, values)
            assert read.tobytes() == alone.tobytes(), number
        assert alone["length"] == state["length"]
        assert alone["tail"] == state["tail"]
        before = alone
    assert state["length"] > 5


def zig_zag(state: State) -> int:
    """Down even columns, up odd ones, and back along the top row of a board of even width."""
    row = row_of(int(state["head"]), int(state["stride"]))
    column = column_of(int(state["head"]), int(state["stride"]))
    if row == 0 and column > 0:
        return LEFT
    if column % 2 == 0:
        return RIGHT if row == state["height"] - 1 else DOWN
    return RIGHT if row == 1 and column < state["width"] - 1 else UP


def shown(state: State) -> dict[str, str]:
    """Names and values in the lines of an observation."""
    lines = GAME.wire.updates(GAME.observation(state, 0), 0).decode().splitlines()
    return dict(line.removeprefix("update game ").split(" ", 1) for line in lines)
