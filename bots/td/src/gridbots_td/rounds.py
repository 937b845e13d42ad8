"""Search by rounds, where two seats move at once: a matrix game over the pairs of moves.

The payoff of a pair of moves is the value of the next state or, one round deeper, the value of the
matrix game there. If several states are possible, each is a world of the game at the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import step
from gridbots.game.outcome import has_ended
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import EVERYBODY
from gridbots.kernel import kernel
from gridbots_td.matrix_game import LEAST_SHARE, MOVES, normalize, solve, values_of_own_moves
from gridbots_td.state_value import leaf_value, value_function_of, value_of_margin

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@kernel
def searches_rounds(plan: Record, position: State) -> bool:
    """Whether two seats move at once, and the value function was trained for that."""
    return bool(plan["at_once"] and position["mover"] == EVERYBODY and position["seats"] == 2)


@kernel
def add_world(plan: Record, position: State, seat: int, share: float) -> None:
    """Add a possible state, with its probability, to the game of the next round."""
    game, states = plan["games"][0], plan["search"][0]["states"]
    world = game["worlds"]
    game["worlds"] += 1
    game["shares"][world] = share
    states[0] = position
    candidates(states[0], seat, game["own"])
    candidates(states[0], 1 - seat, game["other"][world])
    for own in range(MOVES):
        for other in range(MOVES):
            if game["own"][own] and game["other"][world, other]:
                play(plan, seat, 0, own, other)
                if plan["depth"] > 1 and not has_ended(states[1]):
                    game["payoffs"][world, own, other] = value_of_round(plan, seat)
                else:
                    game["payoffs"][world, own, other] = value_of_leaf(plan, seat, states[1])


@kernel
def play(plan: Record, seat: int, level: int, own: int, other: int) -> None:
    """Play a round from the state at a level into the next level."""
    search = plan["search"][0]
    states, joint = search["states"], search["joint"]
    joint[seat], joint[1 - seat] = own, other
    states[level + 1] = states[level]
    step(states[level + 1], joint)


@kernel
def value_of_round(plan: Record, seat: int) -> float:
    """The value of the second round, searched one round deep."""
    game, states = plan["games"][1], plan["search"][0]["states"]
    game["worlds"] = 1
    game["shares"][0] = 1.0
    candidates(states[1], seat, game["own"])
    candidates(states[1], 1 - seat, game["other"][0])
    for own in range(MOVES):
        for other in range(MOVES):
            if game["own"][own] and game["other"][0, other]:
                play(plan, seat, 1, own, other)
                game["payoffs"][0, own, other] = value_of_leaf(plan, seat, states[2])
    return solve(game)


@kernel
def value_of_leaf(plan: Record, seat: int, state: State) -> float:
    learned = value_function_of(plan)
    if has_ended(state):
        return value_of_margin(learned, margin(state, seat) / (state["side"] * state["side"]))
    return leaf_value(learned, state, seat)


@kernel
def solve_root(plan: Record) -> None:
    """Solve the game of the next round, and write the values of its moves."""
    game, values = plan["games"][0], plan["search"][0]["values"]
    solve(game)
    values_of_own_moves(game, game["replies"], 0)
    for move in range(MOVES):
        values[move] = game["move_values"][move] if game["own"][move] else np.nan
    normalize(game["mixed"], LEAST_SHARE)
