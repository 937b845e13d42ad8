"""Segments: cells of trails and bodies, and where their lines go from there."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from gridbots.grid import COLUMN_STEPS, ROW_STEPS, opposite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridbots.pictures.frames import Kind, Mark


class Segment(NamedTuple):
    """A cell of a line, and where the line goes from there."""

    row: int
    column: int
    seat: int | None
    heading: int | None


def segments(marks: dict[Kind, list[Mark]]) -> list[Segment]:
    trails = [Segment(mark.row, mark.column, mark.seat, mark.heading) for mark in marks["trail"]]
    heads = {mark.seat: mark for mark in marks["head"]}
    bodies = sorted(marks["body"], key=lambda mark: (mark.seat or 0, mark.value or 0))
    for seat, parts in itertools.groupby(bodies, key=lambda mark: mark.seat):
        chain = [*filter(None, [heads.get(seat)]), *parts]
        trails += [_towards(part, ahead) for ahead, part in itertools.pairwise([chain[0], *chain])]
    return [
        segment for segment in trails if (segment.row, segment.column) not in _places(marks["head"])
    ]


def _towards(part: Mark, ahead: Mark) -> Segment:
    """The step from a part of a body to the one before it, where the two are neighbours."""
    moved = (ahead.row - part.row, ahead.column - part.column)
    directions = list(zip(ROW_STEPS, COLUMN_STEPS, strict=True))
    heading = directions.index(moved) if moved in directions else None
    return Segment(part.row, part.column, part.seat, heading)


def _places(marks: Iterable[Mark]) -> set[tuple[int, int]]:
    return {(mark.row, mark.column) for mark in marks}


def sides_of(found: Sequence[Segment]) -> dict[tuple[int, int], int]:
    """To which sides the line in each cell goes: a sum of 1 << direction."""
    sides: dict[tuple[int, int], int] = defaultdict(int)
    owners = {(row, column): seat for row, column, seat, _ in found}
    for row, column, seat, heading in found:
        if heading is None:
            continue
        sides[row, column] |= 1 << heading
        there = (row + ROW_STEPS[heading], column + COLUMN_STEPS[heading])
        if there in owners and owners[there] == seat:
            sides[there] |= 1 << opposite(heading)
    return sides
