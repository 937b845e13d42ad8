"""Matrix games of two seats in several worlds: mixed strategies, by regret matching.

A seat does not know in which world it is, only how likely each is; the other knows. So the seat has
one mixed strategy, and the other one for each world. With one world it is a common matrix game,
which has a solution in single moves, or is solved by regret matching plus.
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
"""Of regret matching: the value then is within about a hundredth of a match."""
LEAST_SHARE: Final = 0.04
"""What is to be played more rarely than this is left out: it is there by rounding."""
GRAINS: Final = 1 << 30
MOVES: Final = 4


def matrix_dtype(worlds: int) -> np.dtype[Any]:
    """A game in up to so many worlds, with its solution."""
    return np.dtype(
        [
            ("worlds", "i8"),
            ("shares", "f8", (worlds,)),  # how likely each world is
            ("payoffs", "f8", (worlds, MOVES, MOVES)),  # own moves down, the other's to the right
            ("own", "u1", (MOVES,)),  # 1: a move that may be made, in every world
            ("other", "u1", (worlds, MOVES)),
            ("mixed", "f8", (MOVES,)),  # the strategy of the seat
            ("replies", "f8", (worlds, MOVES)),  # those of the other
            ("value", "f8"),
            ("regrets", "f8", (worlds + 1, MOVES)),  # the seat's, in the first row, and the other's
            ("current", "f8", (worlds + 1, MOVES)),
            ("worths", "f8", (MOVES,)),
        ]
    )


@kernel
def solve(game: Record) -> float:
    """Find the strategies; the value of the game to the seat."""
    if game["worlds"] > 1 or not has_saddle_point(game):
        match_regrets(game)
    value = 0.0
    worths_of_own(game, game["replies"], 0)
    for own in range(MOVES):
        value += game["mixed"][own] * game["worths"][own]
    game["value"] = value
    return value


@kernel
def has_saddle_point(game: Record) -> bool:
    """Whether single moves are a solution in the only world: then they are written."""
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
    """Regret matching plus: both in turn, with averages that grow linearly."""
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
        worths_of_own(game, current, 1)
        learn(regrets[0], current[0], game["own"], game["worths"], 1.0)
        add(game["mixed"], current[0], iteration)
        for world in range(worlds):
            worths_of_other(game, world, current[0])
            learn(
                regrets[world + 1], current[world + 1], game["other"][world], game["worths"], -1.0
            )
            add(game["replies"][world], current[world + 1], iteration)
    normalize(game["mixed"], 0.0)
    for world in range(worlds):
        normalize(game["replies"][world], 0.0)


@kernel
def worths_of_own(game: Record, replies: Array, first: int) -> None:
    """What each own move is worth against such replies, whose rows begin with that one."""
    worths = game["worths"]
    worths[:] = 0.0
    for world in range(game["worlds"]):
        for other in range(MOVES):
            share = game["shares"][world] * replies[first + world, other]
            if share > 0.0:
                for own in range(MOVES):
                    if game["own"][own]:
                        worths[own] += share * game["payoffs"][world, own, other]


@kernel
def worths_of_other(game: Record, world: int, strategy: Array) -> None:
    """What each of the other's moves in a world is worth to the seat that plays a strategy."""
    worths = game["worths"]
    worths[:] = 0.0
    for own in range(MOVES):
        if strategy[own] > 0.0:
            for other in range(MOVES):
                if game["other"][world, other]:
                    worths[other] += strategy[own] * game["payoffs"][world, own, other]


@kernel
def learn(regrets: Array, strategy: Array, mask: Array, worths: Array, sign: float) -> None:
    """Add to the regrets what each move would have brought beyond what is played; follow them."""
    mean = 0.0
    for move in range(MOVES):
        mean += strategy[move] * worths[move]
    for move in range(MOVES):
        if mask[move]:
            regrets[move] = max(0.0, regrets[move] + sign * (worths[move] - mean))
    follow(regrets, strategy, mask)


@kernel
def follow(regrets: Array, strategy: Array, mask: Array) -> None:
    """Play in proportion to regret; without any, all alike."""
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
    """Leave out what is played more rarely than that; the sum becomes 1."""
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
    """A move by its share in a strategy."""
    left, drawn = below(generator, GRAINS) / GRAINS, NO_MOVE
    for move in range(MOVES):
        if strategy[move] > 0.0 and (drawn == NO_MOVE or left >= 0.0):
            drawn, left = move, left - strategy[move]
    return drawn
