"""State record of Battlesnake.

A body is stored in a ring buffer, with its head at place -clock. The clock is the number of rounds
played or, for an eliminated snake, the round of its elimination. So a step writes one cell and
clears another, whatever the length, and equal states are equal bytes.

Columns count from the left and rows from the top, as everywhere in gridbots. Battlesnake itself
counts levels from the bottom; `cell_at` converts.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import empty_state
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.grid import border, index_of
from gridbots.kernel import inlined_kernel, kernel
from gridbots_battlesnake.settings import MAPS, BattlesnakeSettings, FogSettings

if TYPE_CHECKING:
    from gridbots.game import State

WALL: Final = 255
"""Content of a cell off the board."""
START_LENGTH: Final = 3
MOST_HEALTH: Final = 100

LIVING: Final = 0
OUT_OF_HEALTH: Final = 1
HAZARD: Final = 2
WALL_COLLISION: Final = 3
SELF_COLLISION: Final = 4
BODY_COLLISION: Final = 5
HEAD_COLLISION: Final = 6
CAUSES: Final = (
    "", "out-of-health", "hazard", "wall-collision", "snake-self-collision", "snake-collision",
    "head-collision",
)  # fmt: skip
"""Causes of elimination, with the names of the original."""
NOBODY: Final = -1
UNSEEN: Final = 0
"""Cell of a body part that an observation does not show: a corner of the border."""

SEAT_TIERS: Final = (4, 16)
CELL_TIERS: Final = ((169, 128), (441, 512), (729, 1024))
"""Capacities for padded cells and for body parts; code is compiled once for each tier.

