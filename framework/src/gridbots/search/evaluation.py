"""Evaluation at the leaves of a search: the game's own, or a substitute.

features   the verb `evaluate` of the game: its features times weights
lead       lead in score: the own score minus the best of the others
rollouts   Monte-Carlo evaluation: the mean utility of a few roll-outs, which draw the same random
           numbers in every position, so that the value of a position is always the same
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np

from gridbots.game import evaluate, is_over, score, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.game.verbs import no_score
from gridbots.kernel import game_of, inlined_kernel, kernel
from gridbots.search.ply_stack import DECISIVE
from gridbots.search.rollout import random_move, result_of, roll_out, rollout_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game, State
    from gridbots.space import Record


class OwnEvaluation(NamedTuple):
    """Evaluation supplied by a bot: its kernel, and its fields in a search record."""

    kernel: Callable[..., float]
    """`evaluate(search, state, seat) -> float`; the weights are search["weights"]."""
    fields: tuple[tuple[Any, ...], ...] = ()


Evaluation = Literal["auto", "features", "lead", "rollouts"] | OwnEvaluation

MOST_LEAD: Final = DECISIVE / 20
"""Larger leads are cut to this one, so that they are not mistaken for a won match."""
ROLLOUTS: Final = 8
"""Number of roll-outs: more are more precise, but the search reaches fewer positions."""
MOST_ROUNDS: Final = 200
"""Maximum number of rounds of a roll-out."""
PROBES: Final = 3
"""Random matches that show whether scores are informative."""
SEED_WORD: Final = 12345
"""Each part of the generator's first state, as in L'Ecuyer's paper."""


def evaluation_of(dtype: np.dtype[Any], wanted: Evaluation = "auto") -> Evaluation:
    """The evaluation for a game; by default its own, or else the lead, or else roll-outs.

    Raises:
        ValueError: the game lacks what this evaluation needs.
    """
    if isinstance(wanted, OwnEvaluation):
        return wanted
    game = game_of(np.zeros(1, dtype)[0])
    has_scores = game.verbs.get(score.__name__, no_score) is not no_score
    if wanted == "auto":
        if evaluate.__name__ in game.own:
            return "features"
        return "lead" if has_scores else "rollouts"
    if wanted == "features" and evaluate.__name__ not in game.own:
        raise ValueError(
            f"expected evaluation=lead or rollouts for {game.name}, which has no evaluation, got "
            "features: add the verb evaluate and feature names to the game"
        )
    if wanted == "lead" and not has_scores:
        raise ValueError(
            f"expected evaluation=rollouts for {game.name}, which has no scores, got lead: add a "
            "field scores to its states, or the verb score to the game"
        )
    return wanted


def evaluated(
    dtype: np.dtype[Any], weights: int, wanted: Evaluation
) -> tuple[Callable[..., float], list[tuple[Any, ...]]]:
    """The kernel of an evaluation with this many weights, and its fields in the search record.

    The kernel is `evaluate(search, state, seat) -> float`.

    Raises:
        ValueError: the game lacks what it needs, or needs another number of weights.
    """
    evaluation = evaluation_of(dtype, wanted)
    game = game_of(np.zeros(1, dtype)[0])
    if isinstance(evaluation, OwnEvaluation):
        return evaluation.kernel, list(evaluation.fields)
    expected = game.features if evaluation == "features" else 0
    if weights != expected:
        features = f"each of the {expected} features of {game.name}"
        wants = f"a weight for {features}" if expected else f"no weights with {evaluation}"
        raise ValueError(f"expected {wants}, got {weights} weights")
    if evaluation == "rollouts":
        fields = [("generator", "i8", (GENERATOR_SIZE,)), ("rollout", rollout_dtype(dtype), (1,))]
        return by_rollouts, fields
    return (by_features if evaluation == "features" else by_lead), []


@functools.cache
def usual_evaluation(game: Game) -> Evaluation:
    """As `evaluation_of`, but without scores that are equal until a match is over.

    A few random matches with default settings show that.
    """
    opening = game.setup(game.settings(), 0)
    evaluation = evaluation_of(opening.dtype)
    if evaluation == "lead" and not any(scores_tell(game, seed) for seed in range(PROBES)):
        return "rollouts"
    return evaluation


def scores_tell(game: Game, seed: int) -> bool:
    """Whether the scores of seats differ before the end of a random match."""
    state, seats = game.setup(game.settings(), seed), game.seats(game.settings())
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, -1 - seed)  # Not the numbers that the game draws.
    mask = np.zeros(len(game.moves), np.uint8)
    for _ in range(MOST_ROUNDS):
        step(state, [random_move(state, seat, mask, generator) for seat in range(seats)])
        if is_over(state):
            return False
        scores = {float(score(state, seat)) for seat in range(seats)}
        if len(scores) > 1 or (seats == 1 and scores != {0.0}):
            return True
    return False


def say_what_stands_in(game: Game, evaluation: Evaluation) -> None:
    """Report on stderr the substitute for a missing evaluation."""
    means = {
        "lead": "the bot uses the lead in score",
        "rollouts": f"the mean result of {ROLLOUTS} random roll-outs is used",
    }
    if evaluation in means and game.verbs.evaluate is None:
        sys.stderr.write(f"{game.name} has no evaluation: {means[evaluation]}\n")


@inlined_kernel
def by_features(search: Record, state: State, seat: int) -> float:
    return evaluate(state, seat, search["weights"])


@kernel
def by_lead(search: Record, state: State, seat: int) -> float:
    """The own score minus the best of the others; in a game with one seat, the own score."""
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
