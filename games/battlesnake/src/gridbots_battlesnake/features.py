"""Evaluation features of Battlesnake, and their weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import apart, column_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.movement import accepts, next_cell
from gridbots_battlesnake.state import UNSEEN, WALL, head_of, is_living, part_of, tail_of
from gridbots_battlesnake.territory import FAR, WORK, spread

if TYPE_CHECKING:
    from gridbots.game import State

Array = Any
Record = Any

FEATURES: Final = (
    "area", "rivals", "lack", "squeeze", "lead", "food", "hunger", "danger", "prey", "others",
    "hazard",
)  # fmt: skip
"""area: cells that the snake reaches first (see `territory`).
rivals: the largest area of another snake.
lack: parts of its body that do not fit into its area.
squeeze: the most parts of another snake's body that do not fit into that snake's area, among snakes
    whose head is visible.
lead: parts more than the longest other snake, at most 4; alone its length.
food: nearness of food, from 1 under its head to 0 at a distance of width plus height. Food that it
    reaches first counts with its steps. Without such food, the nearest food counts as some steps
    farther; without any food, the distance is half of width plus height.
hunger: rounds by which its health falls short of that food, with a reserve.
danger: snakes at least as long whose head could meet its own in the next round.
prey: shorter snakes whose head could meet its own in the next round.
others: living other snakes.
hazard: health lost in the cell of its head, in hundreds.
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
"""Default weights for searches: see docs/results/battlesnake_weights.md."""

MOST_LEAD: Final = 4
"""A lead beyond this does not count."""
DETOUR: Final = 4
"""Steps added to the distance of food that other snakes reach first."""
SPARE: Final = 25
"""Reserve of rounds for the way to food, since other snakes may block it."""


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:
    return weigh(state, seat, weights, np.empty(1, WORK), np.zeros(len(FEATURES)))


@kernel
def weigh(state: State, seat: int, weights: Array, works: Array, values: Array) -> float:
    """The same as `evaluate`, with a workspace and values of the caller."""
    # The workspace is passed in an array: in compiled code a record does not keep it alive.
    spread(state, works[0])
    measure(state, seat, works[0], values)
    total = 0.0
    for feature in range(len(FEATURES)):
        total += weights[feature] * values[feature]
    return total


@kernel
def measure(state: State, seat: int, work: Record, values: Array) -> None:
    """Write the features of a living seat to `values`, after `spread`."""
    areas, length, steps = work["areas"], state["lengths"][seat], work["food_steps"][seat]
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
    """Steps to the nearest food with a detour; half of the board if the board has no food."""
    least, head = state["width"] + state["height"], head_of(state, seat)
    if state["food_count"] == 0:
        return int(least // 2)
    for index in range(state["food_count"]):
        least = min(least, DETOUR + apart(head, state["foods"][index], state["stride"]))
    return int(least)


@kernel
def may_meet(state: State, seat: int, other: int) -> bool:
    """Whether two heads can meet in one cell in the next round: they are two steps apart."""
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
    """Mark all moves except those off the board or onto the own body; they are never better."""
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
    """Whether a move always kills: it leaves the board or runs into the own body."""
    head = head_of(state, seat)
    there = next_cell(state, head, move)
    if state["cells"][there] == WALL:
        return True
    if state["cells"][there] == 0:
        return False
    return meets_itself(state, seat, there)


@kernel
def meets_itself(state: State, seat: int, cell: int) -> bool:
    """Whether the own body will cover a cell when the head arrives; its last part will not."""
    for part in range(state["lengths"][seat] - 1):
        if part_of(state, seat, part) == cell:
            return True
    return False


@kernel
def is_blocked(state: State, seat: int, move: int) -> bool:
    """Whether a move kills unless another snake is eliminated: it runs into a wall or a body."""
    there = next_cell(state, head_of(state, seat), move)
    found = state["cells"][there]
    if found == WALL:
        return True
    for other in range(state["seats"]):
        if found > 0 and is_living(state, other) and tail_of(state, other) == there:
            # The last part moves on, and a head in the same cell does, too.
            found -= 1
    return bool(found > 0)
