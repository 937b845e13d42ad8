"""Opponents to learn against: the policies of installed bots, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.errors import SettingsError
from gridbots.plugins import load_bot
from gridbots.settings import make_settings, parse_assignments
from gridbots.vector import Remembering

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.vector import Policy


def policy_of(opponent: str, game: Game) -> Policy:
    """The policy of a bot that is written as for `referee run`: `NAME:OPTION=VALUE,...`.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it has no policy, or one that remembers, which no checkpoint would hold.
    """
    name, _, options = opponent.partition(":")
    assigned = [option for option in options.split(",") if option]
    kind = load_bot(name)
    values = parse_assignments(assigned, f"{name} option")
    checked = make_settings(kind.options, values, f"{name} option")
    policy = kind.policy(game, checked) if kind.policy else None
    if policy is None:
        raise SettingsError(f"expected an opponent that has a policy, got {opponent}")
    if isinstance(policy, Remembering):
        raise SettingsError(f"expected an opponent that remembers nothing, got {opponent}")
    return policy


def policies_of(opponents: str, game: Game) -> list[Policy]:
    """One policy for each of the opponents, which are separated by blanks."""
    return [policy_of(each, game) for each in opponents.split()]
