"""Connectivity: whether a rider is cut off from all others, by flood fill.

A set of cells is one long integer, a bit for each cell of the padded board: so a wave of the flood
is four shifts, and nothing need be compiled for a question that is asked once a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.games.light_riders.rules import EMPTY

if TYPE_CHECKING:
    from gridbots.game import State


def is_cut_off(state: State, seat: int) -> bool:
    """Whether no cell that a living rider can reach can be reached by another living rider."""
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
    # Beyond the border a board that is smaller than its record has cells that are never reached.
    return int.from_bytes(bits.tobytes(), "little")


def beside(cells: int, stride: int) -> int:
    """The neighbours of cells."""
    return cells << 1 | cells >> 1 | cells << stride | cells >> stride


def flood(cells: int, free: int, stride: int) -> int:
    """All free cells that are connected with some."""
    before = 0
    while cells != before:
        before = cells
        cells |= beside(cells, stride) & free
    return cells
