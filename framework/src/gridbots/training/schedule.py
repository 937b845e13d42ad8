"""Schedules: linear interpolation of hyperparameters, and running means of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def linear(initial: Any, final: Any, share: float) -> Any:
    """Interpolate between numbers or arrays; `share`: progress of the schedule, from 0 to 1."""
    return initial + share * (final - initial)


def update_mean(mean: NDArray[Any], values: NDArray[Any], count: int) -> None:
    """Update a running mean in place; `count`: how many values it is of, these included."""
    mean += (values - mean) / count
