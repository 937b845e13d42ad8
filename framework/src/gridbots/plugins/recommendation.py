"""Recommended bot: the one that is meant where a bot is called `best`.

A bot recommends itself for games in its package's metadata, in the entry-point group
`gridbots.bots.NAME.recommended`, `*` for all others (see `gridbots.plugins`). Where several do,
who names the game comes before who says `*`, and then the first in the order of names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import UnknownNameError
from gridbots.plugins.metadata import ANY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.plugins.metadata import Installed

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
