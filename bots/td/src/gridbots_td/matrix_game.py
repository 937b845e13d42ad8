"""Matrix games of two seats: the mixed strategies that promise most whatever the other does.

They are found by regret matching, unless a pair of single moves is a solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.space import Array, Record

ITERATIONS: Final = 120
"""Of regret matching: the value then is within about a hundredth of a match."""
LEAST_SHARE: Final = 0.04
"""What is to be played more rarely than this is left out: it is there by rounding."""
GRAINS: Final = 1 << 30
MOVES: Final = 4
DEEPEST: Final = 2
"""Rounds that can be looked ahead."""


def matrix_fields() -> list[tuple[Any, ...]]:
    """Fields of a plan: for each depth the payoffs and the strategies of both."""
    return [
        ("payoffs", "f8", (DEEPEST, MOVES, MOVES)),  # own moves down, the rival's to the right
        ("masks", "u1", (DEEPEST, 2, MOVES)),  # moves that are not deadly, own first
        ("mixed", "f8", (DEEPEST, 2, MOVES)),  # strategies found, own first
        ("regrets", "f8", (2, MOVES)),
        ("current", "f8", (2, MOVES)),
    ]


@kernel
def solve(plan: Record, level: int) -> float:
    """Find both strategies of the game at a depth; its value to the seat."""
    payoffs, masks, mixed = plan["payoffs"][level], plan["masks"][level], plan["mixed"][level]
    worst, best = maximin(payoffs, masks, mixed)
    if worst == best:
        return worst
    match_regrets(plan, payoffs, masks, mixed)
    total = 0.0
    for own in range(MOVES):
        for other in range(MOVES):
            if masks[0, own] and masks[1, other]:
                total += mixed[0, own] * mixed[1, other] * payoffs[own, other]
    return total


@kernel
def maximin(payoffs: Array, masks: Array, mixed: Array) -> tuple[float, float]:
    """What the seat can be sure of by one move, and what the other can hold it to by one.

    Where both are the same, playing these moves is the solution.
    """
    worst, best, sure, holding = -np.inf, np.inf, 0, 0
    for own in range(MOVES):
        least = np.inf
        for other in range(MOVES):
            if masks[1, other]:
                least = min(least, payoffs[own, other])
        if masks[0, own] and least > worst:
            worst, sure = least, own
    for other in range(MOVES):
        most = -np.inf
        for own in range(MOVES):
            if masks[0, own]:
                most = max(most, payoffs[own, other])
        if masks[1, other] and most < best:
            best, holding = most, other
    for move in range(MOVES):
        mixed[0, move] = move == sure
        mixed[1, move] = move == holding
    return worst, best


@kernel
def match_regrets(plan: Record, payoffs: Array, masks: Array, mixed: Array) -> None:
    """Regret matching plus, in turn, with averages that grow linearly."""
    regrets, current = plan["regrets"], plan["current"]
    for side in range(2):
        for move in range(MOVES):
            regrets[side, move] = mixed[side, move] = 0.0
    for iteration in range(ITERATIONS):
        for side in range(2):
            follow(regrets, current, masks, 0)
            follow(regrets, current, masks, 1)
            regret(payoffs, masks, regrets, current, side)
            for move in range(MOVES):
                mixed[side, move] += (iteration + 1) * current[side, move]
    for side in range(2):
        normalize(mixed, side, 0.0)


@kernel
def follow(regrets: Array, current: Array, masks: Array, side: int) -> None:
    """Play in proportion to regret; without any, all alike."""
    total, count = 0.0, 0
    for move in range(MOVES):
        total += regrets[side, move]
        count += masks[side, move]
    for move in range(MOVES):
        share = regrets[side, move] / total if total > 0.0 else 1.0 / count
        current[side, move] = share if masks[side, move] else 0.0


@kernel
def regret(payoffs: Array, masks: Array, regrets: Array, current: Array, side: int) -> None:
    """Add to the regrets of a side what each move would have brought more than what it plays."""
    mean = 0.0
    for own in range(MOVES):
        for other in range(MOVES):
            if masks[0, own] and masks[1, other]:
                mean += current[0, own] * current[1, other] * payoffs[own, other]
    for move in range(MOVES):
        if masks[side, move]:
            worth = 0.0
            for reply in range(MOVES):
                if masks[1 - side, reply]:
                    payoff = payoffs[move, reply] if side == 0 else payoffs[reply, move]
                    worth += current[1 - side, reply] * payoff
            gain = worth - mean if side == 0 else mean - worth
            regrets[side, move] = max(0.0, regrets[side, move] + gain)


@kernel
def normalize(mixed: Array, side: int, least: float) -> None:
    """Leave out what is played more rarely than that; the sum becomes 1."""
    total = 0.0
    for move in range(MOVES):
        total += mixed[side, move]
    kept = 0.0
    for move in range(MOVES):
        mixed[side, move] = mixed[side, move] / total if mixed[side, move] >= least * total else 0.0
        kept += mixed[side, move]
    for move in range(MOVES):
        mixed[side, move] /= kept


@kernel
def draw(strategy: Array, generator: Any) -> int:
    """A move by its share in a strategy."""
    left, drawn = below(generator, GRAINS) / GRAINS, NO_MOVE
    for move in range(MOVES):
        if strategy[move] > 0.0 and (drawn == NO_MOVE or left >= 0.0):
            drawn, left = move, left - strategy[move]
    return drawn
