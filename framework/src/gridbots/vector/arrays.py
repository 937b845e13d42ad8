"""What batches are made of: arrays of records, of numbers, and of generators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gridbots.chance import GENERATOR_SIZE, seed_generator

if TYPE_CHECKING:
    from collections.abc import Callable

States = NDArray[np.void]
"""An array of a game's records."""
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Records = NDArray[np.void]
"""An array of records of one type."""

SEED_RANGE: Final = 2**64


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """In place of `compiled`, for a plain run."""
    return function


def generators_for(seeds: NDArray[np.uint64]) -> Integers:
    """A generator for each seed."""
    generators = np.zeros((GENERATOR_SIZE, len(seeds)), np.int64)
    seed_generator(generators, seeds)
    return np.ascontiguousarray(generators.T)
