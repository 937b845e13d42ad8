"""Validation and test matches of weights, against opponents of their own."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.plugins import load_game
from gridbots.training.matches import policy_of
from gridbots.vector import Remembering, play_matches
from gridbots_td.decision import choose
from gridbots_td.options import Options
from gridbots_td.trained import memories_and_clouds, plans_of

if TYPE_CHECKING:
    from gridbots_td.trained import ValueFunction
    from gridbots_td.training.parameters import Parameters

VALIDATION: Final = 1 << 40
"""First seed of validation matches, then of test matches; no training uses them."""

Figures = dict[str, list[float]]
"""Opponent -> mean margin, its standard error, shares won and lost."""


def settings_of(parameters: Parameters) -> Any:
    """The settings of all matches."""
    names = ("size", "radius", "max_rounds", "order")
    return load_game("paperio").make_settings({name: getattr(parameters, name) for name in names})


def validated(learned: ValueFunction, parameters: Parameters, *, plain: bool = False) -> Figures:
    """Validation after a restart."""
    return results_of(learned, parameters, parameters.n_eval_episodes, VALIDATION, plain=plain)


def final_test(learned: ValueFunction, parameters: Parameters, *, plain: bool = False) -> Figures:
    """Test in other matches than those of the validation."""
    seed = VALIDATION + parameters.n_eval_episodes
    return results_of(learned, parameters, parameters.n_test_episodes, seed, plain=plain)


def results_of(
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


def mean_margin(figures: Figures) -> float:
    """Mean of the margins over all opponents."""
    return mean([margin for margin, *_ in figures.values()])


def mean(numbers: Any) -> float:
    return float(np.mean(numbers)) if len(numbers) else float("nan")


def table_of(figures: Figures) -> str:
    """The results as text."""
    return "\n".join(
        f"{margin:+7.2f} +- {error:.2f}  {won:7.1%} won {lost:7.1%} lost  {bot}"
        for bot, (margin, error, won, lost) in figures.items()
    )
