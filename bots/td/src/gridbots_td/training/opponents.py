"""Opponent mix: each opponent with its share of the matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import SettingsError
from gridbots.kernel import handle
from gridbots.training.opponents import policy_of
from gridbots.vector import Policy, fitted, kernel_of, memories_of

if TYPE_CHECKING:
    import numpy as np

    from gridbots.game import Game

SELF: Final = "self"
"""In place of a bot: the learner plays itself, and learns from both seats."""
OLDER: Final = "older"
"""The learner plays itself as it was some time ago."""

NOBODY: Final = -1
"""In place of the number of an opponent."""


@dataclass(frozen=True)
class Opponent:
    """One of the mix, with a memory for each copy."""

    bot: str
    share: float
    policy: Policy
    handed: Any
    """Its decision, for kernels."""
    memories: Any


def mixed(text: str, game: Game, dtype: np.dtype[Any], copies: int) -> list[Opponent]:
    """The opponents of a text such as `0.5*random 0.5*minimax:depth=2`.

    Raises:
        GridbotsError: one of the bots is unknown, or its options do not fit.
        SettingsError: one has no policy, or a share is no number above 0.
    """
    return [opponent(each, game, dtype, copies) for each in text.split()]


def opponent(text: str, game: Game, dtype: np.dtype[Any], copies: int) -> Opponent:
    share, bot = parts_of(text)
    if bot in {SELF, OLDER}:
        return Opponent(bot, share, None, None, None)
    policy = fitted(policy_of(bot, game), dtype)
    return Opponent(bot, share, policy, handle(kernel_of(policy)), memories_of(policy, copies))


def parts_of(text: str) -> tuple[float, str]:
    """The share, 1 if none is given, and the bot."""
    share, times, bot = text.rpartition("*")
    try:
        found = float(share) if times else 1.0
    except ValueError:
        found = 0.0
    if found <= 0:
        raise SettingsError(f"expected an opponent as SHARE*BOT, such as 0.5*random, got {text!r}")
    return found, bot
