"""claim as frames: blocks, the ground of each seat, and the walkers on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.frames import Frame, Mark
from gridbots_claim.rules import BLOCK, CLAIMED, FREE
from gridbots_claim.wire import board, places

if TYPE_CHECKING:
    from gridbots import State


def frame(state: State, previous: Frame | None) -> Frame:
    seats, width = int(state["seats"]), int(state["width"])
    ground = [
        mark_of(index // width, index % width, int(value))
        for index, value in enumerate(board(state).flat)
        if value != FREE
    ]
    walkers = [
        Mark(place // width, place % width, "head", seat)
        for seat, place in enumerate(places(state))
    ]
    return Frame(
        round=int(state["rounds"]),
        rows=int(state["height"]),
        columns=width,
        marks=(*ground, *walkers),
        living=(True,) * seats,
        scores=tuple(float(value) for value in state["claims"][:seats]),
    )


def mark_of(row: int, column: int, value: int) -> Mark:
    if value == BLOCK:
        return Mark(row, column, "block")
    return Mark(row, column, "area", value - CLAIMED)
