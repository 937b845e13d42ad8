"""Validation matches: how strong weights are, against examiners from which nothing is learned."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.plugins import load_game
from gridbots.training.opponents import policy_of
from gridbots.vector import Remembering, play_matches
from gridbots_td.decision import choose
from gridbots_td.options import Options
from gridbots_td.trained import memories_and_clouds, plans_of

if TYPE_CHECKING:
    from gridbots_td.trained import ValueFunction
    from gridbots_td.training.parameters import Parameters

VALIDATION: Final = 1 << 40
"""Where seeds of validation begin, and behind them those of the last matches: far from training."""

Figures = dict[str, list[float]]
"""Examiner -> mean margin against it, its standard error, share won and lost."""


def settings_of(parameters: Parameters) -> Any:
    """The settings of the matches, those that are examined too."""
    names = ("size", "radius", "max_rounds", "order")
    return load_game("paperio").make_settings({name: getattr(parameters, name) for name in names})


def validated(learned: ValueFunction, parameters: Parameters, *, plain: bool = False) -> Figures:
    """After a restart."""
    return examined(learned, parameters, parameters.n_eval_episodes, VALIDATION, plain=plain)


def examined_at_last(
    learned: ValueFunction, parameters: Parameters, *, plain: bool = False
) -> Figures:
    """In other matches than those by which it was picked."""
    seed = VALIDATION + parameters.n_eval_episodes
    return examined(learned, parameters, parameters.n_test_episodes, seed, plain=plain)


def examined(
    learned: ValueFunction, parameters: Parameters, matches: int, seed: int, *, plain: bool
) -> Figures:
    game, settings = load_game("paperio"), settings_of(parameters)
    dtype = game.setup(settings, 0).dtype
    plans = plans_of((learned,), dtype, Options())[0]
    mine = Remembering(functools.partial(choose, plans), memories_and_clouds(dtype))
    found = {}
    for bot in parameters.eval_opponents.split():
        outcomes = play_matches(
            game, settings, [mine, policy_of(bot, game)], matches, seed,
            rotates=not parameters.first_seat, plain=plain,
        )  # fmt: skip
        margins = outcomes.margins[:, 0]
        error = margins.std(ddof=1) / np.sqrt(matches)
        found[bot] = [
            round(float(each), 4)
            for each in (margins.mean(), error, mean(margins > 0), mean(margins < 0))
        ]
    return found


def worth(figures: Figures) -> float:
    """The mean of the mean margins."""
    return mean([margin for margin, *_ in figures.values()])


def mean(numbers: Any) -> float:
    return float(np.mean(numbers)) if len(numbers) else float("nan")


def told(figures: Figures) -> str:
    """The figures for people."""
    return "\n".join(
        f"{margin:+7.2f} +- {error:.2f}  {won:7.1%} won {lost:7.1%} lost  {bot}"
        for bot, (margin, error, won, lost) in figures.items()
    )
