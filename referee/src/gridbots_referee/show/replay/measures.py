"""Measures of a match: clocks and evaluations, downsampled, and what can be read from frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.replay.lead import lead

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame
    from gridbots.record import Round
    from gridbots_referee.show.replay.timeline import Timeline

MAX_POINTS: Final = 400
"""Values in a line at most; beyond that each value covers twice as many rounds."""
Value = float | None
Values = Sequence[Value]
"""A measure of one round by seat; empty if it is unknown."""


def _evaluations(each: Round) -> Values:
    return [overlay.value if overlay else None for overlay in each.overlays]


def _depths(each: Round) -> Values:
    return [overlay.depth if overlay else None for overlay in each.overlays]


def _last(values: Sequence[float]) -> Value:
    return values[-1] if values else None


def _least(values: Sequence[float]) -> Value:
    return min(values, default=None)


def _most(values: Sequence[float]) -> Value:
    return max(values, default=None)


MEASURES: Final[dict[str, tuple[Callable[[Round], Values], Callable[[Sequence[float]], Value]]]] = {
    "bank": (lambda each: each.bank_ms, _least),
    "wall": (lambda each: each.wall_us, _most),
    "cpu": (lambda each: each.cpu_us, _most),
    "value": (_evaluations, _last),
    "depth": (_depths, _last),
}
"""Name -> the measure of a round, and the function that reduces several values to one."""


class Series:
    """Time bank in ms, wall and CPU time in us, and the evaluation and depth that bots report."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._width = 1
        """Rounds per value."""
        self._lines: dict[str, list[list[Value]]] = {
            name: [[] for _ in range(seats)] for name in MEASURES
        }
        self._waiting: list[Round] = []
        """Rounds that do not make up a value yet."""

    def add(self, each: Round) -> None:
        self._waiting.append(each)
        if len(self._waiting) == self._width:
            self._put()
            if len(self._lines["bank"][0]) == MAX_POINTS:
                self._halve()

    def _put(self) -> None:
        for name, (measure, choose) in MEASURES.items():
            rows = [row for each in self._waiting if (row := measure(each))]
            for seat, line in enumerate(self._lines[name]):
                line.append(_of([row[seat] for row in rows if seat < len(row)], choose))
        self._waiting.clear()

    def _halve(self) -> None:
        self._width *= 2
        for name, (_, choose) in MEASURES.items():
            self._lines[name] = [
                [_of(pair, choose) for pair in zip(line[::2], line[1::2], strict=True)]
                for line in self._lines[name]
            ]

    def as_dict(self) -> dict[str, Any]:
        return {"width": self._width, **self._lines}


def _of(values: Sequence[Value], choose: Callable[[Sequence[float]], Value]) -> Value:
    return choose([value for value in values if value is not None])


POINTS: Final = 200
"""Frames that are measured, at most."""
STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
Cell = tuple[int, int]


def measures(timeline: Timeline) -> dict[str, Any]:
    """Values by name and seat, one for each `every` frames from the opening on."""
    every = max(-(-(timeline.last + 1) // POINTS), 1)
    frames = [timeline.frame(number) for number in range(0, timeline.last + 1, every)]
    scores = list(map(list, zip(*(frame.scores for frame in frames), strict=True)))
    grounds: dict[str, list[list[Value]]] = {}
    if timeline.game.steers:
        counts = zip(*(territory(frame) for frame in frames), strict=True)
        grounds["territory"] = list(map(list, counts))
    found = lead(every, {**grounds, "score": scores})
    return {"every": every, "lines": {"score": scores, **grounds, **named(frames)}, "lead": found}


def named(frames: Sequence[Frame]) -> dict[str, list[list[Value]]]:
    """The measures of frames that are numbers, by name and seat."""
    names = dict.fromkeys(name for frame in frames for name in frame.measures)
    missing = (None,) * len(frames[0].living)
    lines = {
        name: [
            list(line)
            for line in zip(*(each.measures.get(name, missing) for each in frames), strict=True)
        ]
        for name in names
    }
    return {
        name: own
        for name, own in lines.items()
        if not any(isinstance(value, str) for line in own for value in line)
    }


def territory(frame: Frame) -> list[int | None]:
    """Voronoi territory: the number of free cells that each seat can reach before all others.

    Only trails with a direction are walls.
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
    """Breadth-first search from all heads at once: cell -> the first seat, None if it is shared."""
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
