"""Lines through cells: trails from steps, bodies from their parts, from the front on."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gridbots.grid import COLUMN_STEPS, ROW_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Mark
    from gridbots_referee.show.drawing.shapes import Cell

Line = tuple["Cell", ...]


def trails(marks: Iterable[Mark]) -> dict[int, list[Line]]:
    """The trails of each seat, from marks with the direction of its next step."""
    steps: dict[int, list[tuple[Cell, Cell]]] = defaultdict(list)
    for mark in marks:
        heading = mark.heading or 0
        to = (mark.row + ROW_STEPS[heading], mark.column + COLUMN_STEPS[heading])
        steps[-1 if mark.seat is None else mark.seat].append(((mark.row, mark.column), to))
    return {seat: list(_chained(own)) for seat, own in steps.items()}


def _chained(steps: Sequence[tuple[Cell, Cell]]) -> Iterator[Line]:
    """Join steps to lines: a step continues the line if it begins where the last one ended."""
    line: list[Cell] = []
    for start, end in steps:
        if not line or line[-1] != start:
            if line:
                yield tuple(reversed(line))
            line = [start]
        line.append(end)
    yield tuple(reversed(line))


def bodies(parts: Iterable[Mark], heads: Iterable[Mark]) -> dict[int, list[Line]]:
    """The body of each seat from its head on; a gap between two parts begins a new line."""
    cells: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for mark in parts:
        cells[-1 if mark.seat is None else mark.seat].append(
            (mark.value or 0, (mark.row, mark.column))
        )
    front = {mark.seat: (mark.row, mark.column) for mark in heads}
    lines = {}
    for seat, own in cells.items():
        ordered = [cell for _, cell in sorted(own)]
        lines[seat] = list(_touching(([front[seat]] if seat in front else []) + ordered))
    return lines


def _touching(cells: Sequence[Cell]) -> Iterator[Line]:
    line = [cells[0]]
    for cell in cells[1:]:
        apart = abs(cell[0] - line[-1][0]) + abs(cell[1] - line[-1][1])
        if apart == 0:
            continue
        if apart > 1:
            yield tuple(line)
            line = []
        line.append(cell)
    yield tuple(line)
