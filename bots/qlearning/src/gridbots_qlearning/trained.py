"""Weights that come with this package, and the choice of those that fit a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots.training import weights

if TYPE_CHECKING:
    from gridbots.training.weights import About, Weights

FOLDER: Final = Path(__file__).parent / "weights"
PREFERRED: Final = {
    "light-riders": ("riders-4x4", "riders-6x6", "riders-large"),
    "multisnake": ("snakes-network",),
}
"""By game: the first of these that was trained for a match is played by, or else the last."""


def named(name: str, game: str) -> Weights[About]:
    """The weights of this name.

    Raises:
        SettingsError: they are of another game.
    """
    return weights.named(FOLDER, name, game)


def best_for(game: str, settings: Any) -> Weights[About]:
    """What a match with these settings is played by where no weights are asked for."""
    preferred = [named(name, game) for name in PREFERRED[game]]
    return next((each for each in preferred if each.fits(settings)), preferred[-1])
