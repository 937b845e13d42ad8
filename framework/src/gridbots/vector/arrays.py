"""Arrays of a batch: records, numbers and generators, and checks of arrays from outside.

Compiled code does not check bounds, so arrays and indices from outside are checked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gridbots.game.chance import GENERATOR_SIZE, seed_generator

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


def expect_array(what: str, array: Any, dtype: Any, shape: tuple[int, ...]) -> None:
    """Check that an array can be passed to compiled code.

    Raises:
        ValueError: it is no array, has another type or shape, or is not contiguous.
    """
    expected = f"expected {what} as an array of {np.dtype(dtype)} of the shape {shape}"
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{expected}, got {type(array).__name__}")  # noqa: TRY004  as the others
    if array.dtype != dtype or array.shape != shape:
        raise ValueError(f"{expected}, got one of {array.dtype} of the shape {array.shape}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{expected}, contiguous, got a view of another array: copy it first")


def expect_seat(seat: int, seats: int) -> None:
    """Check that a game has this seat.

    Raises:
        ValueError: it does not.
    """
    if not 0 <= seat < seats:
        raise ValueError(f"expected a seat from 0 to {seats - 1}, got {seat}")


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function itself: in place of `compiled`, for plain runs."""
    return function


def generators_for(seeds: NDArray[np.uint64]) -> Integers:
    """A generator for each seed.

    Raises:
        ValueError: the seeds are not an array of uint64.
    """
    expect_array("seeds", seeds, np.uint64, np.shape(seeds)[:1])
    generators = np.zeros((GENERATOR_SIZE, len(seeds)), np.int64)
    seed_generator(generators, seeds)
    return np.ascontiguousarray(generators.T)
