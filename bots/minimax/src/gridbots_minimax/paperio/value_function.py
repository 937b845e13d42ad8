"""Value function of another installed bot, in place of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.bot.runner import entry_with_options
from gridbots.errors import SettingsError
from gridbots.plugins import load_bot, load_game
from gridbots.plugins.bot_text import parse_bot
from gridbots.vector import fitted

if TYPE_CHECKING:
    import numpy as np


def value_of(text: str) -> Any:
    """The value of an installed bot, `NAME` or `NAME:OPTION=VALUE`: a kernel, or what makes one.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it tells no values of this game.
    """
    name, given = parse_bot(text)
    game = load_game("paperio")
    entry, checked = entry_with_options(load_bot(name), name, game, given)
    value = entry.value(game, checked) if entry.value else None
    if value is None:
        raise SettingsError(f"value: expected a bot that tells values of paperio, got {text!r}")
    return value


def value_for(text: str, dtype: np.dtype[Any]) -> Any:
    """The same as a kernel, for state records of this type."""
    return fitted(value_of(text), dtype)
