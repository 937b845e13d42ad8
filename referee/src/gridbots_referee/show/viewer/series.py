"""How the clocks went over a match, in so few numbers that a page can draw them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.record import Round

MOST: Final = 400
"""Numbers in a line at most; each then stands for twice as many rounds."""
MEASURES: Final[dict[str, tuple[str, Callable[..., int]]]] = {
    "bank": ("bank_ms", min),
    "wall": ("wall_us", max),
    "cpu": ("cpu_us", max),
}
"""Name -> the field of a round, and which value stands for several rounds."""
Value = int | None


class Series:
    """The bank in ms (the least), wall and CPU time in us (the greatest) of each seat."""

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
            if len(self._lines["bank"][0]) == MOST:
                self._halve()

    def _put(self) -> None:
        for name, (field, choose) in MEASURES.items():
            rows = [row for each in self._waiting if (row := getattr(each, field))]
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

    def told(self) -> dict[str, Any]:
        return {"width": self._width, **self._lines}


def _of(values: Sequence[Value], choose: Callable[..., int]) -> Value:
    return choose((value for value in values if value is not None), default=None)
