"""Weights of the evaluation function, in steps.

The weights without patterns were fitted by scripts/fit_swift_features.py to games of swift with 16
candidates on 30x30 and 24 candidates on 8x8. From each of 17,917 and 37,200 states the first plans
for 16 sampled apples were made. The target is their steps plus the value of the state after them,
discounted by 0.85: on 30x30 the value from an earlier fit to the steps to the next eight apples in
whole games, on 8x8 the mean number of steps to a free square. On held-out games the features
explained between 21 % (30x30, third tenth) and 66 % (last tenth) of the variance that the length
had left unexplained.

The weights beside patterns and those of `patterns.npy` were fitted together by
scripts/fit_swift_patterns.py to about five candidates for each of 22,278 apples, drawn from all
candidates whose value was at most 35 steps above the best. They are the mean of two fits, with
ridges of 10,000 and of 30,000 for patterns, two tenths and one wide. On held-out apples, one half
of these explained 10 % of the variance between the roll-outs of candidates for the same apple; the
features alone, with the weights for play without patterns, explained 5 %.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

TENTHS: Final = 10
FEATURES: Final = {
    "mean": "mean steps to a free square",
    "spread": "standard deviation of these steps",
    "unvisited": "cells without body",
    "absent": "edges that the body has passed by",
    "parts": "connected parts of the cells without body",
    "blocked": "moves from free squares that the body blocks",
    "away": "mean rows and columns to a free square",
    "longest": "steps to the farthest free square",
    "late": "free squares more than 6 steps farther than their rows and columns",
}
FEATURE_COUNT: Final = len(FEATURES)

LARGE: Final = (
    (0.91, 1.1, 0.07, 0.18, 4.54, 0.02, -0.18, -0.13, 0.0),
    (1.09, 0.96, 0.34, 0.45, 14.27, 0.08, -0.43, -0.12, -0.02),
    (0.62, 1.52, 0.69, 0.68, 15.36, 0.12, -0.06, -0.06, 0.01),
    (0.35, 2.02, 1.65, 0.75, 13.97, 0.39, 0.34, 0.13, 0.02),
    (0.31, 1.74, 2.62, 0.74, 15.68, 0.61, -0.2, 0.43, 0.01),
    (0.35, 1.42, 3.2, 0.79, 12.79, 0.96, -0.62, 0.58, -0.01),
    (-0.08, 2.27, 3.67, 0.87, 6.97, 1.18, -0.12, 0.49, 0.02),
    (-0.59, 1.72, 3.79, 0.9, 4.7, 1.26, 0.08, 0.83, 0.05),
    (-0.8, 0.61, 3.39, 0.95, 3.99, 1.08, -0.26, 1.17, 0.06),
    (-0.73, 0.92, 2.48, 0.93, 1.88, 0.79, -0.34, 0.93, 0.03),
)
"""Weights by tenth of the length and by feature, on 30x30, without patterns."""

BESIDE_PATTERNS: Final = (
    (0.63, 0.57, 0.04, 0.36, -0.31, 0.1, -3.54, -0.05, 0.01),
    (0.69, 0.48, 0.2, 0.66, 5.2, 0.18, -5.8, -0.08, -0.0),
    (0.35, 1.0, 0.39, 0.91, 6.21, 0.24, -6.53, -0.11, 0.02),
    (0.18, 1.71, 0.97, 0.85, 5.65, 0.43, -5.37, -0.1, 0.03),
    (0.16, 1.7, 1.58, 0.55, 6.81, 0.58, -3.42, 0.02, 0.02),
    (0.24, 1.3, 1.87, 0.51, 6.31, 0.77, -1.55, 0.11, 0.01),
    (0.17, 1.61, 2.02, 0.54, 4.39, 0.88, -0.24, 0.04, 0.02),
    (0.01, 1.2, 2.06, 0.43, 3.49, 0.91, 0.16, 0.23, 0.03),
    (-0.13, 0.53, 1.86, 0.45, 3.07, 0.76, 0.02, 0.5, 0.04),
    (-0.2, 0.64, 1.39, 0.52, 1.61, 0.56, -0.01, 0.48, 0.02),
)
"""The same, with patterns."""

SMALL: Final = (
    (0.92, -0.21, -0.08, 0.11, 0.16, -0.02, -0.06, 0.07, -0.01),
    (0.84, -0.39, 0.02, 0.25, 0.41, -0.02, -0.17, 0.11, 0.0),
    (0.74, -0.27, 0.21, 0.38, 0.94, 0.06, -0.69, 0.06, 0.01),
    (0.66, -0.15, 0.2, 0.62, 1.28, 0.17, -1.11, 0.07, -0.04),
    (0.39, 0.08, 0.39, 0.78, 0.88, 0.35, -1.17, 0.22, -0.07),
    (0.15, 0.64, 0.57, 0.87, 0.47, 0.47, -1.02, 0.17, -0.06),
    (-0.03, 0.72, 0.55, 0.88, 0.27, 0.51, -0.78, 0.18, -0.04),
    (-0.14, 0.93, 0.54, 0.72, 0.13, 0.46, -0.48, 0.12, 0.03),
    (-0.28, 1.65, 0.34, 0.37, 0.08, 0.25, -0.19, -0.07, 0.05),
    (-0.75, 1.87, 0.28, 0.05, -0.11, 0.03, -0.03, 0.07, 0.0),
)
"""The same, on 8x8, without patterns."""

SHARES: Final = ((100,) * TENTHS, (15, 80, 200, 150, 150, 130, 100, 50, 15, 15))
"""Share of the candidates to try, in per cent, by tenth of the length, on small and large boards.

On 30x30 it is roughly proportional to the steps that twice as many candidates save, divided by the
time that one takes; its mean over the time is 100."""

LARGE_FROM: Final = 576
"""Squares of the smallest board that uses the weights of 30x30. With the weights of 8x8, filling
20x20 takes 160 steps fewer (± 210 at 95 %), 16x16 140 (± 70) and 12x12 100 (± 16)."""


def tables(*, patterns: bool) -> Any:
    """Weights for small and large boards: float64, (2, TENTHS, features)."""
    return np.array([SMALL, BESIDE_PATTERNS if patterns else LARGE])
