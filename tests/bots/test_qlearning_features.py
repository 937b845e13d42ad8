"""Action features of qlearning's network in Multiplayer Snake."""

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
from gridbots_qlearning.multisnake import features, space, threats
from gridbots_qlearning.multisnake.indicators import MAX_ACTIVE
from gridbots_qlearning.multisnake.network import ablation_mask

POSITIONS = kept("multisnake_agents.jsonl")
NUMBERS = range(4, len(POSITIONS), 17)


def position(number: int) -> tuple[State, int]:
    """A recorded position, and the seat to move."""
    return state_of(POSITIONS[number]), POSITIONS[number]["agent"]


def drawn(board: str, *bodies: str) -> State:
    """A board of 12x12 from its first rows: `+` candy, `*` special.

    Bodies are `row,column;...`, head first; the points are such that no snake grows.
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


def looked_at(state: State, seat: int, move: int, ablated: int = 0) -> list[int]:
    seen = np.empty(MAX_ACTIVE, np.int32)
    return sorted(seen[: features.look(state, seat, move, ablated, seen)].tolist())


def among(seen: list[int], first: int, count: int) -> list[int]:
    """The indicators of a kind, relative to its first."""
    return [each - first for each in seen if first <= each < first + count]


def mirrored(state: State, move: int) -> tuple[State, int]:
    """The state and the move, with left and right exchanged."""
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
    """The state and the move, rotated clockwise by a quarter."""
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
def test_features_are_invariant_under_reflection_and_rotation(number: int) -> None:
    state, seat = position(number)
    heads = np.empty((threats.MAX_OPPONENTS, 2), np.int32)
    for move in moves_of(state, seat):
        wanted = looked_at(state, seat, move)
        assert max(wanted) < features.INDICATORS
        after, same = turned_right(state, move)
        assert looked_at(after, seat, same) == wanted
        after, same = mirrored(state, move)
        if threats.find_heads(state, seat, heads) > 0:
            assert looked_at(after, seat, same) == wanted or is_in_line(state, seat, move)


def is_in_line(state: State, seat: int, move: int) -> bool:
    """Whether all other heads are straight ahead or behind, so that no side is nearer."""
    heads = np.empty((threats.MAX_OPPONENTS, 2), np.int32)
    count, stride = threats.find_heads(state, seat, heads), int(state["stride"])
    head = int(state["bodies"][seat, 0]) + offset(move, stride)
    row, column = row_of(head, stride), column_of(head, stride)
    return not any(
        features.aside(row - heads[other, 0], column - heads[other, 1], move)
        for other in range(count)
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_an_ablation_leaves_other_features_unchanged(number: int) -> None:
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


def test_without_turns_places_are_those_of_the_board() -> None:
    state = drawn("+...........", "2,0;3,0", "2,9;2,10")
    candy = features.place_of(-1, 0, UP, 1)
    assert among(looked_at(state, 0, UP, features.TURNS), 0, 2 * features.PLACES) == [candy]
    ahead = features.place_of(-2, -1, UP, 1)
    assert among(looked_at(state, 0, RIGHT, features.TURNS), 0, 2 * features.PLACES) == [ahead]


def test_an_unknown_ablation_is_refused() -> None:
    assert ablation_mask("heads turns heads") == features.HEADS_APART + features.TURNS
    with pytest.raises(SettingsError, match="expected some of turns, heads"):
        ablation_mask("colours")


def test_a_candy_counts_as_theirs_if_another_head_is_no_farther_after_the_move() -> None:
    board = "............ ............ ....+..+...."
    state = drawn(board, "2,1;2,0", "2,9;2,10")
    seen = looked_at(state, 0, RIGHT)
    assert len(among(seen, features.OWN_CANDIES, features.PLACES)) == 1
    assert len(among(seen, features.THEIR_CANDIES, features.PLACES)) == 1
    assert among(seen, features.NEAREST, 24) == [2]


@pytest.mark.parametrize(
    ("board", "bodies", "expected"),
    [
        pytest.param("............", ["0,4;0,3", "0,9;0,10"], 0, id="none"),
        pytest.param("............", ["0,4;0,3", "0,6;0,7"], 1, id="one that is not attracted"),
        pytest.param(
            "..+.........", ["1,2;2,2", "0,3;1,3"], 2, id="one that is attracted by a candy"
        ),
        pytest.param("............", ["0,4;0,3", "0,6;0,7", "1,5;2,5"], 3, id="two"),
    ],
)
def test_contenders_for_the_same_cell(board: str, bodies: list[str], expected: int) -> None:
    state = drawn(board, *bodies)
    move = UP if bodies[0].startswith("1,2") else RIGHT
    contest = among(looked_at(state, 0, move), features.CONTEST, 12)
    assert contest == [expected + 4 * (expected == 2)]


def test_exits_are_safe_if_no_other_head_can_reach_them_by_then() -> None:
    state = drawn("............", "3,4;3,3", "3,7;3,8")
    seen = looked_at(state, 0, RIGHT)
    assert among(seen, features.EXITS, 8) == [2 * 3]
    assert among(seen, features.SAFE, 4) == [2]
    far = drawn("............", "3,1;3,0", "3,10;3,11")
    assert among(looked_at(far, 0, RIGHT), features.SAFE, 4) == [3]


@pytest.mark.parametrize("number", NUMBERS)
def test_territory_is_the_set_of_cells_reached_before_all_others(number: int) -> None:
    state, seat = position(number)
    for move in moves_of(state, seat):
        head = int(state["bodies"][seat, 0]) + offset(move, int(state["stride"]))
        expected = len(territory_by_definition(state, seat, head))
        assert space.territory_of(state, seat, head) == min(expected, space.MAX_TERRITORY)


def territory_by_definition(state: State, seat: int, head: int) -> set[int]:
    others = [
        int(state["bodies"][other, 0])
        for other in range(int(state["seats"]))
        if other != seat and state["eliminated"][other] == 0
    ]
    theirs = distances(state, others, head)
    mine = distances(state, [head], head)
    first = {cell for cell, steps in mine.items() if steps + 1 < theirs.get(cell, 1 << 30)}
    return first - {head}


def distances(state: State, heads: list[int], blocked: int) -> dict[int, int]:
    """Steps from the nearest of these heads to each empty cell, around `blocked`."""
    found: dict[int, int] = dict.fromkeys(heads, 0)
    queue, stride = list(heads), int(state["stride"])
    for here in queue:
        for there in (here - stride, here + 1, here + stride, here - 1):
            if there not in found and there != blocked and state["cells"][there] == 0:
                found[there] = found[here] + 1
                queue.append(there)
    return found
