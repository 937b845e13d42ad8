"""Shortest and longest paths between two squares, as in chuyangliu's PathSolver.

The shortest path is found by breadth-first search, which tries the straight move first and the
others in random order. The longest path is a heuristic: wherever two squares beside a step of the
path are free, the step becomes a detour of three steps over them, until no such pair is left.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.game.chance import below
from gridbots.games.snake.rules import APPLE, EMPTY
from gridbots.grid import CAPACITIES, DOWN, LEFT, RIGHT, UP, offset
from gridbots.kernel import kernel

Record = Any
"""A workspace."""
Directions = Any
"""An array of directions."""
Cells = Any
"""The padded cells of a board of Snake."""

_SQUARES: Final = (max(CAPACITIES),)
WORK: Final = np.dtype(
    [
        ("queue", "i2", _SQUARES),
        ("path", "i1", _SQUARES),  # directions of the steps of the path, the first one first
        ("entered", "i1", _SQUARES),  # direction in which the walk came into a square
        ("used", "u1", _SQUARES),  # 1: no detour may go there
    ]
)
"""Workspace of the path search; its content is not reused."""
UNSEEN: Final = -1


@kernel
def find_shortest(  # noqa: PLR0913, PLR0917  a board, two squares, chance
    cells: Cells, start: int, heading: int, target: int, stride: int, generator: Any, work: Record
) -> int:
    """Breadth-first search: write a shortest path over free squares and return its length.

    0 if no path leads to the target, which may be a square of the body.
    """
    queue, entered = work["queue"], work["entered"]
    for square in range(len(cells)):
        entered[square] = UNSEEN
    queue[0], entered[start] = start, heading
    begin, end = 0, 1
    order: Directions = np.empty(4, np.int8)
    while begin < end:
        here = queue[begin]
        begin += 1
        if here == target:
            return write_path(start, target, stride, work)
        shuffle(order, entered[here], generator)
        for move in order:
            there = here + offset(move, stride)
            is_passable = cells[there] == EMPTY or cells[there] == APPLE or there == target
            if is_passable and entered[there] == UNSEEN:
                entered[there] = move
                queue[end] = there
                end += 1
    return 0


@kernel
def shuffle(order: Directions, first: int, generator: Any) -> None:
    """Shuffle the four directions, but put this one first."""
    order[0], order[1], order[2], order[3] = UP, RIGHT, DOWN, LEFT
    for last in range(3, 0, -1):
        chosen = below(generator, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    for place in range(4):
        if order[place] == first:
            order[place] = order[0]
            order[0] = first
            return


@kernel
def write_path(start: int, target: int, stride: int, work: Record) -> int:
    """Backtrace: write the path that the search has found and return its length."""
    steps, here = 0, target
    while here != start:
        here -= offset(work["entered"][here], stride)
        steps += 1
    here = target
    for step in range(steps - 1, -1, -1):
        work["path"][step] = work["entered"][here]
        here -= offset(work["entered"][here], stride)
    return steps


@kernel
def find_longest(  # noqa: PLR0913, PLR0917  a board, two squares, chance
    cells: Cells, start: int, heading: int, target: int, stride: int, generator: Any, work: Record
) -> int:
    """Longest-path heuristic: write a long path over free squares and return its length, or 0."""
    steps = find_shortest(cells, start, heading, target, stride, generator, work)
    if steps == 0:
        return 0
    mark_used(cells, start, stride, steps, work)
    path, here, step = work["path"], start, 0
    while step < steps:
        side = detour_side(here, path[step], stride, work)
        if side == UNSEEN:
            here += offset(path[step], stride)
            step += 1
        else:
            insert_detour(here, step, steps, side, stride, work)
            steps += 2
    return steps


@kernel
def mark_used(cells: Cells, start: int, stride: int, steps: int, work: Record) -> None:
    """Mark the squares that are not free, and those of the path."""
    for square in range(len(cells)):
        work["used"][square] = cells[square] != EMPTY and cells[square] != APPLE
    here = start
    work["used"][here] = 1
    for step in range(steps):
        here += offset(work["path"][step], stride)
        work["used"][here] = 1


@kernel
def detour_side(here: int, move: int, stride: int, work: Record) -> int:
    """The side of a step on which two squares are free, preferring up and left; else UNSEEN."""
    there = here + offset(move, stride)
    first = UP if move in (LEFT, RIGHT) else LEFT
    for side in (first, first ^ 2):
        aside = offset(side, stride)
        if work["used"][here + aside] == 0 and work["used"][there + aside] == 0:
            return side
    return UNSEEN


@kernel
def insert_detour(  # noqa: PLR0913, PLR0917  a place in the path
    here: int, step: int, steps: int, side: int, stride: int, work: Record
) -> None:
    """Replace a step by three steps: aside, along, and back."""
    path, aside = work["path"], offset(side, stride)
    move = path[step]
    work["used"][here + aside] = 1
    work["used"][here + aside + offset(move, stride)] = 1
    for later in range(steps - 1, step, -1):
        path[later + 2] = path[later]
    path[step], path[step + 1], path[step + 2] = side, move, side ^ 2
