"""What the network of qlearning sees of a move in Multiplayer Snake."""

from __future__ import annotations

import numpy as np
import pytest
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots.errors import SettingsError
from gridbots.game import State, copy_state
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.state import MultisnakeSettings
from gridbots.grid import DOWN, LEFT, RIGHT, UP, column_of, offset, row_of
from gridbots_qlearning.multisnake import features, rivals, room
from gridbots_qlearning.multisnake.indicators import MOST_SEEN
from gridbots_qlearning.multisnake.network import blind_to

POSITIONS = kept("multisnake_agents.jsonl")
NUMBERS = range(4, len(POSITIONS), 17)


def position(number: int) -> tuple[State, int]:
    """A recorded position, and whose it is."""
    return state_of(POSITIONS[number]), POSITIONS[number]["agent"]


def drawn(board: str, *bodies: str) -> State:
    """A board of 12x12, of which the rows given are the first: `+` candy, `*` special.

    Bodies, head first, as `row,column;...`; points are such that nothing grows.
    """
    rows = [*board.split(), *["." * 12] * (12 - len(board.split()))]
    field = [list(row) for row in rows]
    parts = [[tuple(map(int, cell.split(","))) for cell in body.split(";")] for body in bodies]
    for seat, body in enumerate(parts):
        for row, column in body:
            field[row][column] = str(seat)
    updates = {f"snake{seat}": body for seat, body in enumerate(bodies)}
    updates |= {
        "round": "0",
        "field": ",".join(letter for row in field for letter in row),
        "points": ",".join(str(3 * len(body)) for body in parts),
        "eaten": ",".join("0" for _ in bodies),
        "out": ",".join("0" for _ in bodies),
    }
    return GAME.wire.read_updates(None, MultisnakeSettings(size=12, seats=len(bodies)), updates)


def looked_at(state: State, seat: int, move: int, blind: int = 0) -> list[int]:
    seen = np.empty(MOST_SEEN, np.int32)
    return sorted(seen[: features.look(state, seat, move, blind, seen)].tolist())


def among(seen: list[int], first: int, count: int) -> list[int]:
    """Those of one kind, counted from its first."""
    return [each - first for each in seen if first <= each < first + count]


def mirrored(state: State, move: int) -> tuple[State, int]:
    """Left and right exchanged: the state, and the move."""
    result, stride, side = copy_state(state), int(state["stride"]), int(state["side"])
    for name in ("cells", "candies", "layers"):
        board = state[name][: stride * stride].reshape(stride, stride)
        result[name][: stride * stride] = board[:, ::-1].ravel()
    for seat, index in np.argwhere(state["bodies"] > 0).tolist():
        cell = int(state["bodies"][seat, index])
        column = side - 1 - column_of(cell, stride)
        result["bodies"][seat, index] = (row_of(cell, stride) + 1) * stride + column + 1
    return result, {UP: UP, RIGHT: LEFT, DOWN: DOWN, LEFT: RIGHT}[move]


def turned_right(state: State, move: int) -> tuple[State, int]:
    """A quarter turn clockwise: the state, and the move."""
    result, stride, side = copy_state(state), int(state["stride"]), int(state["side"])
    for name in ("cells", "candies", "layers"):
        board = state[name][: stride * stride].reshape(stride, stride)
        result[name][: stride * stride] = np.rot90(board, -1).ravel()
    for seat, index in np.argwhere(state["bodies"] > 0).tolist():
        cell = int(state["bodies"][seat, index])
        row, column = column_of(cell, stride), side - 1 - row_of(cell, stride)
        result["bodies"][seat, index] = (row + 1) * stride + column + 1
    return result, (move + 1) % 4


def moves_of(state: State, seat: int) -> list[int]:
    return [move for move in range(DASH) if accepts(state, seat, move)]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_network_sees_the_same_on_boards_that_are_mirrored_or_turned(number: int) -> None:
    state, seat = position(number)
    heads = np.empty((rivals.MOST_RIVALS, 2), np.int32)
    for move in moves_of(state, seat):
        wanted = looked_at(state, seat, move)
        assert max(wanted) < features.SIGHTS
        after, same = turned_right(state, move)
        assert looked_at(after, seat, same) == wanted
        after, same = mirrored(state, move)
        if rivals.find_rivals(state, seat, heads) > 0:
            assert looked_at(after, seat, same) == wanted or is_in_line(state, seat, move)


