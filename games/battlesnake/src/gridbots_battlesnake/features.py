"""What matters in a position of Battlesnake, as numbers with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import apart, column_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.movement import accepts, next_cell
from gridbots_battlesnake.state import UNSEEN, WALL, head_of, is_living, part_of, tail_of
from gridbots_battlesnake.territory import FAR, ROOM, spread

if TYPE_CHECKING:
    from gridbots.game import State

Array = Any
Record = Any

FEATURES: Final = (
    "area", "rivals", "lack", "squeeze", "lead", "food", "hunger", "danger", "prey", "others",
    "hazard",
)  # fmt: skip
"""area: cells that the snake comes to first (see `territory`).
rivals: the most that another one comes to first.
lack: parts of its body for which there is no room in its area.
squeeze: the most parts of another one's body for which there is no room in that one's area, of
    those whose head is seen.
lead: parts more than the longest of the others, at most 4; alone its length.
food: how near food is, 1 under its head and 0 as far as the board is wide and high. Food that it
    comes to first counts with its steps; without such, the nearest as some steps farther, and where
    there is none at all, as half of the board away.
hunger: by how many rounds its health does not last, with some to spare, to that food.
danger: others at least as long whose head could meet its own in the next round.
prey: shorter ones whose head could.
others: living others.
hazard: health that the cell of its head costs, in hundreds.
"""

AREA: Final = 0
RIVALS: Final = 1
LACK: Final = 2
SQUEEZE: Final = 3
LEAD: Final = 4
FOOD: Final = 5
HUNGER: Final = 6
DANGER: Final = 7
PREY: Final = 8
OTHERS: Final = 9
HAZARD_HERE: Final = 10

WEIGHTS: Final = {
    "area": 1.0, "rivals": -1.0, "lack": -6.0, "squeeze": 0.0, "lead": 12.0, "food": 15.0,
    "hunger": -10.0, "danger": -7.0, "prey": 2.0, "others": -40.0, "hazard": -20.0,
}  # fmt: skip
"""What each is worth to searches, if nothing else is said: docs/results/battlesnake_weights.md."""

MOST_LEAD: Final = 4
"""More length than this wins no more heads."""
DETOUR: Final = 4
"""Steps that food counts as farther where others come to it first."""
SPARE: Final = 25
"""Rounds: others may come in the way."""


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:
    return weigh(state, seat, weights, np.empty(1, ROOM), np.zeros(len(FEATURES)))


@kernel
def weigh(state: State, seat: int, weights: Array, rooms: Array, values: Array) -> float:
    """As `evaluate`, in a room and with values that the caller has."""
    # The room comes in an array: in compiled code a record does not keep its memory.
    spread(state, rooms[0])
    measure(state, seat, rooms[0], values)
    total = 0.0
    for feature in range(len(FEATURES)):
        total += weights[feature] * values[feature]
    return total


@kernel
def measure(state: State, seat: int, room: Record, values: Array) -> None:
    """Write the features of a living seat to `values`, after `spread`."""
    areas, length, steps = room["areas"], state["lengths"][seat], room["food_steps"][seat]
    for feature in range(len(FEATURES)):
        values[feature] = 0.0
    longest = 0
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            values[OTHERS] += 1
            values[RIVALS] = max(values[RIVALS], areas[other])
            longest = max(longest, state["lengths"][other])
            if head_of(state, other) != UNSEEN:
                values[SQUEEZE] = max(values[SQUEEZE], state["lengths"][other] - areas[other])
            if may_meet(state, seat, other):
                values[DANGER if state["lengths"][other] >= length else PREY] += 1
    lead = length - longest
    values[AREA] = areas[seat]
    values[LACK] = max(0.0, length - areas[seat])
    values[LEAD] = lead if longest == 0 else min(lead, MOST_LEAD)
    if not state["constrictor"]:
        way = steps if steps < FAR else way_to_food(state, seat)
        values[FOOD] = 1 - way / (state["width"] + state["height"])
        values[HUNGER] = max(0, way + SPARE - state["healths"][seat])
    head = head_of(state, seat)
    values[HAZARD_HERE] = state["hazards"][head] * state["hazard_damage"] / 100


@kernel
def way_to_food(state: State, seat: int) -> int:
    """Steps to the nearest food, a detour included; half of the board if there is none."""
    least, head = state["width"] + state["height"], head_of(state, seat)
    if state["food_count"] == 0:
        return int(least // 2)
    for index in range(state["food_count"]):
        least = min(least, DETOUR + apart(head, state["foods"][index], state["stride"]))
    return int(least)


@kernel
def may_meet(state: State, seat: int, other: int) -> bool:
    """Whether two heads can come to one cell in the next round: they are two steps apart."""
    stride = state["stride"]
    head, theirs = head_of(state, seat), head_of(state, other)
    if theirs == UNSEEN:
        return False
    rows = abs(row_of(head, stride) - row_of(theirs, stride))
    columns = abs(column_of(head, stride) - column_of(theirs, stride))
    if state["wrapped"]:
        rows, columns = min(rows, state["height"] - rows), min(columns, state["width"] - columns)
    return bool(rows + columns == 2)


@kernel
def candidates(state: State, seat: int, mask: Array) -> int:
    """All moves but those off the board and onto the own body, which are never better."""
    count, is_asked = 0, accepts(state, seat, 0)
    for move in range(4):
        is_kept = is_asked and not is_suicidal(state, seat, move)
        mask[move] = is_kept
        count += is_kept
    if count == 0 and is_asked:
        mask[0] = 1
        return 1
    return count


@kernel
def is_suicidal(state: State, seat: int, move: int) -> bool:
    """Whether a move kills whatever the others do: it leaves the board, or meets the own body."""
    head = head_of(state, seat)
    there = next_cell(state, head, move)
    if state["cells"][there] == WALL:
        return True
    if state["cells"][there] == 0:
        return False
    return meets_itself(state, seat, there)


@kernel
def meets_itself(state: State, seat: int, cell: int) -> bool:
    """Whether the own body will lie in a cell when the head comes: all but its last part does."""
    for part in range(state["lengths"][seat] - 1):
        if part_of(state, seat, part) == cell:
            return True
    return False


@kernel
def is_blocked(state: State, seat: int, move: int) -> bool:
    """Whether a move kills unless another one goes out: also onto a body that stays."""
    there = next_cell(state, head_of(state, seat), move)
    found = state["cells"][there]
    if found == WALL:
        return True
    for other in range(state["seats"]):
        if found > 0 and is_living(state, other) and tail_of(state, other) == there:
            # One part of it moves on, and a head that is there does, too.
            found -= 1
    return bool(found > 0)
