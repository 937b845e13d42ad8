"""Boundary values: the default settings, and the extremes of each setting and of pairs."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from gridbots.errors import GridbotsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridbots.game import Game

MOST_SHAPES = 48
"""Maximum combinations of settings."""
MOST_SEATS = 32
"""Maximum values of a setting that determines the number of seats."""
STEPS_INSIDE = 8
"""Values tried inside each bound of a setting until the game accepts one."""
DRAWN = 8
"""Random combinations of extremes."""

Values = dict[str, Any]
"""Settings by name; all others have their defaults."""


def shapes(game: Game) -> list[Values]:
    """Different settings that the game accepts, the default ones first."""
    extremes = {
        field.name: list(_extremes(game, field.name, field.type))
        for field in _fields(game)
        if field.name not in _unbounded(game)
    }
    found: dict[bytes, Values] = {}
    for values in _combinations(game, extremes):
        completed = _completed(game, values)
        if completed is not None:
            settings = game.make_settings(completed)
            found.setdefault(msgspec.msgpack.encode(settings), completed)
        if len(found) == MOST_SHAPES:
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


def _fields(game: Game) -> Iterable[inspect.Field]:
    described = inspect.type_info(game.settings)
    assert isinstance(described, inspect.StructType)  # noqa: S101  narrows the type
    return described.fields


def _unbounded(game: Game) -> set[str]:
    """Settings without a default: only the caller knows suitable values."""
    return {field.name for field in _fields(game) if field.required}


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
            low, high = _bounds(kind)
            if low is not None:
                inside = range(low, low + STEPS_INSIDE)
                yield from itertools.islice(_accepted_values(game, name, inside), 2)
            if high is not None:
                inside = range(high, high - STEPS_INSIDE, -1)
                yield from itertools.islice(_accepted_values(game, name, inside), 1)
        case inspect.FloatType():
            yield from (value for value in (kind.ge, kind.le) if value is not None)


def _bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return low, high


def _accepted_values(game: Game, name: str, values: Iterable[int]) -> Iterator[int]:
    return (value for value in values if _completed(game, {name: value}) is not None)


def _completed(game: Game, values: Values) -> Values | None:
    """These values, plus an extreme of another setting if needed; None if all are refused."""
    others = [
        {field.name: end}
        for field in _fields(game)
        if field.name not in values
        for end in _number_bounds(field.type)
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


def _number_bounds(kind: Any) -> list[int]:
    """The bounds of a whole number, the largest first; none for another type."""
    inner = kind.type if isinstance(kind, inspect.Metadata) else kind
    bounds = reversed(_bounds(inner)) if isinstance(inner, inspect.IntType) else ()
    return [bound for bound in bounds if bound is not None]


def _seat_counts(game: Game) -> Iterator[Values]:
    """Every value of the settings that determine the number of seats."""
    for field in _fields(game):
        bounds = _number_bounds(field.type)
        if len(bounds) < 2:
            continue
        high, low = bounds
        tried = [{field.name: value} for value in range(low, min(high, low + MOST_SEATS) + 1)]
        made = [each for each in (_completed(game, values) for values in tried) if each is not None]
        if len({game.seats(game.make_settings(each)) for each in made}) > 1:
            yield from made


def _are_numbers(values: list[Any]) -> bool:
    return len(values) > 1 and all(type(value) is int for value in values)


def _ends(values: list[int]) -> list[int]:
    """Different values in increasing order."""
    return sorted(set(values))
