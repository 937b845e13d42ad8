"""Food: who eats it, and where more appears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.chance import below
from gridbots.grid import index_of, offset
from gridbots.kernel import kernel
from gridbots_battlesnake.state import MOST_HEALTH, WALL, grow, head_of, is_living

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def feed(state: State) -> None:
    """All living snakes whose heads are on food eat it, also several of one."""
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
    """Take food from a cell, if some is there; the rest keeps its order."""
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
    """As much as is missing; if nothing is, one more now and then.

    With the chance c in one of 100 / (c - 1) rounds: so the original counts.
    """
    missing = state["minimum_food"] - state["food_count"]
    if missing > 0:
        for _ in range(missing):
            draw_one(state)
    elif state["food_chance"] > 0 and below(state["generator"], 100) < state["food_chance"] - 1:
        draw_one(state)


@kernel
def draw_one(state: State) -> None:
    """One food in any cell that may have it, all equally likely; none where none may."""
    cells, food, stride = state["cells"], state["food"], state["stride"]
    free = 0
    for row in range(state["height"]):
        for cell in range(index_of(row, 0, stride), index_of(row, state["width"], stride)):
            free += cells[cell] == 0 and food[cell] == 0 and not is_by_a_head(state, cell)
    if free == 0:
        return
    left = below(state["generator"], free)
    for row in range(state["height"]):
        for cell in range(index_of(row, 0, stride), index_of(row, state["width"], stride)):
            if cells[cell] == 0 and food[cell] == 0 and not is_by_a_head(state, cell):
                if left == 0:
                    add_food(state, cell)
                    return
                left -= 1


@kernel
def is_by_a_head(state: State, cell: int) -> bool:
    """Whether a living head is one step away; not across the edges, also where these wrap."""
    for direction in range(4):
        there = cell + offset(direction, state["stride"])
        if 0 < state["cells"][there] < WALL:
            for seat in range(state["seats"]):
                if is_living(state, seat) and head_of(state, seat) == there:
                    return True
    return False
