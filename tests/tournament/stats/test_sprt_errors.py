"""Sequential tests keep their error rates in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.tournament.chances import run_tests

from gridbots_referee.tournament.stats.elo import NORMALIZED, expected_score
from gridbots_referee.tournament.stats.likelihood import fit_deviations, fit_mean
from gridbots_referee.tournament.stats.sprt import Sprt

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES = np.linspace(0, 1, 5)
USUAL = np.array([0.05, 0.2, 0.5, 0.2, 0.05])
"""How pairs of equals end: more often evenly than by chance, since openings favour a seat."""


def pairs_at(elo: float, model: str) -> np.ndarray:
    """The probabilities (5,) of pair results for an entrant that is stronger by this Elo."""
    if model == "logistic":
        return fit_mean(VALUES, USUAL, expected_score(elo))
    return fit_deviations(VALUES, USUAL, 2**0.5 * elo / NORMALIZED)


def at_most(promised: float, runs: int) -> float:
    """Three standard errors of the simulation above the promised rate."""
    return promised + 3 * (promised * (1 - promised) / runs) ** 0.5


@pytest.mark.parametrize(
    ("elo1", "model", "runs"),
    [(60, "logistic", 2_000), pytest.param(150, "normalized", 500, marks=pytest.mark.slow)],
)
def test_errors_are_as_rare_as_promised(elo1: float, model: Any, runs: int) -> None:
    test = Sprt(0, elo1, alpha=0.05, beta=0.1, model=model)
    weak = run_tests(test, pairs_at(0, model), runs, np.random.default_rng(1))
    strong = run_tests(test, pairs_at(elo1, model), runs, np.random.default_rng(2))
    assert weak.accepted <= at_most(test.alpha, runs)
    assert 1 - strong.accepted <= at_most(test.beta, runs)


@pytest.mark.slow  # thousands of tests are simulated
def test_tests_are_as_long_as_forecast() -> None:
    test, runs = Sprt(0, 40), 1_000
    for elo in (0, 20, 40):
        probabilities = pairs_at(elo, "logistic")
        found = run_tests(test, probabilities, runs, np.random.default_rng(3))
        foreseen = test.forecast(probabilities.tolist())
        assert found.accepted == pytest.approx(foreseen.accepted, abs=0.05)
        assert found.length == pytest.approx(foreseen.length, rel=0.12)


def test_the_undecidable_middle_takes_longest() -> None:
    test = Sprt(0, 10)
    weak, middle, strong = (
        test.forecast(pairs_at(elo, "logistic").tolist()) for elo in (-5, 5, 15)
    )
    assert middle.accepted == pytest.approx(0.5, abs=0.01)
    assert weak.length < middle.length > strong.length


@pytest.mark.nightly
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_errors_are_as_rare_as_promised_in_many_tests(
    model: Any, record_property: Callable[[str, object], None]
) -> None:
    test, runs = Sprt(0, 20, model=model), 5_000
    weak, strong = (
        run_tests(test, pairs_at(elo, model), runs, np.random.default_rng(seed))
        for seed, elo in enumerate((test.elo0, test.elo1))
    )
    foreseen = test.forecast(pairs_at(test.elo0, model).tolist())
    figure = (
        f"0 Elo accepted {weak.accepted:.2%}, 20 Elo rejected {1 - strong.accepted:.2%} of "
        f"{runs:,}, {model}, 5 % each promised; {weak.length:.0f} pairs, foreseen "
        f"{foreseen.length:.0f}"
    )
    record_property("figure", figure)
    assert weak.accepted <= at_most(test.alpha, runs)
    assert 1 - strong.accepted <= at_most(test.beta, runs)
    assert weak.length == pytest.approx(foreseen.length, rel=0.08)
