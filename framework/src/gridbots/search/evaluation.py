"""Evaluation of positions where a search ends: the game's own, or what stands in for it.

features   the verb `evaluate` of the game: its features times weights
lead       lead in score: the own score less the best of the others
rollouts   Monte-Carlo evaluation: the mean utility of a few roll-outs. They draw the same numbers
           in every position, so that a position is worth the same whenever it is reached
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from gridbots.chance import GENERATOR_SIZE
from gridbots.game import evaluate, score
from gridbots.game.verbs import no_score
from gridbots.kernel import game_of, inlined_kernel, kernel
from gridbots.search.ply_stack import DECISIVE
from gridbots.search.rollout import result_of, roll_out, rollout_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.space import Record

Evaluation = Literal["auto", "features", "lead", "rollouts"]

MOST_LEAD: Final = DECISIVE / 20
"""A larger lead counts as this one: it must not be taken for a match that is won."""
ROLLOUTS: Final = 8
"""More tell more of a position, but fewer positions are reached."""
MOST_ROUNDS: Final = 200
"""Of a roll-out: one that goes on tells nothing."""
SEED_WORD: Final = 12345
"""Each part of the generator's first state, as in L'Ecuyer's paper."""


def evaluation_of(dtype: np.dtype[Any], wanted: Evaluation = "auto") -> Evaluation:
    """The evaluation of the positions of a game; by default its own, else the lead, else roll-outs.

    Raises:
        ValueError: the game has not what this evaluation needs.
    """
    game = game_of(np.zeros(1, dtype)[0])
    has_scores = game.verbs.get(score.__name__, no_score) is not no_score
    if wanted == "auto":
        if evaluate.__name__ in game.own:
            return "features"
        return "lead" if has_scores else "rollouts"
    if wanted == "features" and evaluate.__name__ not in game.own:
        raise ValueError(
            f"expected evaluation=lead or rollouts for {game.name}, which has no evaluation of its "
            "own, got features: give the game the verb evaluate, and names of features"
        )
    if wanted == "lead" and not has_scores:
        raise ValueError(
            f"expected evaluation=rollouts for {game.name}, which has no scores, got lead: give "
            "its states a field scores, or the game the verb score"
        )
    return wanted


def evaluated(
    dtype: np.dtype[Any], weights: int, wanted: Evaluation
) -> tuple[Callable[..., float], list[tuple[Any, ...]]]:
    """The kernel of an evaluation with so many weights, and the fields that it adds to a search.

    The kernel is `evaluate(search, state, seat) -> float`.

    Raises:
        ValueError: the game has not what it needs, or takes another number of weights.
    """
    evaluation = evaluation_of(dtype, wanted)
    game = game_of(np.zeros(1, dtype)[0])
    expected = game.features if evaluation == "features" else 0
    if weights != expected:
        features = f"each of the {expected} features of {game.name}"
        wants = f"a weight for {features}" if expected else f"no weights with {evaluation}"
        raise ValueError(f"expected {wants}, got {weights} weights")
    if evaluation == "rollouts":
        fields = [("generator", "i8", (GENERATOR_SIZE,)), ("rollout", rollout_dtype(dtype), (1,))]
        return by_rollouts, fields
    return (by_features if evaluation == "features" else by_lead), []


def say_what_stands_in(dtype: np.dtype[Any]) -> None:
    """Say on stderr by what positions are judged in a game without an evaluation."""
    evaluation = evaluation_of(dtype)
    if evaluation != "features":
        means = {
            "lead": "the lead in score stands in",
            "rollouts": f"the mean result of {ROLLOUTS} random roll-outs stands in",
        }
        name = game_of(np.zeros(1, dtype)[0]).name
        sys.stderr.write(f"{name} has no evaluation of its own: {means[evaluation]}\n")


@inlined_kernel
def by_features(search: Record, state: State, seat: int) -> float:
    return evaluate(state, seat, search["weights"])


@kernel
def by_lead(search: Record, state: State, seat: int) -> float:
    """The own score less the best of the others; alone, the own score."""
    best = -np.inf if search["seats"] > 1 else 0.0
    for other in range(search["seats"]):
        if other != seat:
            best = max(best, score(state, other))
    return float(min(MOST_LEAD, max(-MOST_LEAD, score(state, seat) - best)))


@kernel
def by_rollouts(search: Record, state: State, seat: int) -> float:
    rollout, generator, total = search["rollout"][0], search["generator"], 0.0
    generator[:] = SEED_WORD
    for _ in range(ROLLOUTS):
        rollout["states"][0] = state
        roll_out(rollout, search["seats"], generator, MOST_ROUNDS)
        total += result_of(rollout["states"][0], seat)
    return total / ROLLOUTS
