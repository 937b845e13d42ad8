"""Schedules: linear interpolation of hyperparameters, and running means of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def linear(initial: float, final: float, share: float) -> float:
    """Interpolate linearly; `share`: the part of the schedule that is done, from 0 to 1."""
    return initial + share * (final - initial)


def update_mean(mean: NDArray[Any], values: NDArray[Any], count: int) -> None:
    """Update a running mean in place with the values numbered `count`, from 1 up."""
    mean += (values - mean) / count
