"""Features of a duel: counts of both territories, on bitboards, after the evaluation.

Those of a side come twice, the seat's own first; what follows is of both, and what is at the end
changes sign when the seats are exchanged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridbots.games.light_riders.features import duellists, weighed_space
from gridbots.kernel import kernel
from gridbots.space.bitboards import WORDS, bit_count, even_cells, neighbours
from gridbots_mcts.light_riders.win_chance import part_taken, way_to_centre

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

OF_SIDE: Final = (
    "cells", "liberties", "dead_ends", "open_cells", "frontier", "frontier_wave", "near", "nearer",
    "even_steps", "chain",
)  # fmt: skip
"""cells: of the territory. liberties: pairs of one of them and a free neighbour. dead_ends,
open_cells: those with at most one free neighbour, with four.
frontier: those with a free neighbour outside the territory; frontier_wave: steps to the nearest.
near, nearer: those at most 6, at most 3 steps away.
even_steps: most steps that the colours of the territory, as of a chequerboard, allow.
chain: steps that fit into the best chain of chambers.
"""
OF_BOTH: Final = ("taken", "area", "ties", "longer_side", "shorter_side")
"""taken: part of the board. area: cells of the board. ties: free cells as near to one head as to
the other. longer_side, shorter_side: of the rectangle between the heads."""
SIGNED: Final = ("value", "root", "centre")
"""value: the evaluation; root: of it, with its sign. centre: how much nearer the centre the head is
than the other, as in `win_chance`."""
SIDE: Final = len(OF_SIDE)
BOTH: Final = 2 * SIDE
FIRST_SIGNED: Final = BOTH + len(OF_BOTH)
INPUTS: Final = FIRST_SIGNED + len(SIGNED)

(CELLS, LIBERTIES, DEAD_ENDS, OPEN_CELLS, FRONTIER, FRONTIER_WAVE, NEAR, NEARER, EVEN_STEPS,
 CHAIN) = range(SIDE)  # fmt: skip
NEAR_STEPS: Final = 6
NEARER_STEPS: Final = 3
MOST_WAVE: Final = 24
"""Of a frontier: one that is farther, or is not there, counts so."""


@kernel
def look(states: Array, weights: Array, scratches: Array, seen: Array) -> bool:
    """Write what the first seat sees of one state; whether the riders are in contact.

    Called from Python: there a record takes longer to pass than an array of one.
    """
    state, scratch = states[0], scratches[0]
    seat, other = duellists(state)
    value = weighed_space(state, seat, weights, scratch)
    if not scratch["in_contact"]:
        return False
    centre = way_to_centre(state, other) - way_to_centre(state, seat)
    write_features(state, seat, other, value, centre, scratch, seen)
    return True


@kernel
def write_features(  # noqa: PLR0913, PLR0917  a call per leaf, as flat as it can be
    state: State, seat: int, other: int, value: float, centre: float, scratch: Record, seen: Array
) -> None:
    """Write what a seat sees, the first of two living ones, once `scratch` holds its evaluation.

    What the boards hold of waves and fronts is lost.
    """
    riders, stride = state["riders"], int(state["stride"])
    boards = scratch["boards"]
    here, there = int(riders[seat]), int(riders[other])
    rows = abs(here // stride - there // stride)
    columns = abs(here % stride - there % stride)
    seen[BOTH] = part_taken(state)
    seen[BOTH + 1] = int(state["width"]) * int(state["height"])
    seen[BOTH + 2] = count_ties(boards)
    seen[BOTH + 3] = max(rows, columns)
    seen[BOTH + 4] = min(rows, columns)
    seen[FIRST_SIGNED] = value
    seen[FIRST_SIGNED + 1] = math.sqrt(abs(value)) if value > 0.0 else -math.sqrt(abs(value))
    seen[FIRST_SIGNED + 2] = centre
    count_side(here, boards["territory"][0], boards["first"], stride, boards, seen[:SIDE])
    count_side(there, boards["territory"][1], boards["second"], stride, boards, seen[SIDE:BOTH])
    seen[CHAIN] = scratch["chains"][seat]
    seen[SIDE + CHAIN] = scratch["chains"][other]
    count_waves(boards, seen)


@kernel
def exchange(seen: Array, exchanged: Array) -> None:
    """Write what the other seat sees."""
    for number in range(SIDE):
        exchanged[number] = seen[SIDE + number]
        exchanged[SIDE + number] = seen[number]
    for number in range(BOTH, FIRST_SIGNED):
        exchanged[number] = seen[number]
    for number in range(FIRST_SIGNED, INPUTS):
        exchanged[number] = -seen[number]


@kernel
def count_ties(boards: Record) -> int:
    free, left, territory = boards["free"], boards["left"], boards["territory"]
    ties = 0
    for word in range(1, WORDS + 1):
        ties += bit_count(free[word] & ~(left[word] | territory[0, word] | territory[1, word]))
    return ties


@kernel
def count_side(  # noqa: PLR0913, PLR0917  boards, and where to write
    head: int, territory: Array, front: Array, stride: int, boards: Record, seen: Array
) -> None:
    """Count what can be counted in each word by itself; leave the frontier in `front`."""
    free, beyond = boards["free"], boards["left"]
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
    alike = cells - even if is_odd else even
    seen[CELLS] = cells
    seen[LIBERTIES] = liberties
    seen[DEAD_ENDS] = dead_ends
    seen[OPEN_CELLS] = open_cells
    seen[FRONTIER] = frontier
    seen[EVEN_STEPS] = min(2 * (cells - alike), 2 * alike + 1)


@kernel
def count_waves(boards: Record, seen: Array) -> None:
    """Count cells by how far they are; how far the frontiers are that `count_side` has left."""
    territory, waves, within = boards["territory"], boards["waves"], boards["left"]
    first, second = boards["first"], boards["second"]
    for word in range(1, WORDS + 1):
        within[word] = 0
    wave, found, first_wave, second_wave = 0, 1, MOST_WAVE, MOST_WAVE
    while found != 0 and (wave < NEAR_STEPS or max(first_wave, second_wave) > wave):
        wave += 1
        found, ours, theirs = 0, 0, 0
        for word in range(1, WORDS + 1):
            reached = waves[wave, word]
            found |= reached
            within[word] |= reached
            ours |= reached & first[word]
            theirs |= reached & second[word]
        if ours != 0:
            first_wave = min(first_wave, wave)
        if theirs != 0:
            second_wave = min(second_wave, wave)
        if wave == NEARER_STEPS:
            count_within(territory, within, seen, NEARER)
        if wave == NEAR_STEPS:
            count_within(territory, within, seen, NEAR)
    if wave < NEARER_STEPS:
        count_within(territory, within, seen, NEARER)
    if wave < NEAR_STEPS:
        count_within(territory, within, seen, NEAR)
    seen[FRONTIER_WAVE] = first_wave
    seen[SIDE + FRONTIER_WAVE] = second_wave


@kernel
def count_within(territory: Array, within: Array, seen: Array, feature: int) -> None:
    first, second = 0, 0
    for word in range(1, WORDS + 1):
        first += bit_count(territory[0, word] & within[word])
        second += bit_count(territory[1, word] & within[word])
    seen[feature] = first
    seen[SIDE + feature] = second
