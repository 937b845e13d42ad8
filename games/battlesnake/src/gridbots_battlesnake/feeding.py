"""Food: eating it and placing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game.chance import below
from gridbots.grid import index_of, offset
from gridbots.kernel import kernel
from gridbots_battlesnake.state import MOST_HEALTH, WALL, grow, head_of, is_living

if TYPE_CHECKING:
    from gridbots.game import State

BESIDE_A_HEAD: Final = 2
"""Mark in `food` while the cell of new food is drawn; 1 is food."""


@kernel
def feed(state: State) -> None:
    """Let all living snakes whose heads are on food eat; several may share one food."""
    has_eaten = False
    for seat in range(state["seats"]):
        if is_living(state, seat) and state["food"][head_of(state, seat)]:
            has_eaten = True
            state["healths"][seat] = MOST_HEALTH
            grow(state, seat)
    if has_eaten:
        for seat in range(state["seats"]):
            if is_living(state, seat):
                remove_food(state, head_of(state, seat))


@kernel
def remove_food(state: State, cell: int) -> None:
    """Remove the food in a cell, if any; the rest keeps its order."""
    if state["food"][cell] == 0:
        return
    state["food"][cell] = 0
    foods, kept = state["foods"], 0
    for index in range(state["food_count"]):
        if foods[index] != cell:
            foods[kept] = foods[index]
            kept += 1
    foods[kept] = 0
    state["food_count"] = kept


@kernel
def remove_all_food(state: State) -> None:
    for index in range(state["food_count"]):
        state["food"][state["foods"][index]] = 0
        state["foods"][index] = 0
    state["food_count"] = 0


@kernel
def add_food(state: State, cell: int) -> None:
    state["foods"][state["food_count"]] = cell
    state["food_count"] += 1
    state["food"][cell] = 1


@kernel
def draw_food(state: State) -> None:
    """Place the missing food; if none is missing, place one more at random.

    With the chance c the extra food appears in c - 1 of 100 rounds, as in the original.
    """
    missing = state["minimum_food"] - state["food_count"]
    if missing > 0:
        for _ in range(missing):
            draw_one(state)
    elif state["food_chance"] > 0 and below(state["generator"], 100) < state["food_chance"] - 1:
        draw_one(state)


@kernel
def draw_one(state: State) -> None:
    """Place one food in a random allowed cell, if there is one."""
    mark_beside_heads(state, BESIDE_A_HEAD)
    cell = draw_free(state)
    mark_beside_heads(state, 0)
    if cell > 0:
        add_food(state, cell)


@kernel
def mark_beside_heads(state: State, mark: int) -> None:
    """Mark the neighbours of living heads, but not across edges, even on wrapped boards."""
    cells, food, stride = state["cells"], state["food"], state["stride"]
    for seat in range(state["seats"]):
        head = head_of(state, seat)
        if is_living(state, seat) and 0 < cells[head] < WALL:
            for direction in range(4):
                there = head + offset(direction, stride)
                food[there] = food[there] & 1 | mark


@kernel
def draw_free(state: State) -> int:
    """Draw a cell without body, food or mark; 0 if no cell is left."""
    cells, food, stride = state["cells"], state["food"], state["stride"]
    free = 0
    for row in range(state["height"]):
        for cell in range(index_of(row, 0, stride), index_of(row, state["width"], stride)):
            free += cells[cell] == 0 and food[cell] == 0
    if free == 0:
        return 0
    left = below(state["generator"], free)
    for row in range(state["height"]):
        for cell in range(index_of(row, 0, stride), index_of(row, state["width"], stride)):
            if cells[cell] == 0 and food[cell] == 0:
                if left == 0:
                    return cell
                left -= 1
    return 0
