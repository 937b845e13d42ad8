"""The rules of Light Riders: drawn boards, and laws over random matches."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.game import (
    AnyState,
    PlainState,
    copy_state,
    has_choice,
    is_living,
    is_over,
    legal,
    step,
    utility,
)
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import EMPTY, LightRidersSettings, head_position
from gridbots.games.light_riders.wire import field_text
from gridbots.grid import DIRECTIONS, DOWN, LEFT, NO_MOVE, RIGHT, UP, opposite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import State

LETTERS = {"u": UP, "r": RIGHT, "d": DOWN, "l": LEFT, "-": NO_MOVE}


def drawn(board: str, headings: str = "", rounds: int = 1, **more: str | int) -> State:
    """The state of a drawn board: `.` empty, `x` wall, a number for each head."""
    rows = board.split()
    seats = 4 if "2" in board or "3" in board else 2
    values = {"width": len(rows[0]), "height": len(rows), "seats": seats, **more}
    small = seats == 2 and (len(rows[0]) < 6 or len(rows) < 6)
    settings = GAME.make_settings({"start": "cs221" if small else "riddles", **values})
    updates = {"round": str(rounds), "field": ",".join("".join(rows))}
    state = GAME.wire.read_updates(None, settings, updates)
    for seat, letter in enumerate(headings):
        state["headings"][seat] = LETTERS[letter]
    return state


def drawing(state: State) -> list[str]:
    letters, width = field_text(state).decode().replace(",", ""), int(state["width"])
    return [letters[start : start + width] for start in range(0, len(letters), width)]


def out(state: State) -> list[int]:
    return [seat for seat in range(int(state["seats"])) if not is_living(state, seat)]


@dataclass(frozen=True)
class Case:
    name: str
    before: str
    headings: str
    moves: str
    after: str
    out: tuple[int, ...] = ()
    rounds: int = 1
    end: str = "crash"


CASES = [
    Case(
        "each rider leaves a wall where it was",
        """
        .....
        .0.1.
        .....
        """,
        "rl",
        "ud",
        """
        .0...
        .x.x.
        ...1.
        """,
    ),
    Case(
        "no move is straight on",
        """
        .....
        .0.1.
        .....
        """,
        "du",
        "--",
        """
        ...1.
        .x.x.
        .0...
        """,
    ),
    Case(
        "back is allowed in the first round",
        """
        ......
        .0..1.
        ......
        """,
        "rl",
        "lr",
        """
        ......
        0x..x1
        ......
        """,
        rounds=0,
    ),
    Case(
        "back is straight on in later rounds",
        """
        ......
        .0..1.
        ......
        """,
        "rl",
        "lr",
        """
        ......
        .x01x.
        ......
        """,
    ),
    Case(
        "two riders that enter the same cell are both out, and it becomes wall",
        """
        .....
        .0.1.
        .....
        """,
        "rl",
        "rl",
        """
        .....
        .xxx.
        .....
        """,
        out=(0, 1),
    ),
    Case(
        "two riders that swap cells are both out",
        """
        .....
        .01..
        .....
        """,
        "rl",
        "rl",
        """
        .....
        .xx..
        .....
        """,
        out=(0, 1),
    ),
    Case(
        "a rider is out in the cell that another leaves in the same round",
        """
        .....
        .01..
        .....
        """,
        "rr",
        "rr",
        """
        .....
        .xx1.
        .....
        """,
        out=(0,),
    ),
    Case(
        "a rider is out on a wall",
        """
        .....
        .0x1.
        .....
        """,
        "rl",
        "ru",
        """
        ...1.
        .xxx.
        .....
        """,
        out=(0,),
    ),
    Case(
        "a rider is out beyond the edge, in a corner too",
        """
        0....
        ...1.
        .....
        """,
        "ul",
        "uu",
        """
        x..1.
        ...x.
        .....
        """,
        out=(0,),
    ),
    Case(
        "a row does not go on at the other side",
        """
        .....
        .1..0
        .....
        """,
        "ru",
        "ru",
        """
        .1...
        .x..x
        .....
        """,
        out=(0,),
    ),
    Case(
        "three of four riders that enter the same cell are out, whatever their seats",
        """
        .......
        ...1...
        ..0.2..
        .......
        ..3....
        .......
        """,
        "rdlr",
        "rdl-",
        """
        .......
        ...x...
        ..xxx..
        .......
        ..x3...
        .......
        """,
        out=(0, 1, 2),
    ),
    Case(
        "a rider that can only crash is out at once when stuck riders are out",
        """
        .xx...
        x0.xx.
        .xxx1.
        ......
        """,
        "rl",
        "rd",
        """
        .xx...
        xxxxx.
        .xxxx.
        ....1.
        """,
        out=(0,),
        end="stuck",
    ),
    Case(
        "a rider that can only crash rides on when crashed riders are out",
        """
        .xx...
        x0.xx.
        .xxx1.
        ......
        """,
        "rl",
        "rd",
        """
        .xx...
        xx0xx.
        .xxxx.
        ....1.
        """,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_round_on_a_drawn_board(case: Case) -> None:
    state = drawn(case.before, case.headings, case.rounds, end=case.end)
    moves = [LETTERS[letter] for letter in case.moves]
    given, plain = list(moves), PlainState(state)
    played: AnyState = plain
    step(state, moves)
    step(played, moves)
    assert drawing(state) == case.after.split()
    assert out(state) == list(case.out)
    assert plain.record().tobytes() == state.tobytes()
    assert moves == given
    assert is_over(state) == (int(state["seats"]) - len(case.out) <= 1)


def test_the_last_one_riding_wins() -> None:
    state = drawn(".....\n.0x1.\n.....", "rl", rounds=4)
    step(state, [RIGHT, UP])
    assert GAME.outcome(state).winner == 1
    assert GAME.outcome(state).places == (2, 1)
    assert [utility(state, seat) for seat in range(2)] == [-1, 1]


def test_at_the_round_limit_the_remaining_riders_draw() -> None:
    board = """
        .......
        .0...1.
        .......
        .......
        .3x..2.
        .......
    """
    state = drawn(board, "rllr", rounds=6, max_rounds=7)
    step(state, [RIGHT, LEFT, LEFT, RIGHT])
    assert is_over(state)
    assert out(state) == [3]
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places) == (None, (1, 1, 1, 4))
    assert outcome.scores == (7, 7, 7, 7)


# Laws.

SEEDS = st.integers(0, 2**32)
WIDTHS, HEIGHTS = st.integers(6, 20), st.integers(6, 20)
JOINT_MOVES = st.lists(
    st.lists(st.integers(NO_MOVE, 3), min_size=4, max_size=4), min_size=1, max_size=60
)


@st.composite
def openings(draw: st.DrawFn, seats: tuple[int, ...] = (2, 4)) -> State:
    settings = LightRidersSettings(
        width=draw(WIDTHS), height=draw(HEIGHTS), seats=draw(st.sampled_from(seats))
    )
    return GAME.setup(settings, draw(SEEDS))


def turned_away(state: State, moves: Sequence[int]) -> list[int]:
    """The moves, with each that would crash into a wall replaced by a safe one, if any."""
    return [_turned_away(state, seat, move) for seat, move in enumerate(moves)]


def _turned_away(state: State, seat: int, move: int) -> int:
    choices = [move, *range(4)]
    return next((each for each in choices if _is_free(state, seat, each)), move)


def _is_free(state: State, seat: int, move: int) -> bool:
    trial: AnyState = PlainState(state)
    step(trial, [move if each == seat else NO_MOVE for each in range(4)])
    return is_living(trial, seat)


def play(state: State, joint: Sequence[Sequence[int]]) -> list[State]:
    """The states of a match in which riders avoid walls: the opening, and after each round."""
    states = [copy_state(state)]
    for moves in joint:
        if is_over(state):
            break
        step(state, turned_away(state, moves))
        states.append(copy_state(state))
    return states


@given(openings(), JOINT_MOVES)
def test_each_rider_fills_at_most_one_cell_per_round(
    opening: State, joint: list[list[int]]
) -> None:
    states = play(opening, joint)
    for before, after in itertools.pairwise(states):
        full, fuller = before["cells"] != EMPTY, after["cells"] != EMPTY
        assert (fuller | ~full).all()
        riding = [seat for seat in range(int(before["seats"])) if is_living(before, seat)]
        entered = {int(after["riders"][seat]) for seat in riding}
        assert fuller.sum() - full.sum() == sum(before["cells"][cell] == EMPTY for cell in entered)


@given(openings(seats=(2,)), JOINT_MOVES, st.sampled_from(["rows", "columns"]))
def test_a_mirrored_match_stays_mirrored(opening: State, joint: list[list[int]], axis: str) -> None:
    image = mirrored(opening, axis)
    for moves in joint:
        moves_here = turned_away(opening, moves)
        step(opening, moves_here)
        step(image, [mirrored_direction(move, axis) for move in moves_here])
        assert image.tobytes() == mirrored(opening, axis).tobytes()


def mirrored(state: State, axis: str) -> State:
    image = copy_state(state)
    width, height, stride = (int(state[name]) for name in ("width", "height", "stride"))
    used = stride * (height + 2)
    board = state["cells"][:used].reshape(height + 2, stride)
    image["cells"][:used] = (board[::-1] if axis == "rows" else board[:, ::-1]).ravel()
    for seat in range(int(state["seats"])):
        row, column = head_position(state, seat)
        row, column = (height - 1 - row, column) if axis == "rows" else (row, width - 1 - column)
        image["riders"][seat] = (row + 1) * stride + column + 1
        image["headings"][seat] = mirrored_direction(int(state["headings"][seat]), axis)
    return image


def mirrored_direction(move: int, axis: str) -> int:
    turned = {"rows": (UP, DOWN), "columns": (LEFT, RIGHT)}[axis]
    return opposite(move) if move in turned else move


@given(openings(), JOINT_MOVES, st.permutations(range(4)))
def test_exchanging_seats_exchanges_them_in_every_state(
    opening: State, joint: list[list[int]], order: list[int]
) -> None:
    seats = int(opening["seats"])
    order = [seat for seat in order if seat < seats]
    other = exchanged(opening, order)
    for moves in joint:
        moves_here = turned_away(opening, moves)[:seats]
        step(opening, moves_here)
        step(other, [moves_here[seat] for seat in order])
        assert other.tobytes() == exchanged(opening, order).tobytes()


def exchanged(state: State, order: Sequence[int]) -> State:
    """The state in which seat i takes the place of seat order[i]."""
    image = copy_state(state)
    for seat, origin in enumerate(order):
        for name in ("riders", "headings", "eliminated"):
            image[name][seat] = state[name][origin]
        image["cells"][state["cells"] == 2 + origin] = 2 + seat
    return image


@given(WIDTHS.map(lambda width: width // 2 * 2), HEIGHTS, SEEDS, JOINT_MOVES)
def test_on_even_widths_two_riders_never_enter_the_same_cell(
    width: int, height: int, seed: int, joint: list[list[int]]
) -> None:
    state = GAME.setup(LightRidersSettings(width=width, height=height), seed)
    for after in play(state, joint):
        rows, columns = zip(*(head_position(after, seat) for seat in range(2)), strict=True)
        assert (sum(rows) + sum(columns)) % 2 == 1


@given(openings(), JOINT_MOVES)
def test_an_illegal_move_is_no_move(opening: State, joint: list[list[int]]) -> None:
    for state in play(opening, joint):
        nothing = copy_state(state)
        step(nothing, [NO_MOVE] * 4)
        for seat in range(int(state["seats"])):
            mask = np.zeros(4, np.uint8)
            legal(state, seat, mask)
            for move in np.flatnonzero(mask == 0).tolist():
                trial = copy_state(state)
                step(trial, [move if each == seat else NO_MOVE for each in range(4)])
                assert trial.tobytes() == nothing.tobytes()


@given(openings(), JOINT_MOVES)
def test_a_rider_without_a_choice_changes_nothing_but_where_it_crashes(
    opening: State, joint: list[list[int]]
) -> None:
    for state in play(opening, joint):
        for seat in range(int(state["seats"])):
            if not is_over(state) and is_living(state, seat) and not has_choice(state, seat):
                results = {_but_the_crash(state, seat, move) for move in range(NO_MOVE, 4)}
                assert len(results) == 1


def _but_the_crash(state: State, seat: int, move: int) -> bytes:
    after = copy_state(state)
    step(after, [move if each == seat else NO_MOVE for each in range(4)])
    after["riders"][seat] = after["headings"][seat] = 0
    return after.tobytes()


@given(st.integers(3, 12), st.integers(3, 12), SEEDS, st.lists(st.integers(0, 3), max_size=200))
def test_when_stuck_riders_are_out_a_match_ends_one_round_earlier(
    width: int, height: int, seed: int, choices: list[int]
) -> None:
    """Riders crash only when they are stuck; then the rules have no other difference."""
    values = {"width": width, "height": height, "start": "cs221"}
    crash = GAME.setup(GAME.make_settings({**values, "end": "crash"}), seed)
    stuck = GAME.setup(GAME.make_settings({**values, "end": "stuck"}), seed)
    moves = iter(choices)
    while not is_over(stuck):
        joint = turned_away(crash, [next(moves, UP), next(moves, DOWN)])
        step(crash, joint)
        step(stuck, joint)
        if is_over(crash):
            return  # They met in one cell: that ends a match under either rule.
    assert not is_over(crash)
    rounds = int(crash["rounds"])
    step(crash, turned_away(crash, [NO_MOVE, NO_MOVE]))
    assert is_over(crash)
    assert crash["rounds"] == rounds + 1 == stuck["rounds"] + 1
    assert GAME.outcome(crash).winner == GAME.outcome(stuck).winner


def test_a_start_of_the_paper_is_uniform_over_the_board_and_mirrored() -> None:
    settings = LightRidersSettings(width=4, height=4, start="cs221")
    counts = np.zeros((4, 4), int)
    for seed in range(1600):
        state = GAME.setup(settings, seed)
        (row, column), mirror = head_position(state, 0), head_position(state, 1)
        assert mirror == (row, 3 - column)
        facing = [RIGHT, LEFT] if column < 2 else [LEFT, RIGHT]
        assert state["headings"][:2].tolist() == facing
        counts[row, column] += 1
    # Chi-square with 15 degrees of freedom: above 37.7 in one of a thousand.
    assert ((counts - 100) ** 2 / 100).sum() < 37.7


@pytest.mark.parametrize("width", [3, 5, 7])
def test_on_odd_widths_no_start_of_the_paper_is_in_the_middle_column(width: int) -> None:
    settings = LightRidersSettings(width=width, height=3, start="cs221")
    columns = [head_position(GAME.setup(settings, seed), 0)[1] for seed in range(300)]
    assert set(columns) == set(range(width)) - {width // 2}


@given(openings())
def test_a_start_of_the_site_is_off_the_edges_mirrored_and_faces_the_middle(opening: State) -> None:
    width, height, seats = (int(opening[name]) for name in ("width", "height", "seats"))
    starts = [head_position(opening, seat) for seat in range(seats)]
    row, column = starts[0]
    assert 1 <= row <= (height - 2 if seats == 2 else height // 2 - 2)
    assert 1 <= column <= width // 2 - 2
    far = (height - 1 - row, width - 1 - column)
    images = [(row, column), (row, far[1]), far, (far[0], column)]
    assert starts == images[:seats]
    facing = [int(heading) for heading in opening["headings"][:seats]]
    assert facing == [RIGHT, LEFT, LEFT, RIGHT][:seats]


def test_the_words_of_moves_are_the_directions() -> None:
    assert GAME.moves == DIRECTIONS
    named: Callable[[int], str] = DIRECTIONS.__getitem__
    assert [named(each) for each in (UP, RIGHT, DOWN, LEFT)] == ["up", "right", "down", "left"]
