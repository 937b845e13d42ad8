"""Voronoi territories of more than two heads on small boards: as `space.spread` finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.kernel import kernel
from gridbots.space.bitboards import WORDS, bit_of, neighbours, word_of

if TYPE_CHECKING:
    from gridbots.space import Array, Record


@kernel
def spread_bits_of_all(heads: Array, count: int, stride: int, boards: Record) -> int:
    """Fill territory and waves from the free cells; -1 stands for an eliminated head.

    Returns:
        The set of heads, a bit each, whose territory touches another's.
    """
    _set_out(heads, count, stride, boards)
    fronts, left, waves = boards["fronts"], boards["left"], boards["waves"]
    once, twice = boards["first"], boards["second"]
    wave, found = 0, 1
    while found != 0:
        wave += 1
        for word in range(WORDS + 2):
            once[word] = 0
            twice[word] = 0
        for head in range(count):
            if heads[head] >= 0:
                _advance(fronts[head], stride, left, once, twice)
        found = 0
        for word in range(1, WORDS + 1):
            left[word] &= ~once[word]
            waves[wave, word] = once[word]
            found |= once[word]
        for head in range(count):
            if heads[head] >= 0:
                _conquer(fronts[head], twice, boards["reached"][head], boards["territory"][head])
    return _met(count, stride, boards)


@kernel
def _set_out(heads: Array, count: int, stride: int, boards: Record) -> None:
    fronts, reached, territory = boards["fronts"], boards["reached"], boards["territory"]
    for word in range(WORDS + 2):
        boards["left"][word] = boards["free"][word]
        for head in range(count):
            fronts[head, word] = 0
            reached[head, word] = 0
            territory[head, word] = 0
    for head in range(count):
        if heads[head] >= 0:
            cell = int(heads[head])
            fronts[head, word_of(cell, stride)] = bit_of(cell, stride)


@kernel
def _advance(front: Array, stride: int, left: Array, once: Array, twice: Array) -> None:
    """Replace the front of a head by the next; note what one head reaches, and what several."""
    above = 0
    for word in range(1, WORDS + 1):
        here = front[word]
        found = here << 1 | here >> 1 | here << stride | here >> stride
        found |= above >> 2 * stride | front[word + 1] << 2 * stride
        above = here
        found &= left[word]
        front[word] = found
        twice[word] |= once[word] & found
        once[word] |= found


@kernel
def _conquer(front: Array, twice: Array, reached: Array, territory: Array) -> None:
    for word in range(1, WORDS + 1):
        reached[word] |= front[word]
        territory[word] |= front[word] & ~twice[word]


@kernel
def _met(count: int, stride: int, boards: Record) -> int:
    """The set of heads with cells beside those of another, or shared cells."""
    reached, met = boards["reached"], 0
    for head in range(count):
        for word in range(1, WORDS + 1):
            around = reached[head, word] | neighbours(reached[head], word, stride)
            for other in range(head):
                if around & reached[other, word]:
                    met |= 1 << head | 1 << other
    return met
