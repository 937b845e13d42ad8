"""Voronoi territories, by breadth-first search from all heads at once, in time.

A cell under a body can be entered once that part has moved on: a part i of a body of length n
leaves after n - i rounds. Of snakes that come to a cell at once the longest has it, of equally long
ones nobody. Bodies are taken not to grow, and nobody waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots_battlesnake.movement import wrapped_cell
from gridbots_battlesnake.settings import MOST_SEATS
from gridbots_battlesnake.state import CELL_TIERS, UNSEEN, WALL, head_of, is_living

if TYPE_CHECKING:
    from gridbots.game import State

Record = Any

_CELLS: Final = (CELL_TIERS[-1][0],)
UNREACHED: Final = -1
FAR: Final = 1000
"""In place of the steps to food where none is within reach."""
SHARE_OF_HAZARD: Final = 0.25
"""What a hazardous cell counts of another one."""

ROOM: Final = np.dtype(
    [
        ("areas", "f8", (MOST_SEATS,)),  # cells that each seat comes to first
        ("food_steps", "i4", (MOST_SEATS,)),  # to the nearest food among them, or FAR
        ("seats", "i4", (MOST_SEATS,)),  # the living ones, longest first
        # Of each padded cell:
        ("frees", "i2", _CELLS),  # rounds until no body is in it
        ("waves", "i2", _CELLS),  # steps of who comes first
        ("owners", "i1", _CELLS),  # that seat, or UNREACHED
        ("contested", "u1", _CELLS),  # 1: another one, equally long, comes at the same time
        ("queue", "i2", _CELLS),  # cells in the order in which they are reached
    ]
)


@kernel
def spread(state: State, room: Record) -> None:
    """Fill the room for a position."""
    owners, waves, queue, frees = room["owners"], room["waves"], room["queue"], room["frees"]
    areas, cells, stride = room["areas"], state["cells"], state["stride"]
    hazards, food, lengths = state["hazards"], state["food"], state["lengths"]
    wraps, costs = state["wrapped"] != 0, state["hazard_damage"] > 0
    _prepare(state, room)
    begin, end = 0, _begin_at_heads(state, room)
    while begin < end:
        here = queue[begin]
        begin += 1
        seat, wave = owners[here], waves[here] + 1
        for direction in range(4):
            there = here + offset(direction, stride)
            if cells[there] == WALL:
                if not wraps:
                    continue
                there = wrapped_cell(state, there)
            owner = owners[there]
            if owner == UNREACHED:
                if frees[there] <= wave:
                    owners[there] = seat
                    waves[there] = wave
                    queue[end] = there
                    end += 1
                    areas[seat] += SHARE_OF_HAZARD if costs and hazards[there] > 0 else 1.0
                    if food[there] and wave < room["food_steps"][seat]:
                        room["food_steps"][seat] = wave
            elif (
                owner != seat
                and waves[there] == wave
                and room["contested"][there] == 0
                and lengths[owner] == lengths[seat]
            ):
                room["contested"][there] = 1
                areas[owner] -= SHARE_OF_HAZARD if costs and hazards[there] > 0 else 1.0


@kernel
def _prepare(state: State, room: Record) -> None:
    owners, frees, contested = room["owners"], room["frees"], room["contested"]
    for cell in range(state["stride"] * (state["height"] + 2)):
        owners[cell] = UNREACHED
        frees[cell] = 0
        contested[cell] = 0
    bodies = state["bodies"]
    last = bodies.shape[1] - 1
    for seat in range(state["seats"]):
        room["areas"][seat] = 0.0
        room["food_steps"][seat] = FAR
        if is_living(state, seat):
            length, clock = state["lengths"][seat], state["rounds"]
            for part in range(length - 1, 0, -1):
                frees[bodies[seat, (part - clock) & last]] = length - part


@kernel
def _begin_at_heads(state: State, room: Record) -> int:
    """Queue the heads, the longest snake first, and return how many there are."""
    seats, lengths, count = room["seats"], state["lengths"], 0
    for seat in range(state["seats"]):
        if is_living(state, seat) and head_of(state, seat) != UNSEEN:
            place = count
            while place > 0 and lengths[seats[place - 1]] < lengths[seat]:
                seats[place] = seats[place - 1]
                place -= 1
            seats[place] = seat
            count += 1
    for place in range(count):
        head = head_of(state, seats[place])
        room["queue"][place] = head
        room["owners"][head] = seats[place]
        room["waves"][head] = 0
    return count
