"""Wilson's interval, compared with published values."""

from __future__ import annotations

import pytest

from gridbots_referee.tournament.stats.cluster_robust import wilson_half_width


@pytest.mark.parametrize(
    ("events", "number", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_as_published(events: int, number: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3."""
    assert wilson_half_width(events / number, number, 1.96) == pytest.approx(
        (high - low) / 2, abs=1e-4
    )


def test_the_interval_is_equal_for_proportions_zero_and_one() -> None:
    assert wilson_half_width(0.0, 50, 1.96) == wilson_half_width(1.0, 50, 1.96)
