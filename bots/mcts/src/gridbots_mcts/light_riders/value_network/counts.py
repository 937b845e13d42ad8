"""Counts of territories on bitboards: the features of each rider for value networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.kernel import kernel
from gridbots.space.bitboards import WORDS, bit_count, even_cells, neighbours

if TYPE_CHECKING:
    from gridbots.space import Array, Record

COUNTS: Final = (
    "cells", "liberties", "dead_ends", "open_cells", "frontier", "frontier_wave", "near", "nearer",
    "even_steps", "chain",
)  # fmt: skip
"""cells: cells of the territory. liberties: pairs of a cell of the territory and a free neighbour.
dead_ends, open_cells: cells with at most one free neighbour, with four.
frontier: cells with a free neighbour outside the territory; frontier_wave: steps to the nearest.
near, nearer: cells at most 6 steps, at most 3 steps away.
even_steps: upper bound of the steps by the colours of the territory, as on a chequerboard.
chain: steps that fit into the best chain of chambers.
"""
(CELLS, LIBERTIES, DEAD_ENDS, OPEN_CELLS, FRONTIER, FRONTIER_WAVE, NEAR, NEARER, EVEN_STEPS,
 CHAIN) = range(len(COUNTS))  # fmt: skip
NEAR_STEPS: Final = 6
NEARER_STEPS: Final = 3
MAX_WAVE: Final = 24
"""Upper bound of frontier_wave, and its value without a frontier."""


@kernel
def count_territory(rider: int, head: int, stride: int, boards: Record, counts: Array) -> None:
    """Write the counts that need no waves; leave the frontier in the rider's front."""
    free, beyond, territory = boards["free"], boards["left"], boards["territory"][rider]
    front = boards["fronts"][rider]
    cells, liberties, dead_ends, open_cells, frontier, even = 0, 0, 0, 0, 0, 0
    for word in range(1, WORDS + 1):
        beyond[word] = free[word] & ~territory[word]
    for word in range(1, WORDS + 1):
        own = territory[word]
        up = own & (free[word] << stride | free[word - 1] >> 2 * stride)
        down = own & (free[word] >> stride | free[word + 1] << 2 * stride)
        left, right = own & free[word] << 1, own & free[word] >> 1
        several = up & down | left & right | (up | down) & (left | right)
        front[word] = neighbours(beyond, word, stride) & own
        cells += bit_count(own)
        liberties += bit_count(up) + bit_count(down) + bit_count(left) + bit_count(right)
        dead_ends += bit_count(own & ~several)
        open_cells += bit_count(up & down & left & right)
        frontier += bit_count(front[word])
        even += bit_count(own & even_cells(word, stride))
    is_odd = (head // stride + head % stride) & 1
    same_colour = cells - even if is_odd else even
    counts[CELLS] = cells
    counts[LIBERTIES] = liberties
    counts[DEAD_ENDS] = dead_ends
    counts[OPEN_CELLS] = open_cells
    counts[FRONTIER] = frontier
    counts[EVEN_STEPS] = min(2 * (cells - same_colour), 2 * same_colour + 1)


@kernel
def count_waves(riders: int, boards: Record, counts: Array) -> None:
    """Write the counts by distance, with the frontiers that `count_territory` has left.

    `counts` is indexed by rider; an eliminated rider has no frontier.
    """
    waves, within = boards["waves"], boards["left"]
    for rider in range(riders):
        counts[rider, FRONTIER_WAVE] = MAX_WAVE
    for word in range(1, WORDS + 1):
        within[word] = 0
    wave, found, unmet = 0, 1, 1
    while found != 0 and (wave < NEAR_STEPS or unmet > 0) and wave < MAX_WAVE:
        wave += 1
        found = 0
        for word in range(1, WORDS + 1):
            found |= waves[wave, word]
            within[word] |= waves[wave, word]
        unmet = meet_frontiers(riders, wave, boards, counts)
        if wave == NEARER_STEPS:
            count_within(riders, boards, counts, NEARER)
        if wave == NEAR_STEPS:
            count_within(riders, boards, counts, NEAR)
    if wave < NEARER_STEPS:
        count_within(riders, boards, counts, NEARER)
    if wave < NEAR_STEPS:
        count_within(riders, boards, counts, NEAR)


@kernel
def meet_frontiers(riders: int, wave: int, boards: Record, counts: Array) -> int:
    """Record the frontiers that this wave reaches first; return how many are left to reach."""
    waves, fronts, unmet = boards["waves"], boards["fronts"], 0
    for rider in range(riders):
        if counts[rider, FRONTIER] > 0 and counts[rider, FRONTIER_WAVE] == MAX_WAVE:
            met = 0
            for word in range(1, WORDS + 1):
                met |= waves[wave, word] & fronts[rider, word]
            if met != 0:
                counts[rider, FRONTIER_WAVE] = wave
            else:
                unmet += 1
    return unmet


@kernel
def count_within(riders: int, boards: Record, counts: Array, number: int) -> None:
    """Count the cells of each territory that the waves have reached so far."""
    within, territory = boards["left"], boards["territory"]
    for rider in range(riders):
        count = 0
        for word in range(1, WORDS + 1):
            count += bit_count(territory[rider, word] & within[word])
        counts[rider, number] = count
