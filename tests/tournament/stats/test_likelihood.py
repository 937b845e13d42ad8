"""A constrained maximum-likelihood fit meets its constraint and has maximum likelihood."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots_referee.tournament.stats.likelihood import fit_deviations, fit_mean, moments, observed

counts = st.sampled_from([3, 5]).flatmap(
    lambda size: st.lists(st.integers(0, 10_000), min_size=size, max_size=size)
)


@given(counts, st.floats(0.02, 0.98))
def test_a_fit_has_the_requested_mean(found: list[int], mean: float) -> None:
    _, values, frequencies = observed(np.array(found))
    fitted = fit_mean(values, frequencies, mean)
    assert fitted.min() > 0
    assert fitted.sum() == pytest.approx(1, abs=1e-9)
    assert moments(values, fitted)[0] == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("found", [[0, 1, 355], [0, 0, 10_000_000], [1, 0, 0, 0, 10_000]])
def test_a_fit_far_from_the_observations_keeps_its_digits(found: list[int]) -> None:
    _, values, frequencies = observed(np.array(found))
    for mean in (0.01, 0.25, 0.5):
        fitted = fit_mean(values, frequencies, mean)
        assert fitted.sum() == pytest.approx(1, abs=1e-13)
        assert moments(values, fitted)[0] == pytest.approx(mean, abs=1e-13)


@given(counts, st.floats(-2.4, 2.4))
def test_a_fit_has_the_requested_deviations(found: list[int], deviations: float) -> None:
    _, values, frequencies = observed(np.array(found))
    fitted = fit_deviations(values, frequencies, deviations)
    mean, variance = moments(values, fitted)
    assert fitted.min() > 0
    assert fitted.sum() == pytest.approx(1, abs=1e-9)
    assert mean - 0.5 == pytest.approx(deviations * variance**0.5, abs=1e-9)


@given(counts)
def test_the_observed_distribution_has_maximum_likelihood(found: list[int]) -> None:
    _, values, frequencies = observed(np.array(found))
    mean, variance = moments(values, frequencies)
    assert fit_mean(values, frequencies, float(mean)) == pytest.approx(frequencies, abs=1e-9)
    deviations = float((mean - 0.5) / variance**0.5)
    if abs(deviations) < 2.4:
        fitted = fit_deviations(values, frequencies, deviations)
        assert fitted == pytest.approx(frequencies, abs=1e-6)


@pytest.mark.parametrize("found", [(10, 40, 90, 50, 20), (300, 20, 5, 1, 0), (0, 0, 7, 0, 2)])
@pytest.mark.parametrize("wanted", [-0.3, 0.01, 0.4])
def test_no_other_distribution_with_these_deviations_is_likelier(
    found: tuple[int, ...], wanted: float
) -> None:
    """Compared with random nearby distributions that satisfy the constraint."""
    _, values, frequencies = observed(np.array(found))
    fitted = fit_deviations(values, frequencies, wanted)
    rng = np.random.default_rng(1)
    others = fitted * np.exp(rng.normal(0, 0.3, (5_000, 5)))
    others = keeping(values, others / others.sum(axis=1, keepdims=True), wanted)
    likelihood = (frequencies * np.log(others)).sum(axis=1)
    assert len(others) > 1_000
    assert likelihood.max() <= (frequencies * np.log(fitted)).sum() + 1e-12


def keeping(values: np.ndarray, others: np.ndarray, wanted: float) -> np.ndarray:
    """Distributions, tilted until their mean is as many deviations above 1/2 as is wanted."""
    low, high = np.full(len(others), -30.0), np.full(len(others), 30.0)
    for _ in range(60):
        tilt = (low + high) / 2
        tilted = others * np.exp(tilt[:, None] * (values - 0.5))
        tilted /= tilted.sum(axis=1, keepdims=True)
        mean, variance = moments(values, tilted)
        above = mean - 0.5 > wanted * np.sqrt(variance)
        low, high = np.where(above, low, tilt), np.where(above, tilt, high)
    kept: np.ndarray = tilted[np.abs(mean - 0.5 - wanted * np.sqrt(variance)) < 1e-12]
    return kept


def test_many_observations_are_fitted_at_once() -> None:
    rows = np.array([[1, 5, 20, 7, 2], [0, 0, 9, 0, 0], [100, 0, 0, 0, 3]])
    _, values, frequencies = observed(rows)
    for fit in (fit_mean, fit_deviations):
        together = fit(values, frequencies, 0.4)
        alone = [fit(values, row, 0.4) for row in frequencies]
        assert together == pytest.approx(np.array(alone), abs=1e-9)
