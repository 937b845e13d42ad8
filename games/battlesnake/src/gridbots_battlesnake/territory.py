"""Voronoi territories, by breadth-first search from all heads at once while bodies move.

A cell under a body can be entered once that part has moved on: part i of a body of length n leaves
after n - i rounds. If several snakes reach a cell at the same time, it belongs to the longest; if
the longest are equal, to none. The search assumes that bodies do not grow and snakes do not wait.

A wave of the search is a few shifts of each word of a bitboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots.space.bitboards import bit_count
from gridbots_battlesnake.bitboards import (
    LAYOUT,
    SET,
    WORDS,
    add,
    add_board,
    beside,
    from_below,
    lay_out,
    over_the_top,
    remove,
)
from gridbots_battlesnake.settings import MOST_SEATS
from gridbots_battlesnake.state import UNSEEN, head_of, is_living, part_of

if TYPE_CHECKING:
    from gridbots.game import State

Record = Any
Array = Any

FAR: Final = 1000
"""Steps to food if no food is within reach."""
SHARE_OF_HAZARD: Final = 0.25
"""Weight of a hazardous cell."""

WORK: Final = np.dtype(
    [
        ("areas", "f8", (MOST_SEATS,)),  # cells that each seat reaches first
        ("food_steps", "i4", (MOST_SEATS,)),  # steps to the nearest food among them, or FAR
        ("seats", "i4", (MOST_SEATS,)),  # seats whose head is visible, longest first
        ("layout", LAYOUT),
        ("left", *SET),  # free cells that no snake has reached
        ("contested", *SET),  # cells reached at the same time by several equally long snakes
        ("food", *SET),
        ("hazards", *SET),
        # For each of `seats`:
        ("fronts", "i8", (MOST_SEATS, WORDS)),  # cells that it reaches first in this wave
        ("reached", "i8", (MOST_SEATS, WORDS)),  # and in all waves
    ]
)


@kernel
def spread(state: State, work: Record) -> None:
    """Fill the workspace for a position."""
    lay_out(state, work["layout"])
    _lay_board(state, work)
    _lay_bodies(state, work)
    count = _begin_at_heads(state, work)
    wave, is_growing = 0, True
    while is_growing:
        wave += 1
        _move_tails(state, work, wave)
        is_growing = False
        for place in range(count):
            if _grow(state, work, place, wave):
                is_growing = True
    for place in range(count):
        work["areas"][work["seats"][place]] = _size(work, work["reached"][place])


@kernel
def _lay_board(state: State, work: Record) -> None:
    """Write the sets of free cells, food and hazards."""
    layout = work["layout"]
    for word in range(WORDS):
        work["left"][word] = 0
        work["contested"][word] = 0
        work["food"][word] = 0
        work["hazards"][word] = 0
    add_board(layout, work["left"], state["height"])
    for index in range(state["food_count"]):
        add(layout, work["food"], state["foods"][index])
    if state["hazard_damage"] > 0 and _has_hazards(state):
        for cell in range(state["stride"] * (state["height"] + 1)):
            if state["hazards"][cell] > 0:
                add(layout, work["hazards"], cell)


@kernel
def _has_hazards(state: State) -> bool:
    hazards, total = state["hazards"], 0
    for cell in range(state["stride"] * (state["height"] + 1)):
        total += hazards[cell]
    return bool(total > 0)


@kernel
def _lay_bodies(state: State, work: Record) -> None:
    """Remove cells under bodies from the free cells."""
    for seat in range(state["seats"]):
        if is_living(state, seat):
            for part in range(state["lengths"][seat]):
                remove(work["layout"], work["left"], part_of(state, seat, part))


@kernel
def _begin_at_heads(state: State, work: Record) -> int:
    """Start the search at the visible heads, longest snake first; return their number."""
    seats, lengths, count = work["seats"], state["lengths"], 0
    for seat in range(state["seats"]):
        work["areas"][seat] = 0.0
        work["food_steps"][seat] = FAR
        if is_living(state, seat) and head_of(state, seat) != UNSEEN:
            place = count
            while place > 0 and lengths[seats[place - 1]] < lengths[seat]:
                seats[place] = seats[place - 1]
                place -= 1
            seats[place] = seat
            count += 1
    for place in range(count):
        for word in range(WORDS):
            work["fronts"][place, word] = 0
            work["reached"][place, word] = 0
        add(work["layout"], work["fronts"][place], head_of(state, seats[place]))
    return count


@kernel
def _move_tails(state: State, work: Record, wave: int) -> None:
    """Free the cells that the bodies leave in this round."""
    for seat in range(state["seats"]):
        part = state["lengths"][seat] - wave
        if part > 0 and is_living(state, seat):
            cell = part_of(state, seat, part)
            # If the part before it lies in the same cell, the cell stays covered for a round.
            if cell != UNSEEN and cell != part_of(state, seat, part - 1):
                add(work["layout"], work["left"], cell)


@kernel
def _grow(state: State, work: Record, place: int, wave: int) -> bool:
    """Extend the front of one seat by a step; return whether it reached new cells."""
    layout, front, left = work["layout"], work["fronts"][place], work["left"]
    seat, equal = work["seats"][place], _first_as_long(state, work, place)
    top, bottom = over_the_top(layout, front), from_below(layout, front)
    before, here, found = 0, front[1], 0
    for word in range(1, layout["words"] + 1):
        after = front[word + 1]
        steps = beside(layout, before, here, after)
        if word == 1:
            steps |= bottom
        if word == layout["words"]:
            steps |= top
        for other in range(equal, place):
            work["contested"][word] |= steps & work["fronts"][other, word]
        new = steps & left[word]
        left[word] ^= new
        front[word] = new
        work["reached"][place, word] |= new
        found |= new
        if new & work["food"][word] and work["food_steps"][seat] == FAR:
            work["food_steps"][seat] = wave
        before, here = here, after
    return bool(found != 0)


@kernel
def _first_as_long(state: State, work: Record, place: int) -> int:
    """The first place whose snake is as long as that of this place."""
    seats, lengths, first = work["seats"], state["lengths"], place
    while first > 0 and lengths[seats[first - 1]] == lengths[seats[place]]:
        first -= 1
    return first


@kernel
def _size(work: Record, reached: Array) -> float:
    """Size of a territory: cells reached and not contested; hazardous cells count less."""
    total = 0.0
    for word in range(1, work["layout"]["words"] + 1):
        own = reached[word] & ~work["contested"][word]
        total += bit_count(own) - (1 - SHARE_OF_HAZARD) * bit_count(own & work["hazards"][word])
    return total
