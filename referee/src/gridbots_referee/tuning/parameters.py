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
"""By the names of the parameters."""
STEPS: Final = 20
"""A perturbation that nobody has named is this part of the range."""


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in a bot's words that is tuned."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    """That of its placeholder: `{name}`."""
    start: float
    low: float
    high: float
    c_end: float = 0.0
    """SPSA: how far from the middle the two bots of the last step are; with `log` a factor. 0: a
    twentieth of the range."""
    r_end: Annotated[float, Meta(ge=0)] = 0.0
    """SPSA: the rate of this parameter; 0: that of the table spsa."""
    integer: bool = False
    log: bool = False
    """Whether ratios matter, not differences."""
    points: Annotated[int, Meta(ge=2, le=1000)] = 5
    """Grid search: so many values, from low to high."""


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


PLACEHOLDER: Final = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """The words of a bot with these values."""
    return PLACEHOLDER.sub(lambda found: values[found[1]] if found[1] else found[0][0], template)


def check_template(template: str, names: Collection[str]) -> None:
    """See that the placeholders are the parameters.

    Raises:
        SettingsError: one is no parameter, or a parameter has none.
    """
    found = {match[1] for match in PLACEHOLDER.finditer(template) if match[1]}
    for name in sorted(found - set(names)):
        raise SettingsError(
            f"bot: unknown parameter {{{name}}}; {nearest(name, names)}; "
            f"if it is none, write {{{{{name}}}}}"
        )
    for name in names:
        if name not in found:
            raise SettingsError(
                f"bot: expected {{{name}}} in it, for that parameter, got {template!r}"
            )
