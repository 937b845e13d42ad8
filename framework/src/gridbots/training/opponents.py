"""Training opponents: the policies of installed bots, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.plugins import installed_bots, load_bot
from gridbots.plugins.bot_text import parse_bot, without_best

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.vector import Policy


def policy_of(bot: str, game: Game) -> Policy:
    """The policy of a bot that is written as for `referee run`: `NAME:OPTION=VALUE,...`.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it has no policy.
    """
    name, options = parse_bot(without_best(bot, game.name, installed_bots()))
    policy = make_policy(load_bot(name), name, game, options)
    if policy is None:
        raise SettingsError(f"expected a bot that has a policy for {game.name}, got {bot}")
    return policy
