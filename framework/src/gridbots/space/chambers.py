"""Trees of chambers: the number of steps that fit into a territory.

A door is an articulation point of a territory: every path from the head to some other cell goes
through it. Doors divide a territory into chambers (biconnected components), a tree with the head at
its root: a rider that has passed a door cannot return, because its own trail blocks the door.
(1) A path alternates between the two colours of a checkerboard, so in one chamber it makes at most
    2 * min(colours) steps, or one more where it starts with the more frequent colour.
(2) A path visits a chain of chambers, each once, each in one piece. So the sum of (1) along the
    best chain is an upper bound of the steps from the head, and in practice a close estimate.
(3) Chambers at the front, the border with another territory, may be lost to the opponent. So before
    a door to a front a rider must choose: either the chambers on this side, or the walk to the door
    and the chambers behind it. Chambers without a front behind a door stay available.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.kernel import kernel
from gridbots.space.workspace import INDICES

if TYPE_CHECKING:
    from gridbots.space.workspace import Array, Record

# In place of the order in which a cell was visited; all are later than any that was.
UNVISITED: Final = 1 << 14
FRONT: Final = UNVISITED + 1
"""A free cell of another territory."""
OUTSIDE: Final = UNVISITED + 2

# What is added up of the cells of a chamber, 16 bits each in one number, from the lowest on: cells
# of even wave, cells of odd wave, liberties, and cells that touch the front.
_BITS: Final = 16
_EACH: Final = (1 << _BITS) - 1
_EVEN: Final = 1
_ODD: Final = 1 << _BITS
_LIBERTIES: Final = 2 * _BITS
_FRONTS: Final = 3 * _BITS

# A chain of chambers is one number, the greater the better: in 16 bits each, from the highest on,
# its steps; 1 if it does not touch the front; the wave of its door; its liberties.
NO_CHAIN: Final = -1
_STEPS: Final = 48
_SAFE: Final = 32
_DOOR: Final = 16


@kernel
def explore(cells: Array, head: int, territory: int, work: Record) -> None:
    """Best chain in the tree of chambers of a head's territory, after `spread`.

    `territory` is the value of `nearest` of its cells. The result is in the workspace, at the head:
    the best `chain` (see `steps_of`, `liberties_of`, `touches_front`), and `liberties` of the whole
    territory.

    Articulation points by depth-first search (Hopcroft and Tarjan, 1973): `up` is the door of the
    part below its neighbour `here` where nothing below `here` has a neighbour visited before `up`.
    The cells visited since `here` that are in no chamber yet then form the chamber of that door.
    """
    _set_out(cells, territory, work)
    parent, sums, first = work["parent"], work["sums"], work["first"]
    visited, total, all_chambers = 1, 0, 0
    _visit(head, visited, work)
    here, left = head, _unvisited_around(head, work)
    while left != 0 or here != head:
        if left != 0:
            there = (here + first[left]) & INDICES
            visited += 1
            parent[there] = here
            sums[there] = total
            total += _visit(there, visited, work)
            here = there
        else:
            left_over = _leave(here, parent[here], total, work)
            all_chambers += total - left_over
            total = left_over
            here = parent[here]
        left = _unvisited_around(here, work)
    work["liberties"][head] = all_chambers >> _LIBERTIES & _EACH
    if work["chain"][head] == NO_CHAIN:
        work["chain"][head] = 1 << _SAFE


@kernel
def _set_out(cells: Array, territory: int, work: Record) -> None:
    """Mark every cell: whether it is to be visited."""
    nearest, order = work["nearest"], work["order"]
    for index in range(len(cells)):
        is_front = (nearest[index] > 0) & (cells[index] == 0)
        otherwise = FRONT if is_front else OUTSIDE
        order[index] = UNVISITED if nearest[index] == territory else otherwise


@kernel
def _visit(here: int, visited: int, work: Record) -> int:
    """Enter a cell of the territory; what it adds to the sums of its chamber.

    The head is the first to be visited, and is no liberty of its neighbours.
    """
    order, steps = work["order"], work["steps"]
    low, liberties, front = visited, 0, 0
    for direction in range(4):
        found = order[(here + steps[direction]) & INDICES]
        low = min(low, found)
        liberties += 1 < found < OUTSIDE
        front |= found == FRONT
    order[here] = visited
    work["low"][here] = low
    work["chain"][here] = NO_CHAIN
    colour = _ODD if work["waves"][here] & 1 else _EVEN
    return colour + (int(liberties) << _LIBERTIES) + (int(front) << _FRONTS)


@kernel
def _unvisited_around(here: int, work: Record) -> int:
    """The directions of neighbours that are still to be visited, a bit each."""
    order, steps = work["order"], work["steps"]
    left = 0
    for direction in range(4):
        left |= (order[(here + steps[direction]) & INDICES] == UNVISITED) << direction
    return left


@kernel
def _leave(here: int, up: int, total: int, work: Record) -> int:
    """Hand what was found below a cell to the cell above; the sums of what is in no chamber yet."""
    if work["low"][here] >= work["order"][up]:
        _close(here, up, total - work["sums"][here], work)
        return work["sums"][here]  # type: ignore[no-any-return]
    work["low"][up] = min(work["low"][up], work["low"][here])
    work["chain"][up] = max(work["chain"][up], work["chain"][here])
    return total


@kernel
def _close(here: int, door: int, chamber: int, work: Record) -> None:
    """Complete a chamber, with these sums: offer it, and the best chain behind, to its door."""
    wave = work["waves"][door]
    even, odd = chamber & _EACH, chamber >> _BITS & _EACH
    steps = most_steps(even, odd) if wave & 1 else most_steps(odd, even)
    found = chain_of(
        steps, wave, chamber >> _LIBERTIES & _EACH, chamber >> _FRONTS != 0, work["chain"][here]
    )
    work["chain"][door] = max(work["chain"][door], found)


@kernel
def chain_of(steps: int, wave: int, liberties: int, front: bool, behind: int) -> int:  # noqa: FBT001
    """The chain of a chamber behind a door of this wave, and of the best chain behind it."""
    if behind != NO_CHAIN:
        if not touches_front(behind):
            steps += steps_of(behind)
            liberties += liberties_of(behind)
        else:
            through = steps_of(behind) + (behind >> _DOOR & _EACH) - wave
            if through > steps:
                steps = through
                liberties = liberties_of(behind)
            front = True
    return int(steps) << _STEPS | int(not front) << _SAFE | int(wave) << _DOOR | int(liberties)


@kernel
def steps_of(chain: int) -> int:
    return int(chain) >> _STEPS


@kernel
def liberties_of(chain: int) -> int:
    return int(chain) & _EACH


@kernel
def touches_front(chain: int) -> bool:
    return bool(int(chain) >> _SAFE & _EACH == 0)


@kernel
def most_steps(first: int, second: int) -> int:
    """Parity bound: maximum number of steps that alternate between two colours."""
    return 2 * first if first <= second else 2 * second + 1
