"""Replies: the moves of other snakes that a search tries, and the default moves of the rest.

A search tries the moves of snakes that could meet the searching snake before the search ends, the
nearest ones first; in a duel always those of the opponent. All other snakes go straight on, or turn
if that is blocked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.grid import column_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.features import is_blocked
from gridbots_battlesnake.movement import heading
from gridbots_battlesnake.state import head_of, is_living

if TYPE_CHECKING:
    from gridbots.game import State

Record = Any
Array = Any

MOST_REPLYING: Final = 3
"""Most snakes whose moves are tried in a round: 27 joint moves."""
MARGIN: Final = 1
"""A snake counts as near if it is at most this many steps beyond its reach."""


@kernel
def list_replies(state: State, seat: int, rounds: int, ply: Record) -> None:
    """Write the repliers and their moves into a ply, and set the moves of all other snakes."""
    count = nearest_others(state, seat, rounds, ply["repliers"])
    ply["replier_count"] = count
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            ply["moves"][other] = default_move(state, other)
    for number in range(count):
        ply["reply_counts"][number] = open_moves(
            state, ply["repliers"][number], ply["replies"][number]
        )
        ply["digits"][number] = 0


@kernel
def nearest_others(state: State, seat: int, rounds: int, found: Array) -> int:
    """Write the snakes that are near within these rounds, nearest first; return their number."""
    count, living = 0, 0
    for other in range(state["seats"]):
        living += is_living(state, other)
    for other in range(state["seats"]):
        if other == seat or not is_living(state, other):
            continue
        steps = steps_apart(state, seat, other)
        if living > 2 and steps > 2 * rounds + MARGIN:
            continue
        place = count
        while place > 0 and steps_apart(state, seat, found[place - 1]) > steps:
            if place < MOST_REPLYING:
                found[place] = found[place - 1]
            place -= 1
        if place < MOST_REPLYING:
            found[place] = other
            count = min(count + 1, MOST_REPLYING)
    return count


@kernel
def steps_apart(state: State, seat: int, other: int) -> int:
    """Steps between two heads on an empty board."""
    stride = state["stride"]
    here, there = head_of(state, seat), head_of(state, other)
    rows = abs(row_of(here, stride) - row_of(there, stride))
    columns = abs(column_of(here, stride) - column_of(there, stride))
    if state["wrapped"]:
        rows, columns = min(rows, state["height"] - rows), min(columns, state["width"] - columns)
    return int(rows + columns)


@kernel
def open_moves(state: State, seat: int, moves: Array) -> int:
    """Write the moves that are not blocked, at least one; return their number.

    The move straight on comes first.
    """
    ahead, count = heading(state, seat), 0
    for turn in range(4):
        move = (ahead + turn) % 4
        if not is_blocked(state, seat, move):
            moves[count] = move
            count += 1
    if count == 0:
        moves[0] = ahead
        return 1
    return count


@kernel
def default_move(state: State, seat: int) -> int:
    """The first of the open moves."""
    ahead = heading(state, seat)
    for turn in range(4):
        move = (ahead + turn) % 4
        if not is_blocked(state, seat, move):
            return int(move)
    return int(ahead)


@kernel
def set_replies(ply: Record) -> None:
    """Set the joint reply that the digits select."""
    for number in range(ply["replier_count"]):
        reply = ply["replies"][number, ply["digits"][number]]
        ply["moves"][ply["repliers"][number]] = reply


@kernel
def next_replies(ply: Record) -> bool:
    """Advance to the next joint reply; return False after the last one."""
    for number in range(ply["replier_count"]):
        ply["digits"][number] += 1
        if ply["digits"][number] < ply["reply_counts"][number]:
            return True
        ply["digits"][number] = 0
    return False