def is_in_line(state: State, seat: int, move: int) -> bool:
    """Whether all other heads are straight ahead or behind, so that neither side is nearer."""
    heads = np.empty((rivals.MOST_RIVALS, 2), np.int32)
    count, stride = rivals.find_rivals(state, seat, heads), int(state["stride"])
    head = int(state["bodies"][seat, 0]) + offset(move, stride)
    row, column = row_of(head, stride), column_of(head, stride)
    return not any(
        features.aside(row - heads[other, 0], column - heads[other, 1], move)
        for other in range(count)
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_who_is_blind_to_something_sees_the_rest_as_it_is(number: int) -> None:
    state, seat = position(number)
    for move in moves_of(state, seat):
        full = looked_at(state, seat, move)
        less = looked_at(state, seat, move, features.PROSPECTS)
        assert len(less) == len(full) - 7
        assert set(less) <= set(full)
        lumped = looked_at(state, seat, move, features.HEADS_APART)
        assert not among(lumped, features.HEADS, features.PLACES)
        assert len(lumped) == len(full)
        alike = looked_at(state, seat, move, features.SHARES)
        assert not among(alike, features.THEIR_CANDIES, 2 * features.PLACES)
        assert len(alike) == len(full)


def test_who_is_blind_to_turns_sees_places_as_they_lie_on_the_board() -> None:
    state = drawn("+...........", "2,0;3,0", "2,9;2,10")
    candy = features.place_of(-1, 0, UP, 1)
    assert among(looked_at(state, 0, UP, features.TURNS), 0, 2 * features.PLACES) == [candy]
    ahead = features.place_of(-2, -1, UP, 1)
    assert among(looked_at(state, 0, RIGHT, features.TURNS), 0, 2 * features.PLACES) == [ahead]


def test_a_thing_to_be_blind_to_has_to_be_known() -> None:
    assert blind_to("heads turns heads") == features.HEADS_APART + features.TURNS
    with pytest.raises(SettingsError, match="expected some of turns, heads"):
        blind_to("colours")


def test_a_candy_is_theirs_where_another_head_is_no_farther_after_the_own_move() -> None:
    board = "............ ............ ....+..+...."
    state = drawn(board, "2,1;2,0", "2,9;2,10")
    seen = looked_at(state, 0, RIGHT)
    assert len(among(seen, features.OWN_CANDIES, features.PLACES)) == 1
    assert len(among(seen, features.THEIR_CANDIES, features.PLACES)) == 1
    assert among(seen, features.NEAREST, 24) == [2]


@pytest.mark.parametrize(
    ("board", "bodies", "expected"),
    [
        pytest.param("............", ["0,4;0,3", "0,9;0,10"], 0, id="nobody"),
        pytest.param("............", ["0,4;0,3", "0,6;0,7"], 1, id="one that is not drawn"),
        pytest.param("..+.........", ["1,2;2,2", "0,3;1,3"], 2, id="one that is drawn to a candy"),
        pytest.param("............", ["0,4;0,3", "0,6;0,7", "1,5;2,5"], 3, id="two"),
    ],
)
def test_who_can_come_to_the_same_cell(board: str, bodies: list[str], expected: int) -> None:
    state = drawn(board, *bodies)
    move = UP if bodies[0].startswith("1,2") else RIGHT
    contest = among(looked_at(state, 0, move), features.CONTEST, 12)
    assert contest == [expected + 4 * (expected == 2)]


def test_ways_on_are_safe_where_no_other_head_can_be_by_then() -> None:
    state = drawn("............", "3,4;3,3", "3,7;3,8")
    seen = looked_at(state, 0, RIGHT)
    assert among(seen, features.EXITS, 8) == [2 * 3]
    assert among(seen, features.SAFE, 4) == [2]
    far = drawn("............", "3,1;3,0", "3,10;3,11")
    assert among(looked_at(far, 0, RIGHT), features.SAFE, 4) == [3]


@pytest.mark.parametrize("number", NUMBERS)
def test_land_is_what_one_reaches_before_all_others(number: int) -> None:
    state, seat = position(number)
    for move in moves_of(state, seat):
        head = int(state["bodies"][seat, 0]) + offset(move, int(state["stride"]))
        expected = len(land_by_definition(state, seat, head))
        assert room.land_from(state, seat, head) == min(expected, room.MOST_LAND)


def land_by_definition(state: State, seat: int, head: int) -> set[int]:
    others = [
        int(state["bodies"][other, 0])
        for other in range(int(state["seats"]))
        if other != seat and state["eliminated"][other] == 0
    ]
    theirs = distances(state, others, head)
    mine = distances(state, [head], head)
    first = {cell for cell, steps in mine.items() if steps + 1 < theirs.get(cell, 1 << 30)}
    return first - {head}


def distances(state: State, heads: list[int], shut: int) -> dict[int, int]:
    """Steps from the nearest of these heads to each empty cell; nobody goes through `shut`."""
    found: dict[int, int] = dict.fromkeys(heads, 0)
    queue, stride = list(heads), int(state["stride"])
    for here in queue:
        for there in (here - stride, here + 1, here + stride, here - 1):
            if there not in found and there != shut and state["cells"][there] == 0:
                found[there] = found[here] + 1
                queue.append(there)
    return found
