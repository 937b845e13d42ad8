"""Pages about td's trainings: the seed study, and learning against one search."""

from __future__ import annotations

import math

from experiments import td_figures as figures
from experiments import td_seeds as seeds

from gridbots.training.script import SECONDS

FIGURES = {bot: [float(at), 0.25, 0.5, 0.125] for at, bot in enumerate(seeds.OPPONENTS.values())}
"""Results of an imaginary training."""


def row(margin: float) -> seeds.Row:
    found = {bot: [margin + mean, *rest] for bot, (mean, *rest) in FIGURES.items()}
    return {SECONDS: 3.25, "figures": found}


def test_every_seed_has_a_row_and_the_minimum_is_below() -> None:
    recipe = seeds.RECIPES[0]
    lines = seeds.section(recipe, [row(40.0), row(30.0)])
    assert "| 1 | 3.2 | +40.0 ± 0.2 (50 %) | +41.0 ± 0.2 (50 %) |" in "\n".join(lines)
    assert "| least | | +30.0 | +31.0 | +32.0 | +33.0 | +34.0 |" in lines
    assert "| wanted | | +43 | +30 | +40 |  |  |" in lines
    picture = seeds.picture(recipe, [row(40.0), row(30.0)])
    assert picture.startswith("<svg")
    assert "wanted: +43" in picture


def test_required_margins_are_against_opponents_of_the_test() -> None:
    for recipe in seeds.RECIPES:
        assert set(recipe.least) <= set(seeds.OPPONENTS)
        assert set(seeds.OPPONENTS.values()) == set(recipe.parameters.eval_opponents.split())


def learned(learner: figures.Learner, episodes: int, margins: list[float]) -> figures.Run:
    places = [episodes * (at + 1) / len(margins) for at in range(len(margins))]
    about = {
        "figures": {"an opponent": [1.5, 0.25, 0.5, 0.25]},
        "parameters": {"episodes": episodes},
        SECONDS: 3.0,
    }
    shares = [0.5] * len(margins)
    curve = {"episodes": places, "margin": margins, "won": shares, "lost": shares}
    return figures.Run(learner, about, curve)


def test_a_line_ends_with_its_training() -> None:
    whole, part = figures.LEARNERS[0], figures.LEARNERS[2]
    runs = [learned(whole, 100, [-40.0, 0.0]), learned(part, 20, [-10.0, 10.0])]
    curve = figures.figure_of(6, runs, 100)
    assert curve.places == [2.0 * at for at in range(1, 51)]
    lines = curve.panels[0].lines
    assert lines[whole.name][0] == -40
    assert lines[whole.name][37] == -20 + 0.8
    assert lines[part.name][9] == 10
    assert math.isnan(lines[part.name][10])
    assert "nan" not in curve.picture()
    section = figures.section(6, runs, curve.columns())
    assert section[0] == "## Figure 6: against minimax 2"
    assert "| 20 | -10.0 | -6.0 | +10.0 | +1.5 ± 0.2 (50 %) | 3.0 |" in "\n".join(section)


def test_each_figure_has_the_opponent_of_the_paper() -> None:
    assert figures.DEPTHS == {5: 1, 6: 2, 7: 3}
    assert "depth=3" in figures.opponent_of(3)
    assert "memory=frozen" in figures.opponent_of(3)
