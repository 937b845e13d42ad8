"""Voronoi territories, by breadth-first search from all heads at once, in time.

A cell under a body can be entered once that part has moved on: a part i of a body of length n
leaves after n - i rounds. Of snakes that come to a cell at once the longest has it, of equally long
ones nobody. Bodies are taken not to grow, and nobody waits.

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
"""In place of the steps to food where none is within reach."""
SHARE_OF_HAZARD: Final = 0.25
"""What a hazardous cell counts of another one."""

ROOM: Final = np.dtype(
    [
        ("areas", "f8", (MOST_SEATS,)),  # cells that each seat comes to first
        ("food_steps", "i4", (MOST_SEATS,)),  # to the nearest food among them, or FAR
        ("seats", "i4", (MOST_SEATS,)),  # those whose head is seen, longest first
        ("layout", LAYOUT),
        ("left", *SET),  # cells that are free, and nobody has come to
        ("contested", *SET),  # to which several, equally long, came at the same time
        ("food", *SET),
        ("hazards", *SET),
        # Of each of `seats`:
        ("fronts", "i8", (MOST_SEATS, WORDS)),  # to what it comes first in this wave
        ("reached", "i8", (MOST_SEATS, WORDS)),  # and in any
    ]
)


@kernel
def spread(state: State, room: Record) -> None:
    """Fill the room for a position."""
    lay_out(state, room["layout"])
    _lay_board(state, room)
    _lay_bodies(state, room)
    count = _begin_at_heads(state, room)
    wave, is_growing = 0, True
    while is_growing:
        wave += 1
        _move_tails(state, room, wave)
        is_growing = False
        for place in range(count):
            if _grow(state, room, place, wave):
                is_growing = True
    for place in range(count):
        room["areas"][room["seats"][place]] = _worth(room, room["reached"][place])


@kernel
def _lay_board(state: State, room: Record) -> None:
    """All cells, and what lies on them."""
    layout = room["layout"]
    for word in range(WORDS):
        room["left"][word] = 0
        room["contested"][word] = 0
        room["food"][word] = 0
        room["hazards"][word] = 0
    add_board(layout, room["left"], state["height"])
    for index in range(state["food_count"]):
        add(layout, room["food"], state["foods"][index])
    if state["hazard_damage"] > 0 and _has_hazards(state):
        for cell in range(state["stride"] * (state["height"] + 1)):
            if state["hazards"][cell] > 0:
                add(layout, room["hazards"], cell)


@kernel
def _has_hazards(state: State) -> bool:
    hazards, total = state["hazards"], 0
    for cell in range(state["stride"] * (state["height"] + 1)):
        total += hazards[cell]
    return bool(total > 0)


@kernel
def _lay_bodies(state: State, room: Record) -> None:
    """Bodies leave no room where they are."""
    for seat in range(state["seats"]):
        if is_living(state, seat):
            for part in range(state["lengths"][seat]):
                remove(room["layout"], room["left"], part_of(state, seat, part))


@kernel
def _begin_at_heads(state: State, room: Record) -> int:
    """Begin at the heads, the longest snake first, and return how many there are."""
    seats, lengths, count = room["seats"], state["lengths"], 0
    for seat in range(state["seats"]):
        room["areas"][seat] = 0.0
        room["food_steps"][seat] = FAR
        if is_living(state, seat) and head_of(state, seat) != UNSEEN:
            place = count
            while place > 0 and lengths[seats[place - 1]] < lengths[seat]:
                seats[place] = seats[place - 1]
                place -= 1
            seats[place] = seat
            count += 1
    for place in range(count):
        for word in range(WORDS):
            room["fronts"][place, word] = 0
            room["reached"][place, word] = 0
        add(room["layout"], room["fronts"][place], head_of(state, seats[place]))
    return count


@kernel
def _move_tails(state: State, room: Record, wave: int) -> None:
    """The last parts of the bodies move on, as they do in each round."""
    for seat in range(state["seats"]):
        part = state["lengths"][seat] - wave
        if part > 0 and is_living(state, seat):
            cell = part_of(state, seat, part)
            # Where the part before it lies in the same cell, that one stays for a round more.
            if cell != UNSEEN and cell != part_of(state, seat, part - 1):
                add(room["layout"], room["left"], cell)


@kernel
def _grow(state: State, room: Record, place: int, wave: int) -> bool:
    """A step of one seat from where it came to last; whether it comes anywhere."""
    layout, front, left = room["layout"], room["fronts"][place], room["left"]
    seat, equal = room["seats"][place], _first_as_long(state, room, place)
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
            room["contested"][word] |= steps & room["fronts"][other, word]
        new = steps & left[word]
        left[word] ^= new
        front[word] = new
        room["reached"][place, word] |= new
        found |= new
        if new & room["food"][word] and room["food_steps"][seat] == FAR:
            room["food_steps"][seat] = wave
        before, here = here, after
    return bool(found != 0)


@kernel
def _first_as_long(state: State, room: Record, place: int) -> int:
    """The first place of a seat that is as long as that of this place."""
    seats, lengths, first = room["seats"], state["lengths"], place
    while first > 0 and lengths[seats[first - 1]] == lengths[seats[place]]:
        first -= 1
    return first


@kernel
def _worth(room: Record, reached: Array) -> float:
    """Cells that are reached and not contested; hazardous ones count less."""
    total = 0.0
    for word in range(1, room["layout"]["words"] + 1):
        own = reached[word] & ~room["contested"][word]
        total += bit_count(own) - (1 - SHARE_OF_HAZARD) * bit_count(own & room["hazards"][word])
    return total
