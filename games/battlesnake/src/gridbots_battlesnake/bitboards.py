"""Sets of cells of the padded board, a bit for each, in words of whole rows.

A step to a neighbour is a shift, of all cells of a word at once; what is shifted beyond the end of
a row falls on the border, where nobody goes. Words are signed, so the sign is left alone: on 11x11
there are four rows in a word, on the largest boards two. One word that stays empty is before and
one behind, so the first has the number 1.
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
"""Of a word, its sign left alone."""
WORDS: Final = -(-(MOST_SIDE + 2) // (BITS // (MOST_SIDE + 2))) + 2
SET: Final = ("i8", (WORDS,))
"""The type of a set of cells in a record."""
ONE_BITS: Final = 16
ONE: Final = 1 << ONE_BITS
"""The unit of `inverse`: enough for what it is multiplied with, the number of a cell."""

LAYOUT: Final = np.dtype(
    [
        ("stride", "i8"),
        ("span", "i8"),  # bits that are used of a word
        ("inverse", "i8"),  # of the span, in parts of ONE
        ("words", "i8"),  # that are used
        ("row", "i8"),  # the cells of a row, in the first of a word
        ("edge", "i8"),  # cells of a word from where a step left is one across; 0: from none
        ("across", "i8"),  # from there to the other side
        ("last", "i8"),  # where in the last word the last row begins
    ]
)


@kernel
def lay_out(state: State, layout: Record) -> None:
    """How the cells of a board are laid into words."""
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
    """In which word a cell is: 1 + cell // span, without a division."""
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
    """All cells but the border."""
    stride, span = layout["stride"], layout["span"]
    for first in range(stride, stride * (height + 1), stride):
        word = word_of(layout, first)
        cells[word] |= layout["row"] << first - (word - 1) * span


@kernel
def beside(layout: Record, before: int, here: int, after: int) -> int:
    """The cells beside those of a word and of the words before and after, in that word.

    Also bits beyond it. On a wrapped board one comes across the sides, too.
    """
    stride, edge, reach = layout["stride"], layout["edge"], layout["span"] - layout["stride"]
    steps = here << 1 | here >> 1 | here << stride | here >> stride
    steps |= before >> reach | after << reach
    if edge:
        steps |= (here & edge) << layout["across"] | here >> layout["across"] & edge
    return int(steps)


@kernel
def over_the_top(layout: Record, cells: Array) -> int:
    """The cells of the last word to which one comes from the first row of a wrapped board."""
    if layout["edge"] == 0:
        return 0
    return int((cells[1] >> layout["stride"] & layout["row"]) << layout["last"])


@kernel
def from_below(layout: Record, cells: Array) -> int:
    """The cells of the first word to which one comes from the last row of a wrapped board."""
    if layout["edge"] == 0:
        return 0
    row = cells[layout["words"]] >> layout["last"] & layout["row"]
    return int(row << layout["stride"])
