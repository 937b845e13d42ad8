"""Measures of the frames of a match: score and territory of each seat, at evenly spaced rounds."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame
    from gridbots_referee.show.viewer.replay.timeline import Timeline

POINTS: Final = 200
"""Frames that are looked at, at most."""
STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
Cell = tuple[int, int]


def measures(timeline: Timeline) -> dict[str, Any]:
    """By name and seat, a number each `every` frames, from the opening on."""
    every = max(-(-(timeline.last + 1) // POINTS), 1)
    frames = [timeline.frame(number) for number in range(0, timeline.last + 1, every)]
    scores = zip(*(frame.scores for frame in frames), strict=True)
    grounds = zip(*(territory(frame) for frame in frames), strict=True)
    return {"every": every, "score": list(map(list, scores)), "territory": list(map(list, grounds))}


def territory(frame: Frame) -> list[int | None]:
    """Voronoi territory: how many free cells each living seat can reach before any other.

    Trails that are walls show where they lead; others are no obstacle.
    """
    blocked = {
        (mark.row, mark.column)
        for mark in frame.marks
        if mark.kind in {"block", "body", "head"}
        or (mark.kind == "trail" and mark.heading is not None)
    }
    heads = {
        mark.seat: (mark.row, mark.column)
        for mark in frame.marks
        if mark.kind == "head" and mark.seat is not None
    }
    reached = _nearest(frame, blocked, heads)
    counts = dict.fromkeys(heads, 0)
    for seat in reached.values():
        if seat is not None:
            counts[seat] += 1
    return [counts.get(seat) for seat in range(len(frame.living))]


def _nearest(frame: Frame, blocked: set[Cell], heads: dict[int, Cell]) -> dict[Cell, int | None]:
    """Breadth-first search from all heads at once: cell -> seat; None where several come first."""
    found: dict[Cell, tuple[int, int | None]] = {}
    queue = deque((cell, 0, seat) for seat, cell in heads.items())
    while queue:
        (row, column), steps, seat = queue.popleft()
        for down, right in STEPS:
            there = row + down, column + right
            if not (0 <= there[0] < frame.rows and 0 <= there[1] < frame.columns):
                continue
            if there in blocked:
                continue
            if there not in found:
                found[there] = (steps + 1, seat)
                queue.append((there, steps + 1, seat))
            elif found[there][0] == steps + 1 and found[there][1] != seat:
                found[there] = (steps + 1, None)
    return {cell: seat for cell, (_, seat) in found.items()}
