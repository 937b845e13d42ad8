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
"""An option before the command."""


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """Parse a bot into its name and options.

    The form is `name:option=value,...`; for a bot that takes a command it is a shell line,
    `name:option=value ... COMMAND`, whose command becomes the option `command`.

    Raises:
        SettingsError: an option is not of the form name=value, or is given twice; or the command
            is missing.
    """
    name, _, rest = text.partition(":")
    if not takes_command(name):
        words = [word for word in rest.split(",") if word]
        return name, parse_assignments(words, f"{name} option")
    options, command = split_command(name, rest)
    return name, parse_assignments(options, f"{name} option") | {COMMAND: shlex.join(command)}


def split_command(name: str, text: str) -> tuple[list[str], list[str]]:
    """Options and command of a bot that takes a command, from the text after its name.

    Raises:
        SettingsError: the command is missing, or a quotation is not closed.
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
    """The name of the recommended bot; empty if there is none."""
    for asked in (game, ANY):
        for name in sorted(installed):
            if asked in installed[name].recommended:
                return name
    return ""


def without_best(text: str, game: str, installed: Mapping[str, Installed]) -> str:
    """The text of a bot, with `best` replaced by the recommended bot.

    Raises:
        UnknownNameError: no bot is recommended for this game.
    """
    name, colon, options = text.partition(":")
    if name != BEST:
        return text
    found = recommended(game, installed)
    if not found:
        raise UnknownNameError(
            f"no installed bot is recommended for {game}: choose one listed by `referee bots`"
        )
    return f"{found}{colon}{options}"
