"""Defaults by game: how leaves are judged, and how much is explored. All were measured.

`scripts/bench mcts` plays them against each other; bots/mcts/README.md has the table.
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
    "paperio": Default("evaluation", scale=10.0),
    "snake": Default("rollout", rollout_rounds=50, scale=100.0),
}


def default_of(game: str) -> Default:
    return DEFAULTS.get(game, ANY_GAME)
