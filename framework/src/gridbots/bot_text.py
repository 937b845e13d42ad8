"""Bot as users name it: a name with options."""

from __future__ import annotations

from gridbots.settings import parse_assignments


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """Parse a bot with options, `name:option=value,...`, into its name and options.

    Raises:
        SettingsError: an option is not of the form name=value, or comes twice.
    """
    name, _, options = text.partition(":")
    words = [word for word in options.split(",") if word]
    return name, parse_assignments(words, f"{name} option")
