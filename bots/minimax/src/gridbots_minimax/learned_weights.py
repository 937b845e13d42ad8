"""Learned evaluations: weights that come with the package, and those in a user's file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.weights import feature_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots_minimax.options import SearchOptions

FOLDER: Final = Path(__file__).parent / "weights"
"""One file for each game, by its name."""


def refusal(game: Game, options: SearchOptions) -> str:
    """Nothing is lacking but perhaps the weights that are asked for.

    Raises:
        SettingsError: the file does not hold weights of this game.
    """
    learned_weights(game.name, game.features, options)
    return ""


def learned_weights(
    game: str, features: Sequence[str], options: SearchOptions
) -> list[float] | None:
    """The weights of all features in their order; None if positions are judged otherwise.

    Raises:
        SettingsError: the file that is asked for does not hold weights of this game.
    """
    if options.weights:
        return feature_weights(Path(options.weights), game, features)
    if getattr(options, "evaluation", "auto") == "learned":
        return feature_weights(FOLDER / f"{game}.npz", game, features)
    return None
