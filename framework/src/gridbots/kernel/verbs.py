"""Verbs: functions that are dispatched on the type of a state record to the kernels of its game."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from gridbots.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

P = ParamSpec("P")
R = TypeVar("R")


class Registered(NamedTuple):
    """Facts about a game, registered by the type of its state record."""

    name: str
    moves: int
    """How many the game has."""
    verbs: Mapping[str, Callable[..., Any]]
    """Verb -> kernel."""
    own: frozenset[str]
    """The verbs that the game brings itself; the others have the default kernel."""
    features: int = 0
    """How many numbers `evaluate` weighs."""


_verbs: dict[str, Callable[..., Any]] = {}
_kernels: dict[str, dict[tuple[str, ...], Callable[..., Any]]] = {}
"""Verb -> field names of a state record -> kernel: the first look-up of a call."""
_games: dict[tuple[str, ...], Registered] = {}
"""By the field names of their state records."""


def verb(function: Callable[P, R]) -> Callable[P, R]:
    """Make a verb: a function dispatched on the type of its first argument, a record.

    `register` assigns kernels to records; the body of `function` never runs.
    """
    name = function.__name__
    kernels = _kernels[name] = {}

    @functools.wraps(function)
    def act(*args: P.args, **kwargs: P.kwargs) -> R:
        state: Any = args[0]
        try:
            names = tuple(state) if type(state) is dict else state.dtype.names
            implementation: Callable[P, R] = kernels[names]
        except (AttributeError, KeyError):
            implementation = _implementation(name, state)
        return implementation(*args, **kwargs)

    _verbs[name] = act
    return act


def is_verb(function: object) -> bool:
    return any(function is each for each in _verbs.values())


def register(fields: Iterable[str], game: Registered) -> None:
    """Register the kernels of the verbs for records with exactly these field names.

    Raises:
        PluginError: a verb is unknown, or another game has a record with the same fields.
    """
    names = tuple(fields)
    unknown = game.verbs.keys() - _verbs
    if unknown:
        raise PluginError(
            f"game {game.name!r}: expected verbs among {sorted(_verbs)}, got {sorted(unknown)}"
        )
    known = _games.setdefault(names, game)
    if known != game:
        raise PluginError(
            f"the games {known.name!r} and {game.name!r} have records with the same fields, "
            f"{', '.join(names)}: rename one field"
        )
    for name, kernel in game.verbs.items():
        _kernels[name][names] = kernel


def bind(act: Callable[P, R], state: Any) -> Callable[P, R]:
    """Resolve a verb for records like this one, so that calls need no look-up.

    Raises:
        TypeError: the game does not offer this verb.
    """
    return _implementation(act.__name__, state)


def offers(act: Callable[..., Any], state: Any) -> bool:
    """Whether the game of this record defines a verb, without a default."""
    game = _games.get(state.dtype.names)
    return game is not None and act.__name__ in game.own


def move_count(state: Any) -> int:
    """The number of moves of this record's game, a constant in compiled code."""
    return _game_of("move_count", state).moves


def game_of(state: Any) -> Registered:
    """The registered game of a record.

    Raises:
        TypeError: the record is not of a loaded game.
    """
    return _game_of("game_of", state)


def _game_of(name: str, state: Any) -> Registered:
    fields: Any = getattr(getattr(state, "dtype", None), "names", None)
    if fields is None and isinstance(state, dict):
        fields = tuple(state)
    found = _games.get(fields)
    if found is not None:
        return found
    if fields is None:
        got = type(state).__name__
        raise TypeError(f"expected a state record as first argument of {name}, got {got}")
    raise TypeError(f"expected the state record of a loaded game, got the fields {fields}")


def _implementation(name: str, state: Any) -> Callable[..., Any]:
    game = _game_of(name, state)
    found = game.verbs.get(name)
    if found is None:
        raise TypeError(f"expected {name} among the verbs of {game.name}, got none")
    return found


def known_verbs() -> Iterable[Callable[..., Any]]:
    """All verbs defined so far."""
    return _verbs.values()


def registered_games() -> Mapping[tuple[str, ...], Registered]:
    """By the field names of their state records."""
    return _games


def kernel_of_verb(name: str, fields: Iterable[str]) -> Callable[..., Any] | None:
    """The kernel of a verb, given the field names of a record."""
    game = _games.get(tuple(fields))
    return game.verbs.get(name) if game else None
