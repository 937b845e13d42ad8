"""Frames of Multiplayer Snake: heads, bodies, candies, and crashes for one round.

The score in a frame is that of the rules, points divided by rank, as if the match ended there.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from gridbots.games.multisnake.rules import score
from gridbots.grid import column_of, index_of, offset, row_of
from gridbots.pictures.frames import Frame, Mark

if TYPE_CHECKING:
    from gridbots.game import State


def frame(state: State, previous: Frame | None) -> Frame:
    seats, side = int(state["seats"]), int(state["side"])
    rounds = int(state["rounds"])
    gone = [int(value) for value in state["eliminated"][:seats]]
    marks = _candies(state, side)
    for seat in range(seats):
        if gone[seat] == 0:
            marks += _snake(state, seat)
        elif gone[seat] == rounds and previous is not None:
            marks.append(Mark(*_place(state, int(state["bodies"][seat, 0])), "crash", seat))
    return Frame(
        round=rounds,
        rows=side,
        columns=side,
        marks=tuple(marks),
        living=tuple(value == 0 for value in gone),
        scores=tuple(round(score(state, seat), 2) for seat in range(seats)),
    )


def _place(state: State, cell: int) -> tuple[int, int]:
    stride = int(state["stride"])
    return row_of(cell, stride), column_of(cell, stride)


def _candies(state: State, side: int) -> list[Mark]:
    candies, stride = state["candies"], int(state["stride"])
    return [
        Mark(row, column, "item", value=points)
        for row, column in product(range(side), repeat=2)
        if (points := int(candies[index_of(row, column, stride)]))
    ]


def _snake(state: State, seat: int) -> list[Mark]:
    cells = np.asarray(state["bodies"])[seat, : state["lengths"][seat]].tolist()
    body = [
        Mark(*_place(state, cell), "body", seat, value=number)
        for number, cell in enumerate(cells)
        if number > 0
    ]
    return [*body, Mark(*_place(state, cells[0]), "head", seat, _heading(state, cells))]


def _heading(state: State, cells: list[int]) -> int:
    """The direction from the second cell to the head."""
    ways = [offset(direction, int(state["stride"])) for direction in range(4)]
    return ways.index(cells[0] - cells[1])
