"""Local search for long paths: detours, corner flips, and rotations at the end.

Random proposals change a path on a grid; a proposal that does not fit is skipped:

    extension  the end goes on into a free cell
    rotation   the end turns to a cell of the path next to it: what lies behind that cell is
               reversed, and another cell is the end (L. Posa, "Hamiltonian circuits in random
               graphs", Discrete Mathematics 14, 1976)
    detour     a step is replaced by three around two free cells beside it
    flip       a corner is moved to the free cell across from it
    shortcut   now and then, three steps around two cells become one, which frees cells for a detour
    retreat    now and then, the last cell is removed

A burst of proposals starts from the incumbent; every other burst starts from a prefix of it that
ends at a random cell. The longest path of a burst becomes the incumbent if it is not shorter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game.chance import GENERATOR_SIZE, next_number
from gridbots.grid import CAPACITIES, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.space import Array, Record

PROPOSALS: Final = 5000
"""Proposals in a burst."""
SHORTER: Final = 8
"""Maximum loss of length against the incumbent, by shortcuts and retreats."""
FEWEST: Final = 2
"""One of this many drawn shortcuts is made; in the next three bursts one of 2, 4, 8 times as
many."""

PATH_IMPROVEMENT: Final = np.dtype(
    [
        ("start", "i8"),
        ("stride", "i8"),
        ("bound", "i8"),  # no path has more steps
        ("path", "i8", (max(CAPACITIES),)),  # its cells, from the start on
        ("places", "i8", (max(CAPACITIES),)),  # by cell: its place in the path + 1; 0: not in it
        ("bursts", "i8"),
        ("generator", "i8", (GENERATOR_SIZE,)),
    ]
)


@kernel
def improve_path(search: Record, cells: Array, way: Array, steps: int) -> int:
    """One burst: changes `way`, directions from the start, into a path that is not shorter.

    `cells` is the board with the start blocked; start, stride and bound must be set.

    Returns:
        Its steps.
    """
    path, places, stride = search["path"], search["places"], search["stride"]
    generator = search["generator"]
    rarely = FEWEST << (search["bursts"] & 3)
    now = most = next_number(generator) % (steps + 1) if search["bursts"] & 1 else steps
    search["bursts"] += 1
    follow(path, places, search["start"], stride, way, now)
    for _ in range(PROPOSALS):
        if most >= search["bound"]:
            break
        now = propose(path, places, cells, stride, now, most, next_number(generator), rarely)
        if now > most:
            most = now
            if now >= steps:
                steps = now
                write(path, stride, way, now)
    for place in range(now + 1):
        places[path[place]] = 0
    return steps


@kernel
def follow(  # noqa: PLR0913, PLR0917  a path and what it follows
    path: Array, places: Array, start: int, stride: int, way: Array, steps: int
) -> None:
    """Lay the path along these directions."""
    path[0] = start
    places[start] = 1
    for step in range(steps):
        cell = path[step] + offset(way[step], stride)
        path[step + 1] = cell
        places[cell] = step + 2


@kernel
def write(path: Array, stride: int, way: Array, steps: int) -> None:
    """Write the path as directions."""
    for step in range(steps):
        direction = 0
        while path[step] + offset(direction, stride) != path[step + 1]:
            direction += 1
        way[step] = direction


@kernel
def propose(  # noqa: PLR0913, PLR0917  a path and what may become of it
    path: Array,
    places: Array,
    cells: Array,
    stride: int,
    steps: int,
    most: int,
    drawn: int,
    rarely: int,
) -> int:
    """Change the path by a random number, if possible; return its steps."""
    kind, drawn = drawn & 3, drawn >> 2
    if kind == 0 or steps == 0:
        return turn_end(path, places, cells, steps, path[steps] + offset(drawn & 3, stride))
    aside, drawn = drawn & 1, drawn >> 1
    at, drawn = drawn % steps, drawn // steps
    one, other = path[at], path[at + 1]
    side = stride if abs(other - one) == 1 else 1
    if aside:
        side = -side
    if is_free(places, cells, one + side) and is_free(places, cells, other + side):
        shift(path, places, at + 1, steps, 2)
        path[at + 1] = one + side
        path[at + 2] = other + side
        places[one + side] = at + 2
        places[other + side] = at + 3
        return steps + 2
    if kind == 1 and at + 2 <= steps:
        # Of a straight line, the cell across is the cell itself: it is not free.
        across = one + path[at + 2] - other
        if is_free(places, cells, across):
            places[other] = 0
            path[at + 1] = across
            places[across] = at + 2
    elif kind == 2 and drawn % rarely == 0 and at + 3 <= steps and steps > most - SHORTER:
        ahead = abs(path[at + 3] - one)
        if ahead in (1, stride):
            places[other] = places[path[at + 2]] = 0
            shift(path, places, at + 3, steps, -2)
            return steps - 2
    elif kind == 3 and drawn % (4 * rarely) == 0 and steps > most - SHORTER:
        places[path[steps]] = 0
        return steps - 1
    return steps


@kernel
def is_free(places: Array, cells: Array, cell: int) -> bool:
    return cells[cell] == 0 and places[cell] == 0  # type: ignore[no-any-return]


@kernel
def turn_end(path: Array, places: Array, cells: Array, steps: int, cell: int) -> int:
    """Extension or rotation of the end towards a cell next to it."""
    if cells[cell] == 0 and places[cell] == 0:
        path[steps + 1] = cell
        places[cell] = steps + 2
        return steps + 1
    first, last = places[cell], steps
    while 0 < first < last:
        path[first], path[last] = path[last], path[first]
        places[path[first]] = first + 1
        places[path[last]] = last + 1
        first += 1
        last -= 1
    return steps


@kernel
def shift(path: Array, places: Array, first: int, last: int, by: int) -> None:
    """Move a piece of the path to later or earlier places."""
    for index in range(last - first + 1):
        place = last - index if by > 0 else first + index
        cell = path[place]
        path[place + by] = cell
        places[cell] = place + by + 1
