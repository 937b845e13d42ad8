"""Parameters of a bot: their placeholders, scales (linear or logarithmic), bounds and text.

A bot's text has a placeholder `{name}` for each parameter; `{{` and `}}` are braces.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots.errors import SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


Values = dict[str, float]
"""Parameter name -> value."""
STEPS: Final = 20
"""The default perturbation is the range divided by this."""


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the text of a bot that is tuned."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    """Its placeholder is `{name}`."""
    start: float
    low: float
    high: float
    c_end: float = 0.0
    """SPSA: perturbation of the last step; with `log` a factor. 0: a twentieth of the range."""
    r_end: Annotated[float, Meta(ge=0)] = 0.0
    """SPSA: the rate of this parameter; 0: that of the table spsa."""
    integer: bool = False
    log: bool = False
    """Whether the scale is logarithmic."""
    points: Annotated[int, Meta(ge=2, le=1000)] = 5
    """Grid search: number of values, from low to high."""


def to_scale(parameter: Parameter, value: float) -> float:
    """A value on the linear or logarithmic scale of the parameter."""
    return math.log(value) if parameter.log else value


def from_scale(parameter: Parameter, point: float) -> float:
    """The value at a point of the scale: clamped to the bounds, and rounded for integers."""
    value = math.exp(point) if parameter.log else point
    value = min(max(value, parameter.low), parameter.high)
    return float(round(value)) if parameter.integer else value


def bounded(parameter: Parameter, point: float) -> float:
    """A point of the scale, clamped to the bounds."""
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
    """A value as text in the options of a bot."""
    return str(round(value)) if parameter.integer else f"{value:.6g}"


def value_texts(parameters: Sequence[Parameter], values: Mapping[str, float]) -> dict[str, str]:
    return {each.name: value_text(each, values[each.name]) for each in parameters}


PLACEHOLDER: Final = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """The text of a bot with these values."""
    return PLACEHOLDER.sub(lambda found: values[found[1]] if found[1] else found[0][0], template)


def check_template(template: str, names: Collection[str]) -> None:
    """Check that placeholders and parameters match.

    Raises:
        SettingsError: a placeholder is not a parameter, or a parameter has no placeholder.
    """
    found = {match[1] for match in PLACEHOLDER.finditer(template) if match[1]}
    for name in sorted(found - set(names)):
        raise SettingsError(
            f"bot: unknown parameter {{{name}}}; {nearest(name, names)}; "
            f"for literal braces write {{{{{name}}}}}"
        )
    for name in names:
        if name not in found:
            raise SettingsError(f"bot: expected the placeholder {{{name}}}, got {template!r}")
