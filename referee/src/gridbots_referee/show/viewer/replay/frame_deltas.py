"""Delta encoding of frames for the page: a keyframe in full, then changes.

    mark     [cell, kind, seat + 1, heading + 1, value]; zeros at its end are left out
    cell     (row + 1) * (columns + 2) + column + 1: the board may be left by one
    body     the parts of a seat's body in order, each a cell

A snake that goes on changes the place of every part of its body: so bodies are told as the cells
that came in front, and how many of the others are left.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, get_args

from gridbots.frames import Frame, Kind, Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS: Final = get_args(Kind)
Code = tuple[int, ...]


def cell_code(mark: Mark, columns: int) -> int:
    return (mark.row + 1) * (columns + 2) + mark.column + 1


def mark_code(mark: Mark, columns: int) -> Code:
    seat, heading = (-1 if each is None else each for each in (mark.seat, mark.heading))
    code = (
        cell_code(mark, columns),
        KINDS.index(mark.kind),
        seat + 1,
        heading + 1,
        mark.value or 0,
    )
    length = len(code)
    while not code[length - 1]:
        length -= 1
    return code[: max(length, 2)]


class EncodedFrame:
    """A frame, ready to be compared with another one."""

    def __init__(self, frame: Frame) -> None:
        columns = frame.columns
        plain = [mark for mark in frame.marks if mark.kind != "body" or mark.seat is None]
        # A dictionary keeps the order, in which marks lie upon each other.
        self.marks: dict[Code, None] = dict.fromkeys(mark_code(mark, columns) for mark in plain)
        self.bodies = _bodies(frame)
        self.frame = frame

    def whole(self) -> dict[str, Any]:
        return {
            "round": self.frame.round,
            "living": self.frame.living,
            "scores": self.frame.scores,
            "marks": list(self.marks),
            "bodies": self.bodies,
        }

    def since(self, before: EncodedFrame) -> dict[str, Any]:
        """What has changed since another frame; only what has."""
        change = {
            "gone": [mark for mark in before.marks if mark not in self.marks],
            "come": [mark for mark in self.marks if mark not in before.marks],
            "bodies": {
                seat: _moved(before.bodies.get(seat, []), self.bodies.get(seat, []))
                for seat in {**before.bodies, **self.bodies}
                if before.bodies.get(seat) != self.bodies.get(seat)
            },
            "living": self.frame.living if self.frame.living != before.frame.living else None,
            "scores": self.frame.scores if self.frame.scores != before.frame.scores else None,
        }
        return {"round": self.frame.round, **{name: each for name, each in change.items() if each}}


def _bodies(frame: Frame) -> dict[int, list[int]]:
    """The cells of each seat's body, from the head on."""
    parts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    columns = frame.columns
    for mark in frame.marks:
        if mark.kind == "body" and mark.seat is not None:
            parts[mark.seat].append((mark.value or 0, cell_code(mark, columns)))
    return {seat: [cell for _, cell in sorted(cells)] for seat, cells in parts.items()}


def _moved(before: Sequence[int], now: Sequence[int]) -> tuple[Sequence[int], int]:
    """The cells that came in front, and how many cells from the front of the old body are left."""
    for new in range(min(len(now), 3)):
        left = len(now) - new
        if left <= len(before) and list(now[new:]) == list(before[:left]):
            return now[:new], left
    return now, 0
