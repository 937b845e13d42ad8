"""Matrix games of two seats in several worlds: mixed strategies, by regret matching.

A seat does not know the world, only the probabilities of the worlds; the other seat knows it. The
seat has one mixed strategy, the other one has a strategy for each world. With one world it is an
ordinary matrix game: solved by a saddle point, if it has one, or by regret matching plus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.space import Array, Record

ITERATIONS: Final = 120
"""Iterations of regret matching; the error of the value is about 0.01."""
LEAST_SHARE: Final = 0.04
"""Smaller probabilities are dropped: they are artefacts of the iteration."""
GRAINS: Final = 1 << 30
MOVES: Final = 4


def matrix_dtype(worlds: int) -> np.dtype[Any]:
    """Record of a game in up to this many worlds, with its solution."""
    return np.dtype(
        [
            ("worlds", "i8"),
            ("shares", "f8", (worlds,)),  # probabilities of the worlds
            (
                "payoffs",
                "f8",
                (worlds, MOVES, MOVES),
            ),  # rows: own moves, columns: moves of the other
            ("own", "u1", (MOVES,)),  # 1: a legal move, in every world
            ("other", "u1", (worlds, MOVES)),
            ("mixed", "f8", (MOVES,)),  # strategy of the seat
            ("replies", "f8", (worlds, MOVES)),  # strategies of the other
            ("value", "f8"),
            ("regrets", "f8", (worlds + 1, MOVES)),  # first row: of the seat; then of the other
            ("current", "f8", (worlds + 1, MOVES)),
            ("move_values", "f8", (MOVES,)),
        ]
    )


@kernel
def solve(game: Record) -> float:
    """Find the strategies; return the value of the game for the seat."""
    if game["worlds"] > 1 or not has_saddle_point(game):
        match_regrets(game)
    value = 0.0
    values_of_own_moves(game, game["replies"], 0)
    for own in range(MOVES):
        value += game["mixed"][own] * game["move_values"][own]
    game["value"] = value
    return value


@kernel
def has_saddle_point(game: Record) -> bool:
    """Whether the game of the only world has a saddle point; writes it as the solution."""
    payoffs, mine, theirs = game["payoffs"][0], game["own"], game["other"][0]
    worst, best, sure, holding = -np.inf, np.inf, 0, 0
    for own in range(MOVES):
        least = np.inf
        for other in range(MOVES):
            if theirs[other]:
                least = min(least, payoffs[own, other])
        if mine[own] and least > worst:
            worst, sure = least, own
    for other in range(MOVES):
        most = -np.inf
        for own in range(MOVES):
            if mine[own]:
                most = max(most, payoffs[own, other])
        if theirs[other] and most < best:
            best, holding = most, other
    for move in range(MOVES):
        game["mixed"][move] = move == sure
        game["replies"][0, move] = move == holding
    return bool(worst == best)


@kernel
def match_regrets(game: Record) -> None:
    """Regret matching plus: alternating updates, linear averaging."""
    worlds, regrets, current = game["worlds"], game["regrets"], game["current"]
    for row in range(worlds + 1):
        for move in range(MOVES):
            regrets[row, move] = 0.0
        if row == 0:
            follow(regrets[row], current[row], game["own"])
        else:
            follow(regrets[row], current[row], game["other"][row - 1])
    game["mixed"][:] = 0.0
    for world in range(worlds):
        for move in range(MOVES):
            game["replies"][world, move] = 0.0
    for iteration in range(1, ITERATIONS + 1):
        values_of_own_moves(game, current, 1)
        learn(regrets[0], current[0], game["own"], game["move_values"], 1.0)
        add(game["mixed"], current[0], iteration)
        for world in range(worlds):
            values_of_other_moves(game, world, current[0])
            learn(
                regrets[world + 1],
                current[world + 1],
                game["other"][world],
                game["move_values"],
                -1.0,
            )
            add(game["replies"][world], current[world + 1], iteration)
    normalize(game["mixed"], 0.0)
    for world in range(worlds):
        normalize(game["replies"][world], 0.0)


@kernel
def values_of_own_moves(game: Record, replies: Array, first: int) -> None:
    """Write the value of each own move against replies, whose rows start at `first`."""
    values = game["move_values"]
    values[:] = 0.0
    for world in range(game["worlds"]):
        for other in range(MOVES):
            share = game["shares"][world] * replies[first + world, other]
            if share > 0.0:
                for own in range(MOVES):
                    if game["own"][own]:
                        values[own] += share * game["payoffs"][world, own, other]


@kernel
def values_of_other_moves(game: Record, world: int, strategy: Array) -> None:
    """Write the value of each move of the other in a world, for the seat's strategy."""
    values = game["move_values"]
    values[:] = 0.0
    for own in range(MOVES):
        if strategy[own] > 0.0:
            for other in range(MOVES):
                if game["other"][world, other]:
                    values[other] += strategy[own] * game["payoffs"][world, own, other]


@kernel
def learn(regrets: Array, strategy: Array, mask: Array, values: Array, sign: float) -> None:
    """Update the regrets by the values of the moves, and the strategy by the regrets."""
    mean = 0.0
    for move in range(MOVES):
        mean += strategy[move] * values[move]
    for move in range(MOVES):
        if mask[move]:
            regrets[move] = max(0.0, regrets[move] + sign * (values[move] - mean))
    follow(regrets, strategy, mask)


@kernel
def follow(regrets: Array, strategy: Array, mask: Array) -> None:
    """Set the strategy in proportion to the regrets; uniform without regrets."""
    total, count = 0.0, 0
    for move in range(MOVES):
        total += regrets[move]
        count += mask[move]
    for move in range(MOVES):
        share = regrets[move] / total if total > 0.0 else 1.0 / count
        strategy[move] = share if mask[move] else 0.0


@kernel
def add(sums: Array, strategy: Array, weight: int) -> None:
    for move in range(MOVES):
        sums[move] += weight * strategy[move]


@kernel
def normalize(strategy: Array, least: float) -> None:
    """Drop probabilities below `least`, and normalize the sum to 1."""
    total, kept = 0.0, 0.0
    for move in range(MOVES):
        total += strategy[move]
    for move in range(MOVES):
        strategy[move] = strategy[move] / total if strategy[move] >= least * total else 0.0
        kept += strategy[move]
    for move in range(MOVES):
        strategy[move] /= kept


@kernel
def draw(strategy: Array, generator: Any) -> int:
    """Sample a move from a strategy."""
    left, sampled = below(generator, GRAINS) / GRAINS, NO_MOVE
    for move in range(MOVES):
        if strategy[move] > 0.0 and (sampled == NO_MOVE or left >= 0.0):
            sampled, left = move, left - strategy[move]
    return sampled
