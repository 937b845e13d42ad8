"""Snake as frames: the head, the body counted from it, and the apple."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.snake.state import body
from gridbots.grid import column_of, offset, row_of
from gridbots.pictures.frames import Frame, Mark

if TYPE_CHECKING:
    from gridbots.game import State


def frame(state: State, previous: Frame | None) -> Frame:  # noqa: ARG001  a state says it all
    living = int(state["dead"]) == 0
    return Frame(
        round=int(state["rounds"]),
        rows=int(state["height"]),
        columns=int(state["width"]),
        marks=(*_apple(state), *(_snake if living else _dead_snake)(state)),
        living=(living,),
        scores=(int(state["length"]),),
    )


def _apple(state: State) -> list[Mark]:
    apple = int(state["apple"])
    return [Mark(*_place(state, apple), "item", value=1)] if apple else []


def _snake(state: State) -> list[Mark]:
    *rest, head = body(state)
    parts = _parts(state, rest, first=1)
    return [*parts, Mark(*_place(state, head), "head", 0, int(state["heading"]))]


def _dead_snake(state: State) -> list[Mark]:
    """The head is a part like the others; where it would have gone is the crash."""
    heading = int(state["heading"])
    crash = int(state["head"]) + offset(heading, int(state["stride"]))
    parts = _parts(state, body(state), first=0)
    return [*parts, Mark(*_place(state, crash), "crash", 0, heading)]


def _parts(state: State, cells: list[int], first: int) -> list[Mark]:
    """Marks for parts, tail first; the last part has the number `first`."""
    numbers = range(first + len(cells) - 1, first - 1, -1)
    return [
        Mark(*_place(state, cell), "body", 0, value=number)
        for cell, number in zip(cells, numbers, strict=True)
    ]


def _place(state: State, cell: int) -> tuple[int, int]:
    stride = int(state["stride"])
    return row_of(cell, stride), column_of(cell, stride)