A body has at most three parts more than the board has cells: its head may be off the board, and its
last cell counts up to three times.
"""


@functools.cache
def state_dtype(
    capacity: int, ring: int, most_seats: int, *, in_fog: bool = False
) -> np.dtype[Any]:
    """The record of one match, with these capacities for padded cells, body parts and seats."""
    return np.dtype(
        [
            # Wider types come first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("eliminated", "i4", (most_seats,)),  # 0: living, else round of its elimination
            ("lengths", "i4", (most_seats,)),  # parts of each body; several may be in its last cell
            ("healths", "i4", (most_seats,)),
            ("causes", "i4", (most_seats,)),  # cause of elimination, or LIVING
            ("killers", "i4", (most_seats,)),  # seat that it ran into, or NOBODY
            ("borders", "i4", (4,)),  # royale: hazardous lines at the top, right, bottom and left
            ("rounds", "i4"),  # rounds played
            ("max_rounds", "i4"),
            ("seats", "i4"),
            ("width", "i4"),
            ("height", "i4"),
            ("stride", "i4"),  # width + 2
            ("food_count", "i4"),
            ("food_chance", "i4"),
            ("minimum_food", "i4"),
            ("hazard_damage", "i4"),
            ("shrink_every", "i4"),
            *([("vision", "i4")] if in_fog else []),  # cells that a snake sees in each direction
            ("bodies", "i2", (most_seats, ring)),  # rings of cells, see above; 0: none
            ("foods", "i2", (ring,)),  # cells with food in the order of their appearance; then 0
            ("hazards", "u2", (capacity,)),  # padded board: number of hazards in a cell
            ("stored", "u2", (capacity,)),  # map snail_mode: hazards of the next round
            ("cells", "u1", (capacity,)),  # padded board: parts of living snakes here, or WALL
            ("food", "u1", (capacity,)),  # padded board: 1 where food lies
            ("map", "u1"),  # index in MAPS
            ("wrapped", "u1"),  # 1: snakes that leave the board enter it on the other side
            ("constrictor", "u1"),  # 1: no food, and all snakes grow in every round
            ("royale", "u1"),  # 1: sides shrink because of the mode
            ("solo", "u1"),  # 1: the match ends when no snake lives, not when one does
        ]
    )


def record_type(settings: BattlesnakeSettings) -> np.dtype[Any]:
    cells, parts = (settings.width + 2) * (settings.height + 2), settings.width * settings.height
    capacity, ring = next(
        tier for tier in CELL_TIERS if cells <= tier[0] and parts + START_LENGTH <= tier[1]
    )
    most_seats = next(most for most in SEAT_TIERS if settings.seats <= most)
    return state_dtype(capacity, ring, most_seats, in_fog=isinstance(settings, FogSettings))


def blank_state(settings: BattlesnakeSettings) -> State:
    """An empty board without snakes."""
    state = empty_state(record_type(settings))
    for name in ("width", "height", "seats", "max_rounds", "food_chance", "minimum_food"):
        state[name] = getattr(settings, name)
    state["hazard_damage"] = settings.hazard_damage
    state["shrink_every"] = settings.shrink_every
    state["stride"] = settings.width + 2
    if isinstance(settings, FogSettings):
        state["vision"] = settings.vision
    state["map"] = MAPS.index(settings.map)
    state["wrapped"] = settings.mode in {"wrapped", "wrapped_constrictor"}
    state["constrictor"] = settings.mode in {"constrictor", "wrapped_constrictor"}
    state["royale"] = settings.mode == "royale"
    state["solo"] = settings.mode == "solo" or settings.seats == 1
    state["killers"] = NOBODY
    border(state["cells"], settings.width, settings.height, WALL)
    return state


@inlined_kernel
def place_of(state: State, seat: int, part: int) -> int:
    """Place in the ring buffer of a body part, counted from the head."""
    gone = state["eliminated"][seat]
    clock = gone if gone > 0 else state["rounds"]
    # `foods` is as long as a ring buffer, and also has a length if it is a list.
    return (part - clock) & (len(state["foods"]) - 1)  # type: ignore[no-any-return]


@inlined_kernel
def part_of(state: State, seat: int, part: int) -> int:
    """The cell of a body part, counted from the head."""
    return state["bodies"][seat, place_of(state, seat, part)]  # type: ignore[no-any-return]


@inlined_kernel
def head_of(state: State, seat: int) -> int:
    return part_of(state, seat, 0)


@inlined_kernel
def tail_of(state: State, seat: int) -> int:
    return part_of(state, seat, state["lengths"][seat] - 1)


@inlined_kernel
def is_living(state: State, seat: int) -> bool:
    return bool(state["eliminated"][seat] == 0)


@kernel
def cell_at(state: State, column: int, level: int) -> int:
    """The cell in a column at a level, which counts from the bottom row."""
    return index_of(state["height"] - 1 - level, column, state["stride"])


@inlined_kernel
def is_on_board(state: State, cell: int) -> bool:
    return bool(state["cells"][cell] != WALL)


@kernel
def cover(state: State, cell: int) -> None:
    """Add a part of a living snake to a cell."""
    if is_on_board(state, cell):
        state["cells"][cell] += 1


@kernel
def uncover(state: State, cell: int) -> None:
    if is_on_board(state, cell):
        state["cells"][cell] -= 1


@kernel
def grow(state: State, seat: int) -> None:
    """Add a part in the last cell of a body."""
    last = tail_of(state, seat)
    state["bodies"][seat, place_of(state, seat, state["lengths"][seat])] = last
    state["lengths"][seat] += 1
    if is_living(state, seat):
        cover(state, last)


@kernel
def place_snake(state: State, seat: int, cell: int) -> None:
    """Place a new snake with all parts in one cell."""
    for part in range(START_LENGTH):
        state["bodies"][seat, place_of(state, seat, part)] = cell
        cover(state, cell)
    state["lengths"][seat] = START_LENGTH
    state["healths"][seat] = MOST_HEALTH


@kernel
def lift(state: State, seat: int) -> None:
    """Take a snake off the board; its body is kept in the record."""
    for part in range(state["lengths"][seat]):
        uncover(state, part_of(state, seat, part))


@kernel
def living_count(state: State) -> int:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    return living
