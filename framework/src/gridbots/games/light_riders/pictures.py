"""Frames of Light Riders: heads, and trails with the seat that left them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.light_riders.rules import EMPTY, head_position
from gridbots.grid import index_of
from gridbots.pictures.frames import Frame, Mark

if TYPE_CHECKING:
    from gridbots.game import State


def frame(state: State, previous: Frame | None) -> Frame:
    seats = int(state["seats"])
    marks = _blocks(state) if previous is None else _trails(state, previous)
    fresh = previous is None
    marks += [mark for seat in range(seats) if (mark := _rider(state, seat, fresh=fresh))]
    rounds = int(state["rounds"])
    gone = [int(value) for value in state["eliminated"][:seats]]
    return Frame(
        round=rounds,
        rows=int(state["height"]),
        columns=int(state["width"]),
        marks=tuple(marks),
        living=tuple(value == 0 for value in gone),
        scores=tuple(value or rounds for value in gone),
    )


def _blocks(state: State) -> list[Mark]:
    """Walls of a board with unknown history."""
    heads = {head_position(state, seat) for seat in range(int(state["seats"]))}
    cells, stride = state["cells"], int(state["stride"])
    return [
        Mark(row, column, "block")
        for row in range(int(state["height"]))
        for column in range(int(state["width"]))
        if cells[index_of(row, column, stride)] != EMPTY and (row, column) not in heads
    ]


def _trails(state: State, previous: Frame) -> list[Mark]:
    """The marks of the previous round, with heads turned into trails."""
    headings = state["headings"]
    return [
        Mark(mark.row, mark.column, "trail", mark.seat, int(headings[mark.seat]))
        if mark.kind == "head" and mark.seat is not None
        else mark
        for mark in previous.marks
    ]


def _rider(state: State, seat: int, *, fresh: bool) -> Mark | None:
    """The head of a living rider, or the crash of a newly eliminated one."""
    row, column = head_position(state, seat)
    heading, gone = int(state["headings"][seat]), int(state["eliminated"][seat])
    if gone == 0:
        return Mark(row, column, "head", seat, heading)
    if gone == state["rounds"] and not fresh:
        return Mark(row, column, "crash", seat, heading)
    return None
