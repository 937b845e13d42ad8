"""Space on a padded board: who is nearer to what, and how many steps fit into it.

A board is an array of cells, 0 where one may go, with a border that one may not; see `grid`. All
kernels work in a room: one record of working memory that the caller makes once (`new_room`), so
that nothing is allocated here.

Chambers. A cell of a territory that every way from the head to some other cell goes through is a
door. Doors cut a territory into chambers, which hang together like a tree with the head at its
root: whoever has passed a door cannot come back, for its own trail blocks the door.
(1) A path alternates between the two colours of a checkerboard, so in one chamber it makes at most
    2 * min(colours) steps, or one more where it starts with the more frequent colour.
(2) A path visits a chain of chambers, each once, each in one piece. So the sum of (1) along the
    best chain is an upper bound of the steps from the head, and in practice a close estimate.
(3) Chambers at the front, the border with another territory, are lost to whoever comes late.
    So before a door to a front one must choose: either the chambers on this side, or the walk
    to the door and what is behind it. Behind a door to a chamber without front, nothing runs away.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES, offset
from gridbots.kernel import kernel

Array = Any
"""A numpy array of numbers; compiled code has its own types."""
Record = Any
"""One record of working memory."""

MOST_HEADS: Final = 4
_CELLS: Final = (max(CAPACITIES),)

ROOM: Final = np.dtype(
    [
        ("steps", "i4", (4,)),  # difference of indices to the neighbour in each direction
        ("counts", "i4", (1 << MOST_HEADS,)),  # how many cells each set of heads is nearest to
        # Of each cell reached:
        ("nearest", "i2", _CELLS),  # set of heads with the shortest way, a bit each; 0: not reached
        ("waves", "i2", _CELLS),  # the length of that way
        ("queue", "i2", _CELLS),  # cells in the order in which they were reached
        # Of each cell of the territory that is searched for doors:
        ("order", "i2", _CELLS),  # when it was visited, from 1; 0: not yet
        ("low", "i2", _CELLS),  # earliest order among neighbours of the cells below it
        ("parent", "i2", _CELLS),  # the cell it was visited from
        ("turns", "i1", _CELLS),  # directions already tried
        # Of the part of its chamber that lies below it, itself included:
        ("even", "i2", _CELLS),  # cells of even wave
        ("odd", "i2", _CELLS),  # cells of odd wave
        ("liberties", "i4", _CELLS),  # pairs of a cell and a free neighbour
        ("fronts", "i1", _CELLS),  # 1: touches the front
        # Of the best chain of chambers behind a door of that part:
        ("next_steps", "i4", _CELLS),
        ("next_liberties", "i4", _CELLS),
        ("next_door", "i2", _CELLS),  # wave of the door
        ("next_fronts", "i1", _CELLS),
    ]
)


def new_room() -> Record:
    """Working memory for the kernels of this module."""
    return np.zeros(1, ROOM)[0]


@kernel
def spread(cells: Array, heads: Array, count: int, stride: int, room: Record) -> int:
    """Walk from all heads at once; fill nearest, waves, queue and counts of the room.

    `heads[:count]` are the cells of the heads, -1 for one that is out; heads themselves are not
    counted and never reached. A cell that several heads reach at the same time is nearest to all.

    Returns:
        The set of heads, a bit each, from whose territory one can walk into another's.
    """
    nearest, waves, queue = room["nearest"], room["waves"], room["queue"]
    counts, steps = room["counts"], room["steps"]
    _clear(len(cells), stride, room)
    end = 0
    for head in range(count):
        if heads[head] >= 0:
            queue[end] = heads[head]
            nearest[heads[head]] = 1 << head
            waves[heads[head]] = 0
            end += 1
    met = 0
    first_step = end
    begin = 0
    while begin < end:
        here = queue[begin]
        mine, wave = nearest[here], waves[here] + 1
        if begin >= first_step:
            counts[mine] += 1
        begin += 1
        for direction in range(4):
            there = here + steps[direction]
            if cells[there] == 0:
                theirs = nearest[there]
                if theirs == 0:
                    nearest[there] = mine
                    waves[there] = wave
                    queue[end] = there
                    end += 1
                elif theirs != mine:
                    met |= theirs | mine
                    if waves[there] == wave:
                        nearest[there] = theirs | mine
    return met


@kernel
def _clear(size: int, stride: int, room: Record) -> None:
    nearest, order, counts = room["nearest"], room["order"], room["counts"]
    for index in range(size):
        nearest[index] = 0
        order[index] = 0
    for heads in range(len(counts)):
        counts[heads] = 0
    for direction in range(4):
        room["steps"][direction] = offset(direction, stride)


@kernel
def explore(cells: Array, head: int, territory: int, room: Record) -> None:
    """Find the best chain of chambers for a head in its territory, after `spread`.

    `territory` is the value of `nearest` of its cells. The result stands in the room at the head:
    `next_steps` (steps), `next_liberties` and `next_fronts` of the chain, and `liberties` of the
    whole territory.

    A depth-first search; a cell `up` is the door of the part below its neighbour `here` where
    nothing below `here` has a neighbour visited before `up` (Hopcroft and Tarjan, 1973).
    """
    nearest, order, low = room["nearest"], room["order"], room["low"]
    turns, steps = room["turns"], room["steps"]
    room["parent"][head] = 0
    visited = 1
    _visit(head, visited, room)
    total = 0
    here = head
    while True:
        direction = turns[here]
        if direction < 4:
            turns[here] = direction + 1
            there = here + steps[direction]
            owner = nearest[there]
            if owner == territory:
                if order[there] == 0:
                    visited += 1
                    room["parent"][there] = here
                    _visit(there, visited, room)
                    room["liberties"][here] += 1
                    here = there
                else:
                    low[here] = min(low[here], order[there])
                    room["liberties"][here] += cells[there] == 0
            elif owner != 0 and cells[there] == 0:
                room["liberties"][here] += 1
                room["fronts"][here] = 1
        elif here == head:
            break
        else:
            up = room["parent"][here]
            total += _leave(here, up, room)
            here = up
    room["liberties"][head] = total
    if room["next_steps"][head] < 0:
        room["next_steps"][head] = 0
        room["next_liberties"][head] = 0
        room["next_fronts"][head] = 0


@kernel
def _visit(here: int, visited: int, room: Record) -> None:
    room["order"][here] = visited
    room["low"][here] = visited
    room["turns"][here] = 0
    odd = room["waves"][here] & 1
    room["odd"][here] = odd
    room["even"][here] = 1 - odd
    room["liberties"][here] = 0
    room["fronts"][here] = 0
    room["next_steps"][here] = -1


@kernel
def _leave(here: int, up: int, room: Record) -> int:
    """Hand what was found below a cell to the cell above; liberties of a finished chamber."""
    if room["low"][here] >= room["order"][up]:
        liberties = room["liberties"][here]
        _close(here, up, room)
        return liberties  # type: ignore[no-any-return]
    room["low"][up] = min(room["low"][up], room["low"][here])
    room["even"][up] += room["even"][here]
    room["odd"][up] += room["odd"][here]
    room["liberties"][up] += room["liberties"][here]
    room["fronts"][up] |= room["fronts"][here]
    if room["next_steps"][here] > room["next_steps"][up]:
        room["next_steps"][up] = room["next_steps"][here]
        room["next_liberties"][up] = room["next_liberties"][here]
        room["next_door"][up] = room["next_door"][here]
        room["next_fronts"][up] = room["next_fronts"][here]
    return 0


@kernel
def _close(here: int, door: int, room: Record) -> None:
    """A chamber is complete: offer it, with the best chain behind it, to its door."""
    wave = room["waves"][door]
    if wave & 1:
        steps = most_steps(room["even"][here], room["odd"][here])
    else:
        steps = most_steps(room["odd"][here], room["even"][here])
    liberties, front = room["liberties"][here], room["fronts"][here]
    behind = room["next_steps"][here]
    if behind >= 0 and room["next_fronts"][here] == 0:
        steps += behind
        liberties += room["next_liberties"][here]
    elif behind >= 0:
        through = behind + room["next_door"][here] - wave
        if through > steps:
            steps = through
            liberties = room["next_liberties"][here]
        front = 1
    if steps > room["next_steps"][door]:
        room["next_steps"][door] = steps
        room["next_liberties"][door] = liberties
        room["next_door"][door] = wave
        room["next_fronts"][door] = front


@kernel
def most_steps(first: int, second: int) -> int:
    """Most steps that alternate between two colours, beginning with the first."""
    return 2 * first if first <= second else 2 * second + 1
