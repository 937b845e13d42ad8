"""Safety invariant of swift: a condition that holds whenever it eats, with the proof.

Take the two-by-two cells of a board, the lanes in them (see `lanes`), and the edges between
neighbouring cells. A step of the body across an edge makes that edge *present*. A step from a
square to the next one of its own cell makes the edge beside it *absent*: the body has not taken the
lane across it. All other edges are *undecided*.

(1) A tree that spans all cells defines a Hamiltonian cycle: from each square go outward if the edge
    there is in the tree, and inward if it is not (see `cycles`).
(2) The body is a stretch of the cycle of a tree if and only if it keeps to the lanes and the tree
    has all present edges and no absent one: the steps of the body are then those of the cycle.
(3) Such a tree exists if and only if the present edges have no circle, and the present and the
    undecided edges together connect all cells: extend the present edges by undecided ones.
(4) A body that satisfies (3) is *safe*. A snake that follows the cycle of its tree reaches every
    free square in fewer steps than the board has squares and does not collide on the way: the
    square ahead is free before each step, unless the body fills the board. The body remains a
    stretch of the same cycle, so it is safe wherever it eats.
(5) A plan, a path to the apple, is *sound* if each step keeps to the lanes and enters a square that
    is free by then, with the tail following; if only the last step enters the apple; if it has no
    more steps than the board has squares; and if the body is safe after it.
(6) A straight body on lanes is safe, so the opening is safe. After each apple the snake follows a
    sound plan to its end, or a cycle as in (4). By induction the body is safe whenever it eats, and
    it eats the next apple within as many steps as the board has squares. So no game is lost, and on
    N squares no game takes more than N * (N - 1) steps.

Between two apples the body need not be safe, because the whole plan is known when it is made.

The quick check computes the same verdict from counts instead of a walk along the body. Each square
belongs to one cell and to one vertex, where the corners of four cells meet; the border counts as
one vertex. A move outward stays at its vertex and crosses an edge to the next cell; a move inward
stays in its cell and passes an edge to the next vertex. So the present edges connect the cells of
the body, and the absent edges its vertices; and a connected graph has no circle exactly if it has
one edge fewer than nodes. Absent edges cut cells off exactly if they have a circle, which separates
these cells from the rest. The quick check is used while plans are made; `is_sound` decides whether
one is followed.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back

Record = Any
"""A memory with lanes, or a workspace."""

SAFE: Final = 0
CIRCLE: Final = 1
"""The present edges have a circle."""
CUT_OFF: Final = 2
"""The absent edges cut cells off."""

_CELLS: Final = (MOST_CELLS,)
_EDGES: Final = (2 * MOST_CELLS,)

SAFETY: Final = [
    # A check marks with its number, so marks of earlier checks need not be cleared.
    ("check", "i4"),  # number of the last check
    ("present", "i4", _EDGES),
    ("absent", "i4", _EDGES),
    ("joined", "i4", _CELLS),  # cells that are connected to the body
    ("cells", "i2", _CELLS),  # these cells, those under the body first
]
"""Fields of the workspace for the safety check."""


@kernel
def verdict(memory: Record, work: Record) -> int:
    """Check (3): SAFE, CIRCLE or CUT_OFF.

    The cells that are cut off are those not marked as joined.
    """
    count = mark_body(memory, work)
    if count == 0:
        return CIRCLE
    last = memory["squares"] // SIDES
    check, joined, cells = work["check"], work["joined"], work["cells"]
    absent, beyond, side = work["absent"], memory["beyond"], memory["side"]
    joined[last] = check  # The border is not a cell.
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
def mark_body(memory: Record, work: Record) -> int:
    """Mark edges and cells of the body; return the number of its cells, or 0 if they form a circle.

    The body first enters a cell by a new edge. It closes a circle if it enters a cell that it has
    visited by another new edge.
    """
    inside, cell, edge, trail = memory["inside"], memory["cell"], memory["edge"], work["trail"]
    present, absent = work["present"], work["absent"]
    joined, cells = work["joined"], work["cells"]
    work["check"] += 1
    check, here = work["check"], trail[work["oldest"]]
    joined[cell[here]] = check
    cells[0] = cell[here]
    count = 1
    circles = 0
    for number in range(work["oldest"] + 1, work["newest"] + 1):
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
def closing_step(memory: Record, work: Record) -> int:
    """The number of the first step that closes a circle, after `mark_body` found one."""
    inside, cell, edge, trail = memory["inside"], memory["cell"], memory["edge"], work["trail"]
    present, joined = work["present"], work["joined"]
    work["check"] += 1
    check, here = work["check"], trail[work["oldest"]]
    joined[cell[here]] = check
    for number in range(work["oldest"] + 1, work["newest"] + 1):
        there = trail[number]
        if there != inside[here] and present[edge[here]] != check:
            if joined[cell[there]] == check:
                return number
            present[edge[here]] = check
            joined[cell[there]] = check
        here = there
    return 0


@kernel
def is_sound(memory: Record, work: Record, apple: int) -> bool:
    """Soundness check: whether the plan in the memory is sound by (5)."""
    newest, oldest, planned = work["newest"], work["oldest"], memory["planned"]
    inside, outside = memory["inside"], memory["outside"]
    sound = 0 < planned <= memory["squares"]
    for step in range(planned):
        here, there, is_last = (
            work["trail"][work["newest"]],
            memory["plan"][step],
            step == planned - 1,
        )
        keeps = there == inside[here] or (there == outside[here] and there != NOWHERE)
        if not keeps or work["stamp"][there] >= work["oldest"] or (there == apple) != is_last:
            sound = False
            break
        add_step(memory, work, there)
        if not is_last:
            work["oldest"] += 1
    sound = sound and verdict(memory, work) == SAFE
    go_back(memory, work, newest, oldest)
    return bool(sound)


@kernel
def quick_verdict(memory: Record, work: Record) -> int:
    """Quick check: the result of `verdict`; cells that are cut off are not marked as joined."""
    oldest, edges = work["oldest"], memory["edges"] + 1
    work["check"] += 1
    cells = count_since(work["latest"][: memory["squares"] // SIDES], oldest)
    if count_since(work["crossed"][1:edges], oldest) >= cells:
        return CIRCLE
    vertices = count_since(work["visited"][: memory["vertices"] + 1], oldest)
    if count_since(work["passed"][1:edges], oldest) < vertices:
        return SAFE
    mark_joined(memory, work)
    return CUT_OFF


@kernel
def count_since(numbers: Any, oldest: int) -> int:
    """How many of these step numbers belong to the body."""
    count = 0
    for number in numbers:
        count += number >= oldest
    return count


@kernel
def mark_joined(memory: Record, work: Record) -> None:
    """Mark the cells that are connected to the body with the number of the check."""
    passed, oldest, check = work["passed"], work["oldest"], work["check"]
    joined, cells, beyond, side = work["joined"], work["cells"], memory["beyond"], memory["side"]
    joined[memory["squares"] // SIDES] = check  # The border is not a cell.
    cells[0] = memory["cell"][work["trail"][work["newest"]]]
    joined[cells[0]] = check
    at, count = 0, 1
    while at < count:
        here = cells[at]
        at += 1
        for way in range(SIDES):
            there = beyond[here, way]
            if joined[there] != check and passed[side[here, way]] < oldest:
                joined[there] = check
                cells[count] = there
                count += 1
