"""Weights of a game's features, in a file: what was learned, for those who search by it.

A file is JSON, with the name of the game and a number for each feature by its name; those that are
not named weigh nothing. It may say how it was made, and how strong it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST: Final = 1000.0
"""Larger weights would make evaluations that are taken for matches won or lost."""


class Weights(msgspec.Struct, frozen=True):
    """What a file holds."""

    game: str
    weights: dict[str, float]
    """By the names in `Game.features`."""
    made: dict[str, Any] = {}
    figures: dict[str, Any] = {}

    def in_order(self, features: Sequence[str]) -> list[float]:
        """The weights of all features, in their order, as `evaluate` takes them."""
        return [self.weights.get(name, 0.0) for name in features]


def read_weights(path: Path, game: str, features: Sequence[str]) -> Weights:
    """The weights in a file, for a game with these features.

    Raises:
        SettingsError: there is no such file, or it does not hold weights of these features.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Weights)
    except OSError as error:
        raise SettingsError(
            f"weights: expected a file of weights, got {str(path)!r}: {error.strerror}"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"expected weights by the names of features in {path}: {error}"
        ) from None
    if found.game != game:
        raise SettingsError(f"expected weights of {game} in {path}, got some of {found.game}")
    for name in found.weights:
        if name not in features:
            raise SettingsError(f"unknown feature {name!r} in {path}; {nearest(name, features)}")
        if abs(found.weights[name]) > MOST:
            got = found.weights[name]
            raise SettingsError(f"expected weights no larger than {MOST:g}, got {name} {got:g}")
    return found


def write_weights(path: Path, weights: Weights) -> None:
    text = msgspec.json.format(msgspec.json.encode(weights), indent=1)
    path.write_bytes(text + b"\n")
