"""Parsers of command lines that suggest an option for a mistyped one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from gridbots.errors import nearest

if TYPE_CHECKING:
    from typing import NoReturn

UNKNOWN: Final = "unrecognized arguments: "
"""Begins the message of argparse about unknown options."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors name the nearest option."""

    def error(self, message: str) -> NoReturn:
        word = message.removeprefix(UNKNOWN).split()[0].partition("=")[0]
        if message.startswith(UNKNOWN) and word.startswith("-"):
            hint = nearest(word, self._option_string_actions)
            message = f"unknown option {word!r}" + (f"; {hint}" if hint.endswith("?") else "")
        super().error(message)

    def add_settings(self, meaning: str) -> None:
        """Add the option --set, for settings of a game."""
        self.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="name=value",
            help=f"a setting of the game; {meaning}",
        )
