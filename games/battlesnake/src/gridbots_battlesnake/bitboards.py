"""Bitboards: sets of cells of the padded board, one bit per cell, in words of whole rows.

A step to a neighbour is a shift of all cells of a word at once. Bits that are shifted beyond the
end of a row land on the border, which does not count. Words are signed and their sign bit is not
used: on 11x11 a word holds four rows, on the largest boards two. An empty word comes before the
first word and after the last one, so the first word has the number 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots_battlesnake.settings import MOST_SIDE

if TYPE_CHECKING:
    from gridbots.game import State

Record = Any
Array = Any

BITS: Final = 63
"""Bits of a word without its sign."""
WORDS: Final = -(-(MOST_SIDE + 2) // (BITS // (MOST_SIDE + 2))) + 2
SET: Final = ("i8", (WORDS,))
"""The type of a set of cells in a record."""
ONE_BITS: Final = 16
ONE: Final = 1 << ONE_BITS
"""The unit of `inverse`: precise enough for a multiplication with the number of a cell."""

LAYOUT: Final = np.dtype(
    [
        ("stride", "i8"),
        ("span", "i8"),  # used bits of a word
        ("inverse", "i8"),  # inverse of the span, in units of 1 / ONE
        ("words", "i8"),  # used words
        ("row", "i8"),  # the cells of a row, in the first row of a word
        ("edge", "i8"),  # cells of a word from which a step left crosses the edge; 0: none
        ("across", "i8"),  # shift from there to the other side
        ("last", "i8"),  # where the last row begins in the last word
    ]
)


@kernel
def lay_out(state: State, layout: Record) -> None:
    """Set the layout of a board's cells in words."""
    stride, height = int(state["stride"]), int(state["height"])
    span = BITS // stride * stride
    layout["stride"], layout["span"] = stride, span
    layout["inverse"] = ONE // span + 1
    layout["words"] = word_of(layout, height * stride)
    layout["row"] = ((1 << int(state["width"])) - 1) << 1
    layout["across"] = state["width"] - 1
    layout["last"] = height * stride - (layout["words"] - 1) * span
    layout["edge"] = 0
    if state["wrapped"]:
        for first in range(0, span, stride):
            layout["edge"] |= 2 << first


@kernel
def word_of(layout: Record, cell: int) -> int:
    """The word of a cell: 1 + cell // span, without a division."""
    return 1 + (int(cell) * int(layout["inverse"]) >> ONE_BITS)


@kernel
def add(layout: Record, cells: Array, cell: int) -> None:
    word = word_of(layout, cell)
    cells[word] |= 1 << cell - (word - 1) * layout["span"]


@kernel
def remove(layout: Record, cells: Array, cell: int) -> None:
    word = word_of(layout, cell)
    cells[word] &= ~(1 << cell - (word - 1) * layout["span"])


@kernel
def add_board(layout: Record, cells: Array, height: int) -> None:
    """Add all cells except the border."""
    stride, span = layout["stride"], layout["span"]
    for first in range(stride, stride * (height + 1), stride):
        word = word_of(layout, first)
        cells[word] |= layout["row"] << first - (word - 1) * span


@kernel
def beside(layout: Record, before: int, here: int, after: int) -> int:
    """The neighbours, within a word, of the cells in it and in the words before and after it.

    Bits beyond the word may be set as well. On a wrapped board neighbours include cells across the
    left and right edges.
    """
    stride, edge, reach = layout["stride"], layout["edge"], layout["span"] - layout["stride"]
    steps = here << 1 | here >> 1 | here << stride | here >> stride
    steps |= before >> reach | after << reach
    if edge:
        steps |= (here & edge) << layout["across"] | here >> layout["across"] & edge
    return int(steps)


@kernel
def over_the_top(layout: Record, cells: Array) -> int:
    """The cells of the last word that are reached from the first row of a wrapped board."""
    if layout["edge"] == 0:
        return 0
    return int((cells[1] >> layout["stride"] & layout["row"]) << layout["last"])


@kernel
def from_below(layout: Record, cells: Array) -> int:
    """The cells of the first word that are reached from the last row of a wrapped board."""
    if layout["edge"] == 0:
        return 0
    row = cells[layout["words"]] >> layout["last"] & layout["row"]
    return int(row << layout["stride"])
