"""Observation and action spaces: records as dictionaries of arrays, moves as numbers.

A single number is an array of one: Stable-Baselines3 takes no arrays without dimensions.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.spaces.utils import flatten_space

from gridbots.errors import PluginError
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridbots.game import Game

Observation = Any
"""A dictionary, name -> array or dictionary, or a flat array."""

UNSEEN: Final = "generator"
"""The field that is blank in every observation."""
LARGEST: Final = 8
"""Bytes of the largest numbers; larger ones contain padding."""
ADDED: Final = ("seat", "action_mask")
"""Entries of an observation besides the fields of the record."""


class ObservationFormat:
    """How an environment returns observations: as dictionaries of arrays, or flat."""

    def __init__(self, game: Game, dtype: np.dtype[Any], seats: int, *, flatten: bool) -> None:
        """`flatten`: as `gymnasium.wrappers.FlattenObservation` does.

        Raises:
            PluginError: a field of the record has no space.
        """
        self._dictionary = observation_space(game, dtype, seats)
        self.space: spaces.Space[Any] = self._dictionary
        self._flattens = flatten
        if flatten:
            self.space = flatten_space(self._dictionary)

    def __call__(self, observed: Any, seat: int, mask: NDArray[np.int8]) -> Observation:
        """An observation, or an array of them, with the legal moves."""
        shown = as_arrays(observed, seat, mask)
        if not self._flattens:
            return shown
        rows = [leaf.reshape(*np.shape(observed), -1) for leaf in _leaves(self._dictionary, shown)]
        return np.concatenate(rows, axis=-1, dtype=self.space.dtype)


def _leaves(space: spaces.Dict, shown: dict[str, Any]) -> Iterator[NDArray[Any]]:
    for name, inner in space.spaces.items():
        if isinstance(inner, spaces.Dict):
            yield from _leaves(inner, shown[name])
        else:
            yield shown[name]


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(len(game.moves))


def checked_action(game: Game, action: Any) -> int:
    """An action as an integer: a move of the game, or NO_MOVE.

    Raises:
        ValueError: the action is something else.
    """
    try:
        move = operator.index(action)
    except TypeError:
        got = repr(action)
    else:
        if isinstance(action, bool | np.bool_):
            got = repr(action)
        elif NO_MOVE <= move < len(game.moves):
            return move
        else:
            got = str(move)
    raise ValueError(
        f"game {game.name!r}: expected an action from 0 to {len(game.moves) - 1}, or "
        f"{NO_MOVE} for none, got {got}"
    )


def observation_space(game: Game, dtype: np.dtype[Any], seats: int) -> spaces.Dict:
    """The space of the results of `as_arrays` for records of this type.

    Raises:
        PluginError: a field of the record has no space.
    """
    for name in ADDED:
        if name in (dtype.names or ()):
            raise PluginError(
                f"game {game.name!r}: environments add {' and '.join(ADDED)} to observations; "
                f"rename the field {name!r} of the record"
            )
    shown = _spaces(game, dtype, (), "")
    shown["seat"] = spaces.Box(0, max(1, seats - 1), (1,), np.int64)
    shown["action_mask"] = spaces.Box(0, 1, (len(game.moves),), np.int8)
    return spaces.Dict(shown)


def _spaces(
    game: Game, dtype: np.dtype[Any], shape: tuple[int, ...], within: str
) -> dict[str, spaces.Space[Any]]:
    """The spaces of the fields of a record, or of an array of records of this shape."""
    found: dict[str, spaces.Space[Any]] = {}
    for name in _shown(dtype, within):
        kind: Any = dtype[name].base
        inner, path = (*shape, *dtype[name].shape), f"{within}{name}"
        if kind.names:
            found[name] = spaces.Dict(_spaces(game, kind, inner, f"{path}."))
        elif kind.kind in "biuf" and kind.itemsize <= LARGEST:
            found[name] = _box(kind, inner or (1,))
        else:
            raise PluginError(
                f"game {game.name!r}: environments need fields of numbers of at most {LARGEST} "
                f"bytes, got {path!r} of {kind}"
            )
    return found


def _shown(dtype: np.dtype[Any], within: str) -> list[str]:
    return [name for name in dtype.names or () if within or name != UNSEEN]


def _box(kind: Any, shape: tuple[int, ...]) -> spaces.Box:
    """The box of all values of a type of numbers, except NaN."""
    if kind.kind == "b":
        return spaces.Box(0, 1, shape, kind)
    if kind.kind == "f":
        return spaces.Box(-np.inf, np.inf, shape, kind)
    box = spaces.Box(np.iinfo(kind).min, np.iinfo(kind).max, shape, kind)
    if kind.itemsize == LARGEST:  # `sample` overflows between the bounds of these
        box.bounded_above[...] = False
        box.bounded_below[...] = kind.kind == "u"
    return box


def as_arrays(observed: Any, seat: int, mask: NDArray[np.int8]) -> dict[str, Any]:
    """An observation, or an array of them, as a dictionary of new arrays."""
    lead = np.shape(observed)
    shown = _arrays(observed, "", lead)
    shown["seat"] = np.full((*lead, 1), seat, np.int64)
    shown["action_mask"] = mask
    return shown


def _arrays(observed: Any, within: str, lead: tuple[int, ...]) -> dict[str, Any]:
    """The fields of a record, or of an array of records; `lead`: the shape of what is observed."""
    found: dict[str, Any] = {}
    for name in _shown(observed.dtype, within):
        if observed.dtype[name].base.names:
            found[name] = _arrays(observed[name], name, lead)
        else:
            values = np.array(observed[name])
            found[name] = values.reshape(*lead, 1) if values.shape == lead else values
    return found
