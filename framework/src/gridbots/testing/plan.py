"""Test plan of a check: which laws are tested in which cases, given the game and the job."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from gridbots.testing.boundary_settings import boundary_settings
from gridbots.testing.case import MOST_ROUNDS, Case
from gridbots.testing.laws import COMPILED_LAWS, ENVIRONMENT_LAWS, FIRST_LAWS, LAWS, Law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game

MOST_TYPES = 3
"""Maximum types of records for laws of compiled code, which is compiled for each of them."""
FEWEST_BOUNDARY_ROUNDS, MOST_BOUNDARY_ROUNDS = 8, 120
"""Minimum and maximum rounds of a match under extreme settings; larger records get fewer."""
BYTES_OF_A_MATCH = 600_000


class Trial(msgspec.Struct, frozen=True):
    """The values that define a case."""

    values: dict[str, Any]
    seed: int


class Step(NamedTuple):
    """One law in one case."""

    trial: Trial
    law: Law


def plan(game: Game, values: dict[str, Any] | None, seeds: Sequence[int]) -> list[Step]:
    """The steps of a check: default or given settings first, then extreme ones."""
    first, *others = boundary_settings(game) if values is None else [values]
    laws = (*LAWS, *ENVIRONMENT_LAWS) if has_environments() else LAWS
    steps = [Step(Trial(first, seed), law) for seed in seeds for law in laws]
    steps += [Step(Trial(first, seeds[0]), law) for law in FIRST_LAWS]
    compiled = compiled_trials(game, [first, *others], seeds[0]) if has_numba() else []
    steps += [Step(trial, law) for trial in compiled[:1] for law in COMPILED_LAWS]
    steps += [Step(Trial(each, seed), law) for each in others for seed in seeds for law in laws]
    return steps + [Step(trial, law) for trial in compiled[1:] for law in COMPILED_LAWS]


def compiled_trials(game: Game, tried: list[dict[str, Any]], seed: int) -> list[Trial]:
    """Settings whose records have one of a few types: the first, the largest, the smallest."""
    types: dict[Any, list[dict[str, Any]]] = {}
    for values in tried:
        dtype = game.setup(game.make_settings(values), seed).dtype
        types.setdefault(dtype, []).append(values)
    by_size = sorted(types, key=lambda dtype: int(dtype.itemsize))
    first = next(iter(types))
    chosen = list(dict.fromkeys([first, by_size[-1], by_size[0], *by_size]))[:MOST_TYPES]
    return [Trial(values, seed) for dtype in chosen for values in types[dtype]]


def has_numba() -> bool:
    return _is_installed("numba")


def has_environments() -> bool:
    return _is_installed("gymnasium") and _is_installed("pettingzoo")


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # sys.modules has None for a blocked module
        return False


def case_of(game: Game, trial: Trial) -> Case:
    """The case of a trial. A match must end under default settings; others are cut off."""
    settings = game.make_settings(trial.values)
    if not trial.values:
        return Case(game, settings, trial.seed, MOST_ROUNDS)
    size = game.setup(settings, trial.seed).dtype.itemsize * game.seats(settings)
    rounds = min(MOST_BOUNDARY_ROUNDS, max(FEWEST_BOUNDARY_ROUNDS, BYTES_OF_A_MATCH // size))
    return Case(game, settings, trial.seed, rounds, ends=False)
