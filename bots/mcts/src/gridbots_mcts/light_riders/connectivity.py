"""Connectivity: whether a rider is cut off from all others, by flood fill.

A set of cells is one long integer with a bit for each cell of the padded board, so that one step of
the flood fill takes four shifts. It runs once per move and needs no compiled code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.games.light_riders.rules import EMPTY

if TYPE_CHECKING:
    from gridbots.game import State


def is_cut_off(state: State, seat: int) -> bool:
    """Whether no other living rider can reach a cell that this one can reach."""
    stride = int(state["stride"])
    free = free_cells(state)
    reached = flood(beside(1 << int(state["riders"][seat]), stride) & free, free, stride)
    return not any(
        beside(1 << int(state["riders"][other]), stride) & reached
        for other in range(int(state["seats"]))
        if other != seat and state["eliminated"][other] == 0
    )


def free_cells(state: State) -> int:
    bits = np.packbits(state["cells"] == EMPTY, bitorder="little")
    # A board smaller than its record has cells beyond the border; they are never reached.
    return int.from_bytes(bits.tobytes(), "little")


def beside(cells: int, stride: int) -> int:
    """The neighbours of cells."""
    return cells << 1 | cells >> 1 | cells << stride | cells >> stride


def flood(cells: int, free: int, stride: int) -> int:
    """All free cells that are connected with these cells."""
    before = 0
    while cells != before:
        before = cells
        cells |= beside(cells, stride) & free
    return cells
