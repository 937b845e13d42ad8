"""Fit the weights of swift's features by fitted value iteration, and print them:

    python scripts/fit_swift_features.py --side 30 --games 40

The training states are those right after an apple in games of swift. From each state the next apple
is sampled many times. The target of the fit is the mean number of steps to it plus the discounted
value of the state after it, with the current weights. So each fit looks one apple further ahead.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.games.snake import GAME
from gridbots.kernel import compiled, kernel
from gridbots.vector import Batch, generators_for
from gridbots_hamiltonian.swift.evaluation import evaluate
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.plan import NO_LIMIT
from gridbots_hamiltonian.swift.plans.safety import verdict
from gridbots_hamiltonian.swift.plans.trail import lay_trail
from gridbots_hamiltonian.swift.policy import WORK, clear_work, open_memory, policy
from gridbots_hamiltonian.swift.rollouts import cost_of_apple, draw_samples, sampled_apple
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, FEATURES, TENTHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLES: Final = 16
CANDIDATES: Final = 16
OVERLAP: Final = 0.3
"""States this far outside a tenth, in tenths, also count for it."""
SHORTEST: Final = 3
RIDGE: Final = 3.0
"""Ridge penalty; it shrinks the weights of features that vary little. Features are standardised."""

Floats = Any
"""A float64 array."""


class States(NamedTuple):
    lengths: NDArray[np.int64]
    features: Floats
    """By state and feature."""
    costs: Floats
    """Sampled cost of the next apples, in steps."""


@kernel
def mean_cost(memory: Any, work: Any) -> float:
    """Sample mean of the cost of the next apple."""
    total, count = 0.0, 0
    for sample in range(memory["samples"]):
        apple = sampled_apple(work, sample)
        if apple != NOWHERE:
            total += cost_of_apple(memory, work, apple)
            count += 1
    return total / count if count > 0 else 0.0


@kernel
def sample(  # noqa: PLR0913, PLR0917  the arrays of a batch
    states: Any, memory: Any, chosen: Any, features: Floats, costs: Floats, works: Any
) -> None:
    """Sample the chosen states and write their features and costs."""
    work = works[0]
    for at in chosen:
        clear_work(work)
        lay_trail(states[at], memory, work)
        work["begun"] = work["newest"]
        work["longest"] = NO_LIMIT
        verdict(memory, work)
        evaluate(memory, work)
        features[at] = work["features"]
        draw_samples(memory, work)
        costs[at] = mean_cost(memory, work)


def gather(side: int, games: int, seed: int, every: int) -> States:
    """Gather the training set: features and costs at regular lengths of these games."""
    boards = Batch(GAME, GAME.make_settings({"width": side, "height": side}), games, seed)
    player, generators = (
        policy(CANDIDATES, patterns=False),
        generators_for(np.arange(games, dtype=np.uint64)),
    )
    memory, works = policy(0, SAMPLES, seed, patterns=False).memories(1)[0], np.zeros(1, WORK)
    compiled(open_memory)(boards.states[0], memory)
    features, costs = np.zeros((games, FEATURE_COUNT)), np.zeros(games)
    found, going = [], np.arange(games)
    while len(going):
        before = boards.states["length"].copy()
        boards.choose(player, 0, generators)
        boards.play(copies=going)
        going = going[~boards.finished[going]]
        lengths = boards.states["length"][going]
        chosen = going[(lengths > before[going]) & (lengths % every == 0)]
        compiled(sample)(boards.states, memory, chosen, features, costs, works)
        found.append((boards.states["length"][chosen], features[chosen], costs[chosen]))
    return States(*(np.concatenate(each) for each in zip(*found, strict=True)))


def fit(states: States, squares: int) -> Floats:
    """The weights, by tenth of the length and feature."""
    table = np.zeros((TENTHS, FEATURE_COUNT))
    for tenth in range(TENTHS):
        low, high = np.array([tenth - OVERLAP, tenth + 1 + OVERLAP]) * squares / TENTHS
        chosen = (states.lengths >= max(low, SHORTEST)) & (states.lengths < high)
        table[tenth] = _regress(*(each[chosen] for each in states))
    return table


def _regress(lengths: Any, features: Floats, costs: Floats) -> Floats:
    """Ridge regression on the features, with the length and its square as covariates."""
    columns = np.column_stack([lengths, lengths.astype(float) ** 2, features])
    scale = np.maximum(columns.std(axis=0), sys.float_info.epsilon)
    standard = (columns - columns.mean(axis=0)) / scale
    squares = standard.T @ standard + RIDGE * np.eye(standard.shape[1])
    weights = np.linalg.solve(squares, standard.T @ (costs - costs.mean())) / scale
    return weights[2:]


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the weights of swift's features")
    parser.add_argument("--side", type=int, default=30, help="side of the board")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--every", type=int, default=2, help="sample every Nth length")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    states = gather(given.side, given.games, given.seed, given.every)
    weights = fit(states, given.side**2).round(2).tolist()
    rows = [f"    ({', '.join(map(str, row))})," for row in weights]
    lines = [f"# {len(states.lengths)} states; {', '.join(FEATURES)}", *rows, ""]
    sys.stdout.write("\n".join(lines))


if __name__ == "__main__":
    main()
