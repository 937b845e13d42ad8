"""Time series of a match for the chart, downsampled while it grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gridbots.record import Round

MAX_POINTS: Final = 400
"""Numbers in a line at most; each then stands for twice as many rounds."""
Value = float | None
Values = Sequence[Value]
"""A measure of one round, by seat; empty where nothing is known of it."""


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
"""Name -> the measure of a round, and which of several values stands for them."""


class Series:
    """The bank in ms, wall and CPU time in us, and what the bot takes its position for."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._width = 1
        """Rounds that a number stands for."""
        self._lines: dict[str, list[list[Value]]] = {
            name: [[] for _ in range(seats)] for name in MEASURES
        }
        self._waiting: list[Round] = []
        """Rounds that do not fill a number yet."""

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
