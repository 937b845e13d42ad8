"""Fit the weights of swift's features and patterns by fixed-effects regression, and write them:

    python scripts/fit_swift_patterns.py FOLDER --games 64

The training set holds candidates for the same apple and the cost of roll-outs after them. All
candidates (contenders) of an apple meet the same sampled apples, so the comparison does not depend
on where the next apples appear.

The regression compares only contenders of the same apple: the mean of the apple is subtracted from
every number. The target is the discounted cost of the next apples plus the value of the state after
them with the weights fitted so far, which each iteration improves. Ridges pull the weights of
features towards a share of their values without patterns, and those of patterns towards zero.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridbots.games.snake import GAME
from gridbots.kernel import compiled, kernel
from gridbots.vector import Batch, generators_for
from gridbots_hamiltonian.swift.evaluation import evaluate
from gridbots_hamiltonian.swift.patterns import KINDS, PATTERNS, classes, count_patterns
from gridbots_hamiltonian.swift.plans.candidates import set_horizon
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import usual_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.safety import verdict
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back, lay_trail
from gridbots_hamiltonian.swift.policy import WORK, clear_work, open_memory, policy
from gridbots_hamiltonian.swift.rollouts import draw_samples, sampled_apple
from gridbots_hamiltonian.swift.selection import find_candidates
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, LARGE, TENTHS

CONTENDERS: Final = 4
"""Best candidates for an apple by the current weights."""
CANDIDATES: Final = 40
PLAYED_WITH: Final = 16
"""Candidates in the games that the states are taken from."""
DEPTH: Final = 4
"""Apples in a roll-out."""
SAMPLES: Final = 6
"""Roll-outs from a contender."""
COUNTS: Final = FEATURE_COUNT + KINDS * PATTERNS

Record = Any
Floats = Any
"""A float array."""

CONTENDER: Final = np.dtype(
    [
        ("apple", "i8"),  # number of its apple
        ("length", "i8"),  # length of the snake
        ("steps", "f4"),  # steps of the candidate
        ("value", "f4"),  # value of the state after it by the current weights
        ("costs", "f4", (DEPTH,)),  # mean steps to each of the next apples
        ("counts", "f4", (COUNTS,)),  # features and patterns after the candidate
        ("later", "f4", (COUNTS,)),  # their means after the roll-outs
    ]
)


@kernel
def describe(memory: Record, work: Record, counts: Floats) -> None:
    """Add the features and patterns of the state to counts."""
    verdict(memory, work)
    evaluate(memory, work)
    for index in range(FEATURE_COUNT):
        counts[index] += work["features"][index]
    count_patterns(memory, work, counts[FEATURE_COUNT:])


@kernel
def roll_out(memory: Record, work: Record, sample: int, found: Record) -> None:
    """Follow the first plans for the apples of a sample and add up their costs."""
    newest, oldest = work["newest"], work["oldest"]
    usual_costs(work)
    for depth in range(DEPTH):
        apple = sampled_apple(work, (sample + depth * SAMPLES))
        work["begun"] = work["newest"]
        set_horizon(memory, work, apple, 0)
        if apple == NOWHERE or not find_plan(memory, work, apple, MOST_REPAIRS):
            break
        found["costs"][depth] += (work["newest"] - work["begun"]) / SAMPLES
    describe(memory, work, found["later"])
    go_back(memory, work, newest, oldest)


@kernel
def find_contenders(memory: Record, work: Record, apple: int) -> None:
    """Find the best candidates for the apple: the finalists of the workspace."""
    find_candidates(memory, work, apple)
    work["longest"] = NO_LIMIT


@kernel
def write_contenders(states: Any, memory: Record, chosen: Any, found: Any, works: Any) -> None:
    """Write CONTENDERS rows for each chosen state; unused rows have no steps."""
    work = works[0]
    for number in range(len(chosen)):
        state = states[chosen[number]]
        clear_work(work)
        lay_trail(state, memory, work)
        find_contenders(memory, work, state["apple"])
        draw_samples(memory, work)
        newest, oldest = work["newest"], work["oldest"]
        for at in range(work["finalists"]):
            into = found[number * CONTENDERS + at]
            for step in range(work["length"][at]):
                add_step(memory, work, work["finalist"][at, step])
            work["oldest"] += work["length"][at] - 1
            into["steps"] = work["length"][at]
            into["value"] = work["value"][at] - work["length"][at]
            describe(memory, work, into["counts"])
            for sample in range(SAMPLES):
                roll_out(memory, work, sample, into)
            for index in range(COUNTS):
                into["later"][index] /= SAMPLES
            go_back(memory, work, newest, oldest)


def gather(side: int, games: int, seed: int, every: int) -> Any:
    """The contenders of these games, at every Nth length: records of CONTENDER."""
    boards = Batch(GAME, GAME.make_settings({"width": side, "height": side}), games, seed)
    player, generators = policy(PLAYED_WITH), generators_for(np.arange(games, dtype=np.uint64))
    memory = policy(CANDIDATES, SAMPLES * DEPTH, seed).memories(1)[0]
    works, found, going, apples = np.zeros(1, WORK), [], np.arange(games), 0
    compiled(open_memory)(boards.states[0], memory)
    while len(going):
        before = boards.states["length"].copy()
        boards.choose(player, 0, generators)
        boards.play(copies=going)
        going = going[~boards.finished[going]]
        lengths = boards.states["length"][going]
        chosen = going[(lengths > before[going]) & (lengths % every == 0)]
        rows = np.zeros(len(chosen) * CONTENDERS, CONTENDER)
        rows["apple"] = apples + np.repeat(np.arange(len(chosen)), CONTENDERS)
        rows["length"] = np.repeat(boards.states["length"][chosen], CONTENDERS)
        compiled(write_contenders)(boards.states, memory, chosen, rows, works)
        apples += len(chosen)
        found.append(rows[rows["steps"] > 0])
    return np.concatenate(found)


DISCOUNT: Final = 0.95
ITERATIONS: Final = 3
SHARE: Final = 0.6
"""Slope of the costs of contenders on their value by distances alone."""
WIDTH: Final = 2.0
"""Width, in tenths, of the bell that weights the contenders of other tenths."""
RIDGES: Final = (1_000.0, 10_000.0)
"""Penalties of features and of patterns; both are standardised."""
RAREST: Final = 40
"""A pattern gets a weight if its count differs from the mean in more contenders than this."""


def by_class(counts: Floats) -> Floats:
    """Features, and counts of patterns by class: rotated patterns share a class."""
    groups = classes()
    size = groups.max() + 1
    columns = np.concatenate(
        [np.arange(FEATURE_COUNT)] + [FEATURE_COUNT + kind * size + groups for kind in range(KINDS)]
    )
    joined = np.zeros((len(counts), FEATURE_COUNT + KINDS * size), np.float32)
    for column in range(COUNTS):
        joined[:, columns[column]] += counts[:, column]
    return joined


def centred(values: Floats, apples: Any) -> Floats:
    """The values less their mean over the contenders of an apple."""
    sums = np.zeros((apples.max() + 1, *values.shape[1:]))
    np.add.at(sums, apples, values)
    numbers = np.bincount(apples).reshape(-1, *[1] * (values.ndim - 1))
    return values - (sums / np.maximum(numbers, 1))[apples]


def fit(contenders: Any, squares: int) -> tuple[Floats, Floats]:
    """Weights of features, by tenth; and of patterns, by tenth, kind and class."""
    apples, lengths = contenders["apple"], contenders["length"]
    tenths = TENTHS * lengths / squares
    now = centred(by_class(contenders["counts"]), apples)
    later = centred(by_class(contenders["later"]), apples)
    costs = centred(contenders["costs"], apples) @ DISCOUNT ** np.arange(DEPTH)
    prior = np.zeros((TENTHS, now.shape[1]))
    prior[:, :FEATURE_COUNT] = SHARE * np.array(LARGE)
    weights = prior
    for _ in range(ITERATIONS):
        after = weights[np.minimum(tenths + DEPTH * TENTHS / squares, TENTHS - 1).astype(int)]
        targets = costs + DISCOUNT**DEPTH * (later * after).sum(axis=1)
        weights = np.array(
            [
                prior[tenth] + _regress(now, targets - now @ prior[tenth], tenths - tenth - 0.5)
                for tenth in range(TENTHS)
            ]
        )
    return weights[:, :FEATURE_COUNT], weights[:, FEATURE_COUNT:].reshape(TENTHS, KINDS, -1)


def _regress(columns: Floats, targets: Floats, apart: Floats) -> Floats:
    """Weighted ridge regression; columns that hardly vary get no weight."""
    scale = columns.std(axis=0)
    used = (np.abs(columns) > 0).sum(axis=0) > RAREST
    standard = columns[:, used] / scale[used]
    bell = standard * np.exp(-((apart / WIDTH) ** 2))[:, None]
    ridges = np.where(np.flatnonzero(used) < FEATURE_COUNT, *RIDGES)
    found = np.zeros(columns.shape[1])
    solved = np.linalg.solve(bell.T @ standard + np.diag(ridges), bell.T @ targets)
    found[used] = solved / scale[used]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the weights of swift's features and patterns")
    parser.add_argument("folder", type=Path, help="folder for patterns.npy and features.txt")
    parser.add_argument("--side", type=int, default=30, help="side of the board")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--every", type=int, default=16, help="sample every Nth length")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    contenders = gather(given.side, given.games, given.seed, given.every)
    features, patterns = fit(contenders, given.side**2)
    given.folder.mkdir(parents=True, exist_ok=True)
    np.savetxt(given.folder / "features.txt", features, "%.2f", delimiter=", ")
    np.save(given.folder / "patterns.npy", patterns.astype(np.float16))


if __name__ == "__main__":
    main()
