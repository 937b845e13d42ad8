"""The rules of Multiplayer Snake: drawn boards, and laws over random matches."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gridbots.errors import SettingsError
from gridbots.game import (
    copy_state,
    has_choice,
    is_living,
    is_over,
    step,
    utility,
)
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.movement import accepts, proper_length
from gridbots.games.multisnake.rules import advance
from gridbots.games.multisnake.state import (
    CANDY,
    EMPTY,
    SNAKE,
    SPECIAL,
    START_POINTS,
    WALL,
    drop_candy,
)
from gridbots.grid import NO_MOVE, column_of, index_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State

SIDE = 12
BODIES = ("abcdefghijk", "ABCDEFGHIJK", "lmnopqrstu")
"""The letters of each snake, from its head on."""
LETTERS = {word: move for move, word in enumerate(GAME.moves)} | {"-": NO_MOVE}


def drawn(board: str, points: Sequence[int] = (), **settings: Any) -> State:
    """A state with this drawing in its top left corner.

    A snake without given points has as many as its length implies.
    """
    rows = [row.ljust(SIDE, ".") for row in board.split()]
    rows += ["." * SIDE] * (SIDE - len(rows))
    place = {letter: (r, c) for r, row in enumerate(rows) for c, letter in enumerate(row)}
    bodies = [[place[part] for part in letters if part in place] for letters in BODIES]
    bodies = [body for body in bodies if body]
    cells = [[letter if letter in "+*" else "." for letter in row] for row in rows]
    for seat, body in enumerate(bodies):
        for row, column in body:
            cells[row][column] = str(seat)
    counts = [*points, *(3 * len(body) for body in bodies[len(points) :])]
    eaten = [each - START_POINTS for each in counts]
    if settings.get("growth") == "paper":
        eaten = [2 * (len(body) - 2) + 1 for body in bodies]
    updates = {
        "round": "7",
        "field": "".join(letter for row in cells for letter in row),
        "points": ",".join(map(str, counts)),
        "eaten": ",".join(map(str, eaten)),
        "out": ",".join("0" * len(bodies)),
    }
    for seat, body in enumerate(bodies):
        updates[f"snake{seat}"] = ";".join(f"{row},{column}" for row, column in body)
    made = GAME.make_settings({"size": SIDE, "seats": len(bodies), **settings})
    return GAME.wire.read_updates(None, made, updates)


def drawing(state: State, like: str) -> list[str]:
    """The top left corner of a state, as large as another drawing."""
    height, width = len(like.split()), len(like.split(maxsplit=1)[0])
    shown = {0: ".", CANDY: "+", SPECIAL: "*"}
    stride = int(state["stride"])
    rows = [
        [shown[int(state["candies"][index_of(row, column, stride)])] for column in range(width)]
        for row in range(height)
    ]
    for seat, letters in enumerate(BODIES[: int(state["seats"])]):
        body = state["bodies"][seat, : state["lengths"][seat]].tolist()
        for cell, letter in reversed(list(zip(body, letters, strict=False))):
            if row_of(cell, stride) < height and column_of(cell, stride) < width:
                rows[row_of(cell, stride)][column_of(cell, stride)] = letter
    return ["".join(row) for row in rows]


def out(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(int(state["seats"])) if not is_living(state, seat))


@dataclass(frozen=True)
class Case:
    name: str
    before: str
    moves: str
    after: str
    out: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    then: tuple[int, ...] = ()
    """The points after the round, where they matter."""
    settings: dict[str, Any] = field(default_factory=dict)


FAST = {"acceleration": True}
CASES = [
    Case(
        "a snake moves its head and its tail",
        """
        cba...
        ......
        .BA...
        """,
        "down right",
        """
        .cb...
        ..a...
        ..BA..
        """,
    ),
    Case(
        "a candy is a point, and the third one a cell",
        """
        .ba+..
        ......
        .BA+..
        """,
        "right right",
        """
        .cba..
        ......
        ..BA..
        """,
        points=(8, 6),
        then=(9, 7),
    ),
    Case(
        "a special candy is three points and a cell",
        """
        .ba*..
        ......
        .BA...
        """,
        "right right",
        """
        .cba..
        ......
        ..BA..
        """,
        then=(9, 6),
    ),
    Case(
        "in the paper's game every second candy is a cell, a special one too",
        """
        .ba+..
        ......
        .BA*..
        """,
        "right right",
        """
        .cba..
        ......
        .CBA..
        """,
        then=(7, 9),
        settings={"growth": "paper"},
    ),
    Case(
        "no move: out where it lies, and its cells are special candies",
        """
        cba...
        ......
        .BA...
        .ml...
        """,
        "- right down",
        """
        ***...
        ......
        ..BA..
        ..m...
        ..l...
        """,
        out=(0,),
    ),
    Case(
        "back, or off the board, is no move",
        """
        a.....
        b.....
        .BA...
        .ml...
        """,
        "down left right",
        """
        *.....
        *.....
        .**...
        ..ml..
        """,
        out=(0, 1),
    ),
    Case(
        "two heads in one cell: both are out, and the lower seat has eaten the candy",
        """
        ba+AB.
        ......
        .ml...
        """,
        "right left right",
        """
        .***..
        ......
        ..ml..
        """,
        out=(0, 1),
        then=(7, 6, 6),
    ),
    Case(
        "two heads that change places are both out",
        """
        baAB..
        ......
        .ml...
        """,
        "right left right",
        """
        .**...
        ......
        ..ml..
        """,
        out=(0, 1),
    ),
    Case(
        "a head may follow into the cell that a tail leaves",
        """
        .b....
        .aBA..
        ......
        """,
        "right right",
        """
        ......
        .baBA.
        ......
        """,
    ),
    Case(
        "but not if that tail has stayed, for its snake has grown",
        """
        .b....
        .aBA*.
        ......
        .ml...
        """,
        "right right right",
        """
        ......
        .*CBA.
        ......
        ..ml..
        """,
        out=(0,),
    ),
    Case(
        "a snake that gives no move still bars the way in this round",
        """
        .b....
        .a....
        BA....
        .ml...
        """,
        "down - right",
        """
        ......
        .*....
        **....
        ..ml..
        """,
        out=(0, 1),
    ),
    Case(
        "a candy stays where a snake goes out on it",
        """
        ......
        .ba...
        ..AB..
        .ml...
        """,
        "down - right",
        """
        ......
        ..*...
        ..**..
        ..ml..
        """,
        out=(0, 1),
    ),
    Case(
        "a snake may go where its own tail has just been",
        """
        ba....
        cd....
        .BA...
        """,
        "down right",
        """
        cb....
        da....
        ..BA..
        """,
    ),
    Case(
        "a snake crosses its body straight where the cell behind is bare",
        """
        ......
        .hgfe.
        ...ad.
        BA.bc.
        """,
        "up up",
        """
        ......
        ..haf.
        .A.be.
        .B.cd.
        """,
    ),
    Case(
        "a snake does not cross its body where the cell behind is not bare",
        """
        jihg..
        ...fe.
        ...ad.
        BA.bc.
        """,
        "up up",
        """
        ****..
        ...**.
        .A.**.
        .B.**.
        """,
        out=(0,),
    ),
    Case(
        "a dash goes two cells and leaves a candy behind the tail",
        """
        cba.....
        ........
        .BA.....
        """,
        "dash_right right",
        """
        ..+ba...
        ........
        ..BA....
        """,
        points=(9, 6),
        then=(8, 6),
        settings=FAST,
    ),
    Case(
        "a dash eats on both cells, and grows as it should",
        """
        cba+*...
        ........
        .BA.....
        """,
        "dash_right right",
        """
        +dcba...
        ........
        ..BA....
        """,
        points=(9, 6),
        then=(12, 6),
        settings=FAST,
    ),
    Case(
        "who dashes through another snake is out, and leaves no candy behind",
        """
        cbaBC...
        ...A....
        ........
        """,
        "dash_right down",
        """
        ...C*...
        ...B....
        ...A....
        """,
        out=(0,),
        settings=FAST,
    ),
    Case(
        "a head that meets the way of a dash is out, and only it",
        """
        cba.....
        ...AB...
        ........
        """,
        "dash_right up",
        """
        ..+ba...
        ...*....
        ........
        """,
        out=(1,),
        settings=FAST,
    ),
    Case(
        "two that dash through one cell are both out",
        """
        ........
        cba.....
        ...A....
        ...BC...
        """,
        "dash_right dash_up",
        """
        ...*....
        ...**...
        ........
        ........
        """,
        out=(0, 1),
        settings=FAST,
    ),
    Case(
        "who has not eaten cannot dash",
        """
        .ba.....
        ........
        .BA.....
        .ml.....
        """,
        "dash_right right right",
        """
        .**.....
        ........
        ..BA....
        ..ml....
        """,
        settings=FAST,
        out=(0,),
    ),
    Case(
        "nobody dashes where the settings do not say so",
        """
        cba.....
        ........
        .BA.....
        .ml.....
        """,
        "dash_right right right",
        """
        ***.....
        ........
        ..BA....
        ..ml....
        """,
        out=(0,),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_round_on_a_drawn_board(case: Case) -> None:
    state = drawn(case.before, case.points, **case.settings)
    advance(state, [LETTERS[word] for word in case.moves.split()])
    assert drawing(state, case.after) == case.after.split()
    assert out(state) == case.out
    assert not case.then or tuple(state["points"][: len(case.then)].tolist()) == case.then


def test_the_last_snake_wins_and_scores_its_points() -> None:
    state = drawn("ba.... ...... .BA...")
    step(state, [LETTERS["left"], LETTERS["right"]])
    assert is_over(state)
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places, outcome.scores) == (1, (2, 1), (3, 6))
    assert [utility(state, seat) for seat in range(2)] == [-1, 1]


def test_when_all_are_eliminated_at_once_there_is_no_winner_and_points_are_divided() -> None:
    state = drawn("ba+AB. ......")
    step(state, [LETTERS["right"], LETTERS["left"]])
    assert is_over(state)
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places, outcome.scores) == (None, (1, 1), (3.5, 3))


def test_when_time_runs_out_the_living_share_the_first_place_and_divide_their_points() -> None:
    state = drawn("cba... ...... .BA... .ml...", max_rounds=8)
    step(state, [LETTERS["right"], LETTERS["left"], LETTERS["right"]])
    assert is_over(state)
    assert out(state) == (1,)
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places) == (None, (1, 3, 1))
    assert outcome.scores == (9 / 2, 6 / 3, 6 / 2)


def test_two_snakes_eliminated_in_one_round_have_the_same_rank() -> None:
    state = drawn("ba.... ...... .BA... .ml...")
    step(state, [NO_MOVE, NO_MOVE, LETTERS["right"]])
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.places) == (2, (2, 2, 1))
    assert outcome.scores == (6 / 3, 6 / 3, 6)


def test_a_snake_without_a_legal_move_has_no_choice() -> None:
    state = drawn("edc... fab... gh.... .ijk.. BA....")
    assert not has_choice(state, 0)
    assert has_choice(state, 1)
    assert GAME.legal_moves(state, 0) == []


@pytest.mark.parametrize(("size", "seats"), [(12, 4), (26, 5), (27, 9), (47, 10), (48, 16)])
def test_as_many_snakes_as_fit(size: int, seats: int) -> None:
    values = {"size": size, "seats": seats}
    if size in {26, 47}:
        with pytest.raises(SettingsError, match=rf"expected a size of at least {size + 1} for"):
            GAME.make_settings(values)
        return
    state = GAME.setup(GAME.make_settings(values), 1)
    assert all(is_living(state, seat) for seat in range(seats))


# Laws.

SEEDS = st.integers(0, 2**32)
CHOICES = st.lists(st.integers(0, 2**20), min_size=1, max_size=40)


@st.composite
def openings(draw: st.DrawFn, seats: int | None = None) -> State:
    values = {
        "size": draw(st.integers(12, 14)),
        "seats": seats or draw(st.integers(2, 4)),
        "growth": draw(st.sampled_from(["program", "paper"])),
        "acceleration": draw(st.booleans()),
        "candy_rate": draw(st.sampled_from([1, 20])),
    }
    return GAME.setup(GAME.make_settings(values), draw(SEEDS))


def moves_in(state: State, choice: int) -> list[int]:
    """A legal move for each snake that has one."""
    moves = []
    for seat in range(int(state["seats"])):
        mine = GAME.legal_moves(state, seat)
        moves.append(mine[(choice >> 3 * seat) % len(mine)] if mine else NO_MOVE)
    return moves


@given(openings(), CHOICES)
def test_the_board_shows_the_bodies_and_candies_lie_beside_them(
    opening: State, choices: list[int]
) -> None:
    for choice in choices:
        step(opening, moves_in(opening, choice))
        cells = np.where(opening["cells"] == WALL, WALL, EMPTY)
        layers = np.zeros_like(opening["layers"])
        for seat in range(int(opening["seats"])):
            length = int(opening["lengths"][seat])
            body = opening["bodies"][seat, :length]
            assert is_living(opening, seat) == (length > 0)
            assert (opening["bodies"][seat, max(1, length) :] == 0).all()
            assert length in {0, proper_length(opening, seat)}
            assert opening["points"][seat] >= START_POINTS + opening["meals"][seat]
            assert set(cells[body].tolist()) <= {EMPTY}
            cells[body] = SNAKE + seat
            np.add.at(layers, body, 1)
        assert (opening["cells"] == cells).all()
        assert (opening["layers"] == layers).all()
        assert not opening["candies"][cells != EMPTY].any()
        assert not opening["shed"].any()


@given(openings(), CHOICES)
def test_points_come_only_from_candies(opening: State, choices: list[int]) -> None:
    for choice in choices:
        before, living = total_points(opening), len(out(opening))
        moves = moves_in(opening, choice)
        advance(opening, moves)
        assume(len(out(opening)) == living)
        dashes = sum(move >= 4 for move in moves)
        # The candy of a dash is lost where its cell is not free.
        assert before - dashes <= total_points(opening) <= before


def total_points(state: State) -> int:
    return int(state["candies"].sum()) + int(state["points"].sum())


@given(openings(), CHOICES)
def test_a_transposed_match_stays_transposed(opening: State, choices: list[int]) -> None:
    image = transposed(opening)
    for choice in choices:
        moves, cell = moves_in(opening, choice), choice % int(opening["side"]) ** 2
        row, column = divmod(cell, int(opening["side"]))
        stride = int(opening["stride"])
        advance(opening, moves)
        drop_candy(opening, index_of(row, column, stride))
        advance(image, [TRANSPOSED[move] for move in moves])
        drop_candy(image, index_of(column, row, stride))
        assert image.tobytes() == transposed(opening).tobytes()


TRANSPOSED = [3, 2, 1, 0, 7, 6, 5, 4, NO_MOVE]
"""Each move along the other axis; the last one is for NO_MOVE."""


def transposed(state: State) -> State:
    image = copy_state(state)
    stride = int(state["stride"])
    for name in ("cells", "layers", "candies"):
        image[name][: stride**2] = state[name][: stride**2].reshape(stride, stride).T.ravel()
    bodies = state["bodies"].astype(int)
    image["bodies"] = bodies % stride * stride + bodies // stride
    return image


@given(openings(), CHOICES, st.permutations(range(4)))
def test_exchanging_seats_exchanges_them_in_every_state(
    opening: State, choices: list[int], order: list[int]
) -> None:
    order = [seat for seat in order if seat < opening["seats"]]
    other = exchanged(opening, order)
    for choice in choices:
        moves = moves_in(opening, choice)
        step(opening, moves)
        step(other, [moves[seat] for seat in order])
        crashed = opening["bodies"][: len(order), 0].tolist()
        # If snakes meet on a candy, their seats decide which one eats it.
        assume(len(set(crashed)) == len(crashed))
        assert other.tobytes() == exchanged(opening, order).tobytes()


def exchanged(state: State, order: Sequence[int]) -> State:
    """The state in which seat i takes the place of seat order[i]."""
    image = copy_state(state)
    for seat, origin in enumerate(order):
        for name in ("bodies", "lengths", "points", "meals", "eliminated"):
            image[name][seat] = state[name][origin]
        image["cells"][state["cells"] == SNAKE + origin] = SNAKE + seat
    return image


@given(openings(), CHOICES)
def test_a_dash_is_legal_only_where_a_step_is(opening: State, choices: list[int]) -> None:
    for choice in choices:
        for seat in range(int(opening["seats"])):
            dashes = [move for move in range(4, 8) if accepts(opening, seat, move)]
            assert all(accepts(opening, seat, move - 4) for move in dashes)
            assert has_choice(opening, seat) == bool(GAME.legal_moves(opening, seat))
            assert not dashes or (opening["acceleration"] and opening["meals"][seat] > 0)
        step(opening, moves_in(opening, choice))


def test_snakes_start_apart_two_cells_long_off_the_edge() -> None:
    directions = np.zeros(4, int)
    for seed in range(400):
        state = GAME.setup(GAME.make_settings({"seats": 4}), seed)
        squares = set()
        for seat in range(4):
            cells = state["bodies"][seat, :2].tolist()
            places = [(row_of(cell, 22), column_of(cell, 22)) for cell in cells]
            (row, column), (behind, beside) = places
            assert row % 5 in {1, 2, 3}
            assert column % 5 in {1, 2, 3}
            squares.add((row // 5, column // 5))
            way = [(-1, 0), (0, 1), (1, 0), (0, -1)].index((behind - row, beside - column))
            directions[way] += 1
        assert len(squares) == 4
        assert sorted(state["candies"][state["candies"] > 0].tolist()) == [1, 1, 1]
    # Chi-square with 3 degrees of freedom: above 16.3 in one of a thousand.
    assert ((directions - 400) ** 2 / 400).sum() < 16.3


def test_pairs_of_words_name_the_same_direction() -> None:
    for slow, fast in itertools.pairwise([GAME.moves[:4], GAME.moves[4:]]):
        assert [f"dash_{word}" for word in slow] == list(fast)
