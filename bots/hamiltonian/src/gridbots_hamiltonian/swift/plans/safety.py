"""Safety invariant of swift: a condition that holds whenever it eats, with the proof.

Take the two-by-two cells of a board, the lanes in them (see `lanes`), and the edges between
neighbouring cells. A step of the body over an edge makes that edge *present*: the body comes by it.
A step from a square to the next one of its own cell makes the edge beside it *absent*: the body has
passed by the lane that would have led across. All other edges are *undecided*.

(1) A tree that spans all cells is a Hamiltonian cycle: from each square go outward if the edge
    there is in the tree, and inward if it is not (see `cycles`).
(2) The body is a stretch of the cycle of a tree if and only if it keeps to the lanes and the tree
    has all present edges and no absent one: the steps of the body are then those of the cycle.
(3) There is such a tree if and only if the present edges have no circle, and the present and the
    undecided edges together connect all cells: let the present ones grow by undecided ones.
(4) *Safe* is a body that fulfils (3). Whoever follows the cycle of its tree reaches every free
    square in fewer steps than the board has squares, and does not collide on the way: the square
    ahead is free before each step, unless the body fills the board. The body is then still a
    stretch of the same cycle, so it is safe wherever it eats.
(5) A plan, a path to the apple, is *sound* if each step keeps to the lanes and goes to a square
    that is free before it, the tail having followed the steps before; if only the last one is onto
    the apple; if it has no more steps than the board has squares; and if the body is safe after it.
(6) A straight body on lanes is safe, so the opening is. At each apple a sound plan is followed to
    its end, or else a cycle as in (4): by induction the body is safe whenever it eats, and the
    next apple comes within as many steps as the board has squares. So no game is lost, and on N
    squares none takes more than N * (N - 1) steps.

Between two apples the body need not be safe: all that comes is known when the plan is made.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back

Record = Any
"""A memory with lanes, or a room."""

SAFE: Final = 0
CIRCLE: Final = 1
"""The present edges have a circle."""
CUT_OFF: Final = 2
"""The absent edges cut cells off."""

_CELLS: Final = (MOST_CELLS,)
_EDGES: Final = (2 * MOST_CELLS,)

SAFETY: Final = [
    # The marks of a check are its number: those of earlier checks need not be wiped out.
    ("check", "i4"),  # number of the last check
    ("present", "i4", _EDGES),
    ("absent", "i4", _EDGES),
    ("joined", "i4", _CELLS),  # cells that hang together with the body
    ("cells", "i2", _CELLS),  # these, the body's own ones first
]
"""Fields of a room to check safety in."""


@kernel
def verdict(memory: Record, room: Record) -> int:
    """Whether the body is safe, by (3): SAFE, CIRCLE or CUT_OFF.

    If cells are cut off, they are those that are not marked as joined.
    """
    count = mark_body(memory, room)
    if count == 0:
        return CIRCLE
    last = memory["squares"] // SIDES
    check, joined, cells = room["check"], room["joined"], room["cells"]
    absent, beyond, side = room["absent"], memory["beyond"], memory["side"]
    joined[last] = check  # The border is no cell to be reached.
    at = 0
    while at < count:
        here = cells[at]
        at += 1
        for way in range(SIDES):
            there = beyond[here, way]
            if joined[there] != check and absent[side[here, way]] != check:
                joined[there] = check
                cells[count] = there
                count += 1
    return SAFE if count == last else CUT_OFF


@kernel
def mark_body(memory: Record, room: Record) -> int:
    """Mark edges and cells of the body; how many cells it is in, 0 if they are in a circle.

    It came into a cell for the first time by an edge that is new to it; in a circle is whoever
    comes by another new edge into a cell where it has been.
    """
    inside, cell, edge, trail = memory["inside"], memory["cell"], memory["edge"], room["trail"]
    present, absent = room["present"], room["absent"]
    joined, cells = room["joined"], room["cells"]
    room["check"] += 1
    check, here = room["check"], trail[room["oldest"]]
    joined[cell[here]] = check
    cells[0] = cell[here]
    count = 1
    circles = 0
    for number in range(room["oldest"] + 1, room["newest"] + 1):
        there = trail[number]
        if there == inside[here]:
            absent[edge[here]] = check
        elif present[edge[here]] != check:
            present[edge[here]] = check
            if joined[cell[there]] == check:
                circles += 1
            else:
                joined[cell[there]] = check
                cells[count] = cell[there]
                count += 1
        here = there
    return 0 if circles > 0 else count


@kernel
def closing_step(memory: Record, room: Record) -> int:
    """The number of the first step that closes a circle, where `mark_body` found one."""
    inside, cell, edge, trail = memory["inside"], memory["cell"], memory["edge"], room["trail"]
    present, joined = room["present"], room["joined"]
    room["check"] += 1
    check, here = room["check"], trail[room["oldest"]]
    joined[cell[here]] = check
    for number in range(room["oldest"] + 1, room["newest"] + 1):
        there = trail[number]
        if there != inside[here] and present[edge[here]] != check:
            if joined[cell[there]] == check:
                return number
            present[edge[here]] = check
            joined[cell[there]] = check
        here = there
    return 0


@kernel
def is_sound(memory: Record, room: Record, apple: int) -> bool:
    """Soundness check: whether the plan in the memory is sound, by (5), step by step."""
    newest, oldest, planned = room["newest"], room["oldest"], memory["planned"]
    inside, outside = memory["inside"], memory["outside"]
    sound = 0 < planned <= memory["squares"]
    for step in range(planned):
        here, there, is_last = (
            room["trail"][room["newest"]],
            memory["plan"][step],
            step == planned - 1,
        )
        keeps = there == inside[here] or (there == outside[here] and there != NOWHERE)
        if not keeps or room["stamp"][there] >= room["oldest"] or (there == apple) != is_last:
            sound = False
            break
        add_step(memory, room, there)
        if not is_last:
            room["oldest"] += 1
    sound = sound and verdict(memory, room) == SAFE
    go_back(memory, room, newest, oldest)
    return bool(sound)
