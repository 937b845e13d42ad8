"""Learned and given weights: from the package, from a user's file, or from text.

Text names features and their weights: `territory:-1.2+lead:13`.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError, nearest
from gridbots.training.weights import MOST, SUFFIX, feature_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots_minimax.options import SearchOptions

FOLDER: Final = Path(__file__).parent / "weights"
"""One file for each game, by its name."""
PLUS: Final = re.compile(r"\+(?=[A-Za-z_])")
"""A plus sign between two features, but not within a number such as 1e+2."""


def refusal(game: Game, options: SearchOptions) -> str:
    """Check the weights in the options; nothing else can be missing.

    Raises:
        SettingsError: the file or the text does not contain weights of this game.
    """
    learned_weights(game.name, game.features, options)
    return ""


def learned_weights(
    game: str, features: Sequence[str], options: SearchOptions
) -> list[float] | None:
    """The weights of all features in their order; None if the options use another evaluation.

    Raises:
        SettingsError: the file or the text does not contain weights of this game.
    """
    if options.weights:
        return given_weights(options.weights, game, features)
    if getattr(options, "evaluation", "auto") == "learned":
        return feature_weights(FOLDER / f"{game}.npz", game, features)
    return None


def given_weights(text: str, game: str, features: Sequence[str]) -> list[float]:
    """The weights of all features in their order, from text or from a file.

    Raises:
        SettingsError: the text or the file does not contain weights of this game.
    """
    if text.endswith(SUFFIX) or ":" not in text:
        return feature_weights(Path(text), game, features)
    weights: dict[str, float] = {}
    for part in PLUS.split(text):
        name, _, number = part.partition(":")
        if name not in features:
            raise SettingsError(f"weights: unknown feature {name!r}; {nearest(name, features)}")
        if name in weights:
            raise SettingsError(f"weights: expected each feature once, got {name!r} twice")
        weights[name] = _weight(name, number)
    return [weights.get(name, 0.0) for name in features]


def _weight(name: str, number: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not abs(weight) <= MOST:
        raise SettingsError(
            f"weights: expected {name} and a number from {-MOST:g} to {MOST:g}, such as "
            f"{name}:1.5, got {name}:{number}"
        )
    return weight
