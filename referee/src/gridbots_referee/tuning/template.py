"""Bot template: words with placeholders, `{name}` for a parameter; `{{` and `}}` are braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

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
