"""Bitboards: Voronoi territories of two heads on small boards, a bit for each cell.

The result is that of `space.spread`, but all cells of a wave are computed at once: a set of cells
is six words of three rows each, with an empty word before and after. A step to a neighbour is a
shift. Cells shifted beyond the end of a row fall on the border, which no head enters. Words are
signed, so three rows must fit into 63 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots.space.workspace import MOST_HEADS

if TYPE_CHECKING:
    from gridbots.space import Array, Record

ROWS: Final = 3
"""Rows in a word."""
WORDS: Final = 6
MOST_STRIDE: Final = 63 // ROWS
MOST_ROWS: Final = ROWS * WORDS
"""With the border."""
MOST_WAVES: Final = MOST_STRIDE * MOST_ROWS

BOARD: Final = ("i8", (WORDS + 2,))
"""The type of a set of cells in a record."""

BITBOARDS: Final = np.dtype(
    [
        ("free", *BOARD),
        ("left", *BOARD),  # free, and not yet reached
        ("first", *BOARD),  # reached in this wave from the first head
        ("second", *BOARD),
        ("fronts", "i8", (MOST_HEADS, WORDS + 2)),  # the same from each of many heads
        ("reached", "i8", (MOST_HEADS, WORDS + 2)),  # from each of many heads, shared cells too
        ("territory", "i8", (MOST_HEADS, WORDS + 2)),  # of each head, without it
        ("waves", "i8", (MOST_WAVES, WORDS + 2)),  # reached in each wave, from any head
    ]
)

_INDICES: Final = (1 << 13) - 1
"""All the bits of an index of a cell, as in `space`."""
_ONES: Final = 0x5555555555555555
_EVEN_COLUMNS: Final = _ONES
_PAIRS: Final = 0x3333333333333333
_FOURS: Final = 0x0F0F0F0F0F0F0F0F
_BYTES: Final = 0x0101010101010101


@kernel
def fits_bitboards(width: int, height: int) -> bool:
    return bool(width + 2 <= MOST_STRIDE and height + 2 <= MOST_ROWS)


@kernel
def bit_count(word: int) -> int:
    """The number of set bits of a non-negative word."""
    bits = int(word)
    bits -= bits >> 1 & _ONES
    bits = (bits & _PAIRS) + (bits >> 2 & _PAIRS)
    bits = (bits + (bits >> 4)) & _FOURS
    return bits * _BYTES >> 56 & 0xFF


@kernel
def neighbours(board: Array, word: int, stride: int) -> int:
    """The cells of a word beside those of a board, and perhaps bits beyond the three rows."""
    here = board[word]
    beyond = board[word - 1] >> 2 * stride | board[word + 1] << 2 * stride
    return here << 1 | here >> 1 | here << stride | here >> stride | beyond  # type: ignore[no-any-return]


@kernel
def word_of(cell: int, stride: int) -> int:
    return 1 + cell // (ROWS * stride)


@kernel
def bit_of(cell: int, stride: int) -> int:
    return 1 << cell % (ROWS * stride)


@kernel
def even_cells(word: int, stride: int) -> int:
    """The cells of a word with an even sum of row and column, border included."""
    row = (1 << stride) - 1
    this, other = _EVEN_COLUMNS & row, ~_EVEN_COLUMNS & row
    if ROWS * (word - 1) & 1:
        this, other = other, this
    return this | other << stride | this << 2 * stride


@kernel
def load_free(cells: Array, stride: int, boards: Record) -> None:
    """Fill boards["free"] from the cells of a padded board."""
    free, cell = boards["free"], 0
    free[0] = 0
    free[WORDS + 1] = 0
    for word in range(1, WORDS + 1):
        bits = 0
        for bit in range(min(ROWS * stride, len(cells) - cell)):
            bits |= int(cells[cell + bit & _INDICES] == 0) << bit
        free[word] = bits
        cell = min(cell + ROWS * stride, len(cells))


@kernel
def spread_bits(first_head: int, second_head: int, stride: int, boards: Record) -> bool:
    """Fill territory and waves from the free cells; return whether the territories touch."""
    left, first, second = boards["left"], boards["first"], boards["second"]
    territory, waves = boards["territory"], boards["waves"]
    for word in range(WORDS + 2):
        left[word] = boards["free"][word]
        first[word] = 0
        second[word] = 0
        territory[0, word] = 0
        territory[1, word] = 0
    first[word_of(first_head, stride)] = bit_of(first_head, stride)
    second[word_of(second_head, stride)] = bit_of(second_head, stride)
    wave, found, met = 0, 1, 0
    while found != 0:
        wave += 1
        found = 0
        before_first, before_second = 0, 0
        for word in range(1, WORDS + 1):
            here, there = first[word], second[word]
            ours = here << 1 | here >> 1 | here << stride | here >> stride
            ours |= before_first >> 2 * stride | first[word + 1] << 2 * stride
            theirs = there << 1 | there >> 1 | there << stride | there >> stride
            theirs |= before_second >> 2 * stride | second[word + 1] << 2 * stride
            before_first, before_second = here, there
            ours &= left[word]
            theirs &= left[word]
            both, either = ours & theirs, ours | theirs
            territory[0, word] |= ours & ~both
            territory[1, word] |= theirs & ~both
            left[word] &= ~either
            first[word] = ours
            second[word] = theirs
            waves[wave, word] = either
            found |= either
            met |= both
    for word in range(1, WORDS + 1):
        met |= neighbours(territory[0], word, stride) & territory[1, word]
    return bool(met != 0)


@kernel
def wave_of(word: int, bit: int, boards: Record) -> int:
    """The length of the shortest path to a reached cell."""
    waves, wave = boards["waves"], 1
    while waves[wave, word] & bit == 0:
        wave += 1
    return wave


@kernel
def count_cells(board: Array) -> int:
    count = 0
    for word in range(1, WORDS + 1):
        count += bit_count(board[word])
    return count


@kernel
def count_liberties(board: Array, stride: int, boards: Record) -> int:
    """Pairs of a cell of a board and a free neighbour."""
    free, count = boards["free"], 0
    for word in range(1, WORDS + 1):
        above = free[word] << stride | free[word - 1] >> 2 * stride
        below = free[word] >> stride | free[word + 1] << 2 * stride
        count += bit_count(board[word] & above) + bit_count(board[word] & below)
        count += bit_count(board[word] & free[word] << 1)
        count += bit_count(board[word] & free[word] >> 1)
    return count
