"""Win probability of two riders in contact, by logistic regression: leaf evaluation of a duel.

The same lead in space decides more the later it is, and less the longer the frontier between the
territories is, since it can still be lost there; a lead twice as large is worth less than twice as
much. The log-odds of a win therefore also depend on the square root of the evaluation and on the
share of the board that is taken. The coefficients were fitted to 26,293 positions of 490 self-play
matches (400 leaves per move, one move in 25 random). The log-loss on held-out matches is 0.367; the
best multiple of the evaluation alone gives 0.417.

A rider that is cut off wins if it lasts longer: there the evaluation is squashed into the range, as
in other games, and so it is on boards too large for bitboards.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from gridbots.games.light_riders.features import SCRATCH, weighed_space
from gridbots.kernel import kernel
from gridbots.space.bitboards import WORDS, bit_count, fits_bitboards, neighbours
from gridbots_mcts.leaves import squashed

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("scratch", SCRATCH, (1,)),)
"""Scratch space of the evaluation."""

ROOT: Final = 0.179
ROOT_BY_FRONTIER: Final = 1.25
"""Coefficients of the root of the evaluation, and of the root / (1 + length of the frontier)."""
ROOT_LATE: Final = -0.218
EVALUATION: Final = -0.015
EVALUATION_LATE: Final = 0.124
CENTRE: Final = 2.5
CENTRE_LATE: Final = -4.5
"""Coefficients of how much nearer to the centre the head is; 1 is from a corner to the centre."""


@kernel
def by_space(search: Record, state: State, seat: int) -> float:
    """The game's evaluation without lanes, whose weight is 0."""
    return weighed_space(state, seat, search["weights"], search["scratch"][0])


@kernel
def part_taken(state: State) -> float:
    """The share of the board that is taken."""
    taken = 0
    for seat in range(state["seats"]):
        taken += state["eliminated"][seat] or state["rounds"]
    return float(taken / (state["width"] * state["height"]))


@kernel
def win_chance(search: Record, state: State, seat: int, other: int) -> float:
    """The value for a seat, from -1 (a certain loss) to 1."""
    if not fits_bitboards(state["width"], state["height"]):
        return float(squashed(search, state, seat))
    value, scratch = by_space(search, state, seat), search["scratch"][0]
    if not scratch["in_contact"]:
        return math.tanh(value / search["scale"])
    frontier = frontier_length(scratch, state["stride"])
    return math.tanh(0.5 * log_odds(state, seat, other, value, frontier))


@kernel
def log_odds(state: State, seat: int, other: int, value: float, frontier: int) -> float:
    """Log-odds of a win."""
    taken = part_taken(state)
    root = math.sqrt(abs(value)) if value > 0.0 else -math.sqrt(abs(value))
    nearer = way_to_centre(state, other) - way_to_centre(state, seat)
    by_root = (ROOT + ROOT_BY_FRONTIER / (1.0 + frontier) + ROOT_LATE * taken) * root
    by_value = (EVALUATION + EVALUATION_LATE * taken) * value
    return float(by_root + by_value + (CENTRE + CENTRE_LATE * taken) * nearer)


@kernel
def way_to_centre(state: State, seat: int) -> float:
    """Steps from a head to the centre of the board, as a share of those from a corner."""
    here, stride = state["riders"][seat], state["stride"]
    width, height = state["width"], state["height"]
    steps = abs(2 * (here // stride) - height - 1) + abs(2 * (here % stride) - width - 1)
    return float(steps / (width + height - 2))


@kernel
def frontier_length(scratch: Record, stride: int) -> int:
    """Cells of both territories with a free neighbour outside their own."""
    boards, count = scratch["boards"], 0
    free, beyond = boards["free"], boards["left"]
    for seat in range(2):
        territory = boards["territory"][seat]
        for word in range(WORDS + 2):
            beyond[word] = free[word] & ~territory[word]
        for word in range(1, WORDS + 1):
            count += bit_count(neighbours(beyond, word, stride) & territory[word])
    return count
