"""Boundary values: the default settings, and the extremes of each setting and of pairs."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from gridbots.errors import GridbotsError
from gridbots.settings import bounds_of, field_types, integer_bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridbots.game import Game

MOST_COMBINATIONS = 48
"""Maximum combinations of settings."""
MOST_SEATS = 32
"""Maximum values of a setting that determines the number of seats."""
STEPS_INSIDE = 8
"""Values tried inside each bound of a setting until the game accepts one."""
DRAWN = 8
"""Random combinations of extremes."""

Values = dict[str, Any]
"""Settings by name; all others have their defaults."""


def boundary_settings(game: Game) -> list[Values]:
    """Different settings that the game accepts, the default ones first."""
    required = {field.name for field in msgspec.structs.fields(game.settings) if field.required}
    extremes = {
        name: list(_extremes(game, name, kind))
        for name, kind in field_types(game.settings).items()
        if name not in required  # only the caller knows suitable values
    }
    found: dict[bytes, Values] = {}
    for values in _combinations(game, extremes):
        completed = _completed(game, values)
        if completed is not None:
            settings = game.make_settings(completed)
            found.setdefault(msgspec.msgpack.encode(settings), completed)
        if len(found) == MOST_COMBINATIONS:
            break
    return list(found.values())


def _combinations(game: Game, extremes: dict[str, list[Any]]) -> Iterator[Values]:
    yield {}
    for name, values in extremes.items():
        yield from ({name: value} for value in values)
    yield from _seat_counts(game)
    numbers = {name: values for name, values in extremes.items() if _are_numbers(values)}
    # Long narrow boards first: settings that belong together are usually neighbours.
    by_distance = sorted(
        itertools.combinations(enumerate(numbers), 2), key=lambda pair: pair[1][0] - pair[0][0]
    )
    for (_, one), (_, other) in by_distance:
        for pair in itertools.product(_ends(numbers[one]), _ends(numbers[other])):
            yield dict(zip((one, other), pair, strict=True))
    chance = random.Random(1)  # noqa: S311  reproducible, not for security
    for _ in range(DRAWN):
        yield {name: chance.choice(values) for name, values in extremes.items() if values}


def _extremes(game: Game, name: str, kind: Any) -> Iterator[Any]:
    """The smallest and largest accepted values; all values of a type that lists them."""
    match kind:
        case inspect.Metadata():
            yield from _extremes(game, name, kind.type)
        case inspect.BoolType():
            yield from (False, True)
        case inspect.LiteralType():
            yield from kind.values
        case inspect.UnionType():
            yield from itertools.chain.from_iterable(
                _extremes(game, name, each) for each in kind.types
            )
        case inspect.IntType():
            low, high = bounds_of(kind)
            if low is not None:
                inside = range(low, low + STEPS_INSIDE)
                yield from itertools.islice(_accepted_values(game, name, inside), 2)
            if high is not None:
                inside = range(high, high - STEPS_INSIDE, -1)
                yield from itertools.islice(_accepted_values(game, name, inside), 1)
        case inspect.FloatType():
            yield from (value for value in (kind.ge, kind.le) if value is not None)


def _accepted_values(game: Game, name: str, values: Iterable[int]) -> Iterator[int]:
    return (value for value in values if _completed(game, {name: value}) is not None)


def _completed(game: Game, values: Values) -> Values | None:
    """These values, plus an extreme of another setting if needed; None if all are refused."""
    others = [
        {name: end}
        for name, (low, high) in integer_bounds(game.settings).items()
        for end in (high, low)
        if name not in values and end is not None
    ]
    for other in ({}, *others):
        if _is_accepted(game, values | other):
            return values | other
    return None


def _is_accepted(game: Game, values: Values) -> bool:
    try:
        game.make_settings(values)
    except GridbotsError:
        return False
    return True


def _seat_counts(game: Game) -> Iterator[Values]:
    """Every value of the settings that determine the number of seats."""
    for name, (low, high) in integer_bounds(game.settings).items():
        if low is None or high is None:
            continue
        tried = [{name: value} for value in range(low, min(high, low + MOST_SEATS) + 1)]
        made = [each for each in (_completed(game, values) for values in tried) if each is not None]
        if len({game.seats(game.make_settings(each)) for each in made}) > 1:
            yield from made


def _are_numbers(values: list[Any]) -> bool:
    return len(values) > 1 and all(type(value) is int for value in values)


def _ends(values: list[int]) -> list[int]:
    """Different values in increasing order."""
    return sorted(set(values))
