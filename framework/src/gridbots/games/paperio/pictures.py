"""Frames of Paper.io: land, trails and heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.paperio.state import OWNED, UNSEEN, head_position
from gridbots.grid import index_of
from gridbots.pictures.frames import Frame, Mark

if TYPE_CHECKING:
    from gridbots.game import State


def frame(state: State, previous: Frame | None) -> Frame:  # noqa: ARG001  a state shows all
    seats, side, stride = (int(state[name]) for name in ("seats", "side", "stride"))
    marks: list[Mark] = []
    for row in range(side):
        for column in range(side):
            marks += _ground(state, row, column, index_of(row, column, stride))
    marks += [mark for seat in range(seats) if (mark := _head(state, seat))]
    return Frame(
        round=int(state["rounds"]),
        rows=side,
        columns=side,
        marks=tuple(marks),
        living=tuple(int(gone) == 0 for gone in state["eliminated"][:seats]),
        scores=tuple(int(area) for area in state["areas"][:seats]),
    )


def _ground(state: State, row: int, column: int, cell: int) -> list[Mark]:
    """Marks for the land and the trails in a cell."""
    owner, trails = int(state["owners"][cell]) - OWNED, int(state["trails"][cell])
    land = [Mark(row, column, "area", owner)] if owner >= 0 else []
    return land + [
        Mark(row, column, "trail", seat)
        for seat in range(int(state["seats"]))
        if trails >> seat & 1
    ]


def _head(state: State, seat: int) -> Mark | None:
    """The head of a living seat, or the crash of a newly eliminated one."""
    gone = int(state["eliminated"][seat])
    if state["heads"][seat] == UNSEEN or gone not in (0, int(state["rounds"])):
        return None
    row, column = head_position(state, seat)
    kind = "head" if gone == 0 else "crash"
    return Mark(row, column, kind, seat, int(state["headings"][seat]))  # type: ignore[arg-type]
