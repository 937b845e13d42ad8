"""Defaults by game: how leaves are judged, and how much is explored; see bots/mcts/README.md.

Where positions have an evaluation that sees far, as that of Light Riders does, a leaf is judged by
it at once. That of Multiplayer Snake counts candies, and a snake is lost by what happens next: a
few rounds are played first. In a game that is not listed here roll-outs are played to their end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Leaf = Literal["rollout", "evaluation"]


@dataclass(frozen=True)
class Default:
    leaf: Leaf = "rollout"
    rollout_rounds: int = 1000
    exploration: float = 1.0
    scale: float = 10.0
    """An evaluation of so much is worth three quarters of a win."""


ANY_GAME: Final = Default()
DEFAULTS: Final = {
    "light-riders": Default("evaluation", scale=10.0),
    "multisnake": Default("rollout", rollout_rounds=20, scale=10.0),
    "paperio": Default("evaluation", exploration=0.1, scale=10.0),
    "snake": Default("rollout", rollout_rounds=50, scale=100.0),
}


def default_of(game: str) -> Default:
    return DEFAULTS.get(game, ANY_GAME)
