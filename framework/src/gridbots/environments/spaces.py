"""Observation and action spaces: records as dictionaries of arrays, moves as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import Game

Observation = dict[str, Any]
"""Name -> array."""

UNSEEN: Final = "generator"
"""The field that is blank in every observation."""


def fields(dtype: np.dtype[Any]) -> list[str]:
    return [name for name in dtype.names or () if name != UNSEEN]


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(len(game.moves))


def expect_action(game: Game, action: int) -> None:
    """Check that an action is a move of the game, or NO_MOVE.

    Raises:
        ValueError: the action is something else.
    """
    if not NO_MOVE <= action < len(game.moves):
        raise ValueError(
            f"game {game.name!r}: expected an action from 0 to {len(game.moves) - 1}, or "
            f"{NO_MOVE} for none, got {action}"
        )


def observation_space(game: Game, dtype: np.dtype[Any], seats: int) -> spaces.Dict:
    """The space of the results of `as_arrays` for records of this type."""
    shown: dict[str, spaces.Space[Any]] = {name: _box(dtype[name]) for name in fields(dtype)}
    shown["seat"] = spaces.Box(0, max(1, seats - 1), (), np.int64)
    shown["action_mask"] = spaces.Box(0, 1, (len(game.moves),), np.int8)
    return spaces.Dict(shown)


def _box(dtype: np.dtype[Any]) -> spaces.Box:
    """The box of all values that a field can hold."""
    kind: Any = dtype.base
    bounds: Any = np.iinfo(kind) if kind.kind in "iu" else np.finfo(kind)
    return spaces.Box(bounds.min, bounds.max, dtype.shape, kind)


def as_arrays(observed: Any, seat: int, mask: NDArray[np.uint8]) -> Observation:
    """An observation, or an array of them, as a dictionary of new arrays."""
    shown = {name: np.array(observed[name]) for name in fields(observed.dtype)}
    shown["seat"] = np.full(np.shape(observed), seat, np.int64)
    shown["action_mask"] = mask.astype(np.int8)
    return shown
