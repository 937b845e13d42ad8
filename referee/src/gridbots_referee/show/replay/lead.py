"""Lead over a match: who is ahead of all others, where that changes, and the largest swings."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Line = Sequence[float | None]
    Margins = list[list[float]]

SWINGS: Final = 5
"""Number of the largest swings to report."""


def lead(every: int, measures: Mapping[str, Sequence[Line]]) -> dict[str, Any] | None:
    """The lead by the first measure in which the seats differ; None if there is none.

    Each measure has a line for each seat, with a value every `every` rounds. The result has the
    `name` of the measure, the rounds of `changes`, the largest `swings`, and the `largest` swing
    in favour of each seat.
    """
    for name, lines in measures.items():
        points = list(zip(*lines, strict=True))
        margins = [_margins(values) for values in points]
        has_all = all(any(value is not None for value in line) for line in lines)
        if len(lines) > 1 and has_all and any(map(any, margins)):
            swings = _swings(points, margins, every)
            largest = {swing["seat"]: swing for swing in reversed(swings)}
            return {
                "name": name,
                "changes": _changes(margins, every),
                "swings": swings[:SWINGS],
                "largest": [largest.get(seat) for seat in range(len(lines))],
            }
    return None


def _margins(values: Line) -> list[float]:
    """How far each seat is ahead of the best other one; eliminated seats count as 0."""
    known = [value or 0 for value in values]
    return [
        value - max(known[:seat] + known[seat + 1 :], default=0) for seat, value in enumerate(known)
    ]


def _changes(margins: Margins, every: int) -> list[int]:
    """The rounds in which another seat takes the lead."""
    leaders = [
        (index * every, seat)
        for index, ahead in enumerate(margins)
        for seat, margin in enumerate(ahead)
        if margin > 0
    ]
    return [number for (_, before), (number, seat) in pairwise(leaders) if seat != before]


def _swings(points: Sequence[Line], margins: Margins, every: int) -> list[dict[str, Any]]:
    """Gains of a seat from one point to the next, the largest first.

    An elimination is not counted: it ends a match rather than deciding it.
    """
    found = [
        {"round": index * every, "seat": seat, "size": after - before}
        for index in range(1, len(points))
        if not _is_elimination(points[index - 1], points[index])
        for seat, (before, after) in enumerate(zip(margins[index - 1], margins[index], strict=True))
        if after > before
    ]
    return sorted(found, key=lambda swing: (-swing["size"], swing["round"]))


def _is_elimination(before: Line, after: Line) -> bool:
    return any(
        is_now is None and was is not None for was, is_now in zip(before, after, strict=True)
    )
