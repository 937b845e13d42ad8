"""Parameters: their scales, linear or logarithmic, their bounds, and their values as text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.tuning.tuning import Parameter

Values = dict[str, float]
"""By the names of the parameters."""
STEPS: Final = 20
"""A perturbation that nobody has named is this part of the range."""


def to_scale(parameter: Parameter, value: float) -> float:
    """Where a value lies on the scale on which differences matter."""
    return math.log(value) if parameter.log else value


def from_scale(parameter: Parameter, point: float) -> float:
    """The value at a point of the scale: within its bounds, and whole where it must be."""
    value = math.exp(point) if parameter.log else point
    value = min(max(value, parameter.low), parameter.high)
    return float(round(value)) if parameter.integer else value


def bounded(parameter: Parameter, point: float) -> float:
    """The nearest point of the scale that is within the bounds."""
    low, high = to_scale(parameter, parameter.low), to_scale(parameter, parameter.high)
    return min(max(point, low), high)


def perturbation(parameter: Parameter) -> float:
    """`c_end` on the scale."""
    if parameter.c_end > 0:
        return math.log(parameter.c_end) if parameter.log else parameter.c_end
    low, high = to_scale(parameter, parameter.low), to_scale(parameter, parameter.high)
    return (high - low) / STEPS


def start_values(parameters: Sequence[Parameter]) -> Values:
    return {each.name: each.start for each in parameters}


def value_text(parameter: Parameter, value: float) -> str:
    """A value as bots are told it."""
    return str(round(value)) if parameter.integer else f"{value:.6g}"


def value_texts(parameters: Sequence[Parameter], values: Mapping[str, float]) -> dict[str, str]:
    return {each.name: value_text(each, values[each.name]) for each in parameters}
