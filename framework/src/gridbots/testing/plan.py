"""Plan of a check: which laws are tried in which cases. It follows from the game and the job."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from gridbots.testing.case import MOST_ROUNDS, Case
from gridbots.testing.laws import COMPILED_LAWS, LAWS, Law
from gridbots.testing.shapes import shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game

MOST_TYPES = 3
"""Types of records that laws of compiled code are tried with: each is compiled anew."""
FEWEST_ROUNDS, SHAPE_ROUNDS = 8, 120
"""Rounds of a match under extreme settings: between these, fewer for larger records."""
BYTES_OF_A_MATCH = 600_000


class Trial(msgspec.Struct, frozen=True):
    """A case, by what it takes to make it again."""

    values: dict[str, Any]
    seed: int


class Step(NamedTuple):
    """One law in one case."""

    trial: Trial
    law: Law


def plan(game: Game, values: dict[str, Any] | None, seeds: Sequence[int]) -> list[Step]:
    """Laws by case: first under the default settings or the given ones, then under others."""
    first, *others = shapes(game) if values is None else [values]
    steps = [Step(Trial(first, seed), law) for seed in seeds for law in LAWS]
    compiled = compiled_trials(game, [first, *others], seeds[0]) if has_numba() else []
    steps += [Step(trial, law) for trial in compiled[:1] for law in COMPILED_LAWS]
    steps += [Step(Trial(each, seed), law) for each in others for seed in seeds for law in LAWS]
    return steps + [Step(trial, law) for trial in compiled[1:] for law in COMPILED_LAWS]


def compiled_trials(game: Game, tried: list[dict[str, Any]], seed: int) -> list[Trial]:
    """All settings whose records are of a few types: that of the first, the last, the largest."""
    types: dict[Any, list[dict[str, Any]]] = {}
    for values in tried:
        dtype = game.setup(game.make_settings(values), seed).dtype
        types.setdefault(dtype, []).append(values)
    by_size = sorted(types, key=lambda dtype: int(dtype.itemsize))
    first = next(iter(types))
    chosen = list(dict.fromkeys([first, by_size[-1], by_size[0], *by_size]))[:MOST_TYPES]
    return [Trial(values, seed) for dtype in chosen for values in types[dtype]]


def has_numba() -> bool:
    try:
        return importlib.util.find_spec("numba") is not None
    except ValueError:  # as sys.modules has it where somebody has shut it out
        return False


def case_of(game: Game, trial: Trial) -> Case:
    """Under its default settings a game must come to an end; under others it is cut off."""
    settings = game.make_settings(trial.values)
    if not trial.values:
        return Case(game, settings, trial.seed, MOST_ROUNDS)
    size = game.setup(settings, trial.seed).dtype.itemsize * game.seats(settings)
    rounds = min(SHAPE_ROUNDS, max(FEWEST_ROUNDS, BYTES_OF_A_MATCH // size))
    return Case(game, settings, trial.seed, rounds, ends=False)
