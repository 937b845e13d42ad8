"""Bot as users name it: a name, with options or, for bots that run one, with a command line.

`best` is the recommended bot. A bot recommends itself for games in its package's metadata, in the
entry-point group `gridbots.bots.NAME.recommended`, `*` for all others. If several do, a bot that
names the game takes precedence over one with `*`; then the first in alphabetical order.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError, UnknownNameError
from gridbots.plugins.metadata import ANY, COMMAND, takes_command
from gridbots.settings import parse_assignments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.plugins.metadata import Installed


OPTION: Final = re.compile(r"[a-z]\w*=.*", re.DOTALL)
"""A word before a command that is an option."""


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """Parse a bot into its name and options.

    It is written `name:option=value,...`; one that takes a command, as a line for a shell,
    `name:option=value ... COMMAND`. The command, quoted again, is its option `command`.

    Raises:
        SettingsError: an option is not of the form name=value, or comes twice; or a command is
            expected, and there is none.
    """
    name, _, rest = text.partition(":")
    if not takes_command(name):
        words = [word for word in rest.split(",") if word]
        return name, parse_assignments(words, f"{name} option")
    options, command = split_command(name, rest)
    return name, parse_assignments(options, f"{name} option") | {COMMAND: shlex.join(command)}


def split_command(name: str, text: str) -> tuple[list[str], list[str]]:
    """What stands behind the name of a bot that takes a command: its options, and the command.

    Raises:
        SettingsError: there is no command, or a quotation does not end.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SettingsError(f"expected a command after {name}:, got {text!r}: {error}") from None
    first = next((at for at, word in enumerate(words) if not OPTION.fullmatch(word)), len(words))
    if first == len(words):
        raise SettingsError(f"expected {name}:COMMAND, a command after the colon, got {text!r}")
    return words[:first], words[first:]


BEST: Final = "best"


def recommended(game: str, installed: Mapping[str, Installed]) -> str:
    """The name of the recommended bot; empty where none recommends itself."""
    for asked in (game, ANY):
        for name in sorted(installed):
            if asked in installed[name].recommended:
                return name
    return ""


def without_best(text: str, game: str, installed: Mapping[str, Installed]) -> str:
    """A bot as it is written, with the recommended one in the place of `best`.

    Raises:
        UnknownNameError: none is recommended for this game.
    """
    name, colon, options = text.partition(":")
    if name != BEST:
        return text
    found = recommended(game, installed)
    if not found:
        raise UnknownNameError(
            f"no installed bot is recommended for {game}: name one of those of `referee bots`"
        )
    return f"{found}{colon}{options}"
