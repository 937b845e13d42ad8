"""Fixed-effects regression: fits the weights of features and patterns anew, and writes them:

    python -m gridbots_hamiltonian.swift.fitting.fixed_effects FOLDER --games 64

Only contenders of the same apple are compared, by what is left of each number without the mean of
its apple. What the next apples cost is added up, discounted, with the worth of the state after
them, by the weights fitted so far: each iteration of the fit improves on that. Weights are held
back by ridges: those of the features to a share of what they are without patterns, which is what
the costs of contenders say about them, and those of patterns to zero.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridbots_hamiltonian.swift.fitting.contenders import COUNTS, DEPTH, gather
from gridbots_hamiltonian.swift.patterns import KINDS, classes
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, LARGE, TENTHS

DISCOUNT: Final = 0.95
ITERATIONS: Final = 3
SHARE: Final = 0.6
"""Slope of the costs of contenders on their worth by distances alone."""
WIDTH: Final = 2.0
"""Of the bell in which the contenders of other tenths count, in tenths."""
RIDGES: Final = (1_000.0, 10_000.0)
"""Of features and of patterns; both are standardised."""
RAREST: Final = 40
"""Contenders in which a pattern must be more or less often than in their mean, to have a weight."""

Floats = Any
"""A float array."""


def by_class(counts: Floats) -> Floats:
    """Features, and numbers of patterns by class: turned patterns are one."""
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
    """Weighted ridge regression; columns that hardly vary have no weight."""
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
    parser = argparse.ArgumentParser(description="fit what features and patterns weigh")
    parser.add_argument("folder", type=Path, help="where patterns.npy and features.txt go")
    parser.add_argument("--side", type=int, default=30, help="of the board")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--every", type=int, default=16, help="look at each so-manieth length")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    contenders = gather(told.side, told.games, told.seed, told.every)
    features, patterns = fit(contenders, told.side**2)
    told.folder.mkdir(parents=True, exist_ok=True)
    np.savetxt(told.folder / "features.txt", features, "%.2f", delimiter=", ")
    np.save(told.folder / "patterns.npy", patterns.astype(np.float16))


if __name__ == "__main__":
    main()
