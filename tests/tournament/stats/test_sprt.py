"""Sequential tests and pentanomial Elo, compared with the figures of other programs."""

from __future__ import annotations

import math
from typing import Any

import pytest

from gridbots_referee.tournament.stats.pairwise import estimate, pentanomial, trinomial
from gridbots_referee.tournament.stats.played import PlayedMatch
from gridbots_referee.tournament.stats.sprt import Sprt

FISHTEST = [
    ((461, 16_726, 36_723, 16_920, 514), 0, 2, "logistic", -2.421220130461109),
    ((82, 2_646, 5_623, 2_507, 70), 0, 2, "logistic", -4.9326113547089845),
    ((1_300, 400, 1_500), -1, 3, "logistic", 2.510409338650599),
    ((461, 16_726, 36_723, 16_920, 514), 0, 2, "normalized", 1.0025304976728728),
    ((82, 2_646, 5_623, 2_507, 70), 0, 2, "normalized", -2.1897352412822704),
    ((1_300, 400, 1_500), -1, 3, "normalized", 2.3555279425663933),
]
"""What fishtest's LLRcalc.py gives, as published to all digits by drauh/multitakes_simul_rs,
src/llr.rs (commit e2b93b51), in its tests."""

FASTCHESS = [
    ((36_027, 68_692, 36_433), 0, 2, "normalized", 0.92),
    ((10_650, 20_431, 10_871), -1.75, 0.25, "normalized", 2.30),
    ((21_184, 40_708, 21_404), 0.5, 2.5, "logistic", -1.57),
    ((57_030, 106_593, 57_433), 0, 2, "logistic", -2.59),
    ((365, 16_618, 36_029 + 200, 16_974, 390), 0, 2, "normalized", 2.25),
    ((127, 4_883, 10_311 + 401, 5_150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9_863, 20_279 + 1_000, 10_037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26_175, 55_003 + 980, 26_678, 821), 0, 2, "logistic", -4.98),
]
"""Disservin/fastchess, app/tests/sprt_test.cpp (commit e633d954), to the two digits given there.
Left out are its two tests of matches that all ended alike, which it fills up in another way, and
those of BayesElo."""

FASTCHESS_ELO = [
    ((89, 123, 76), None, (-20.76, 40.13), 15.53),
    ((96, 111, 136), (40.70, 30.43), (49.77, 36.77), 99.60),
    ((34, 54, 31 + 32, 64, 75), (55.58, 27.65), (57.94, 28.28), 100.00),
    ((332, 433, 457 + 41, 333, 334), (-8.64, 10.33), (-9.17, 10.96), 5.05),
    ((7_895, 8_757, 5_485 + 200, 568, 9_999), (-21.04, 2.95), (-19.01, 2.65), None),
]
"""Elo and its error, normalised Elo and its error, likelihood of superiority in percent, as far as
they are given: Disservin/fastchess, app/tests/elo_test.cpp (commit 2f5e8881). Left out is its test
without draws, which fishtest and we count as a thousandth of one, and fastchess as none."""


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "llr"), FISHTEST)
def test_the_evidence_is_that_of_fishtest(
    counts: tuple[int, ...], elo0: float, elo1: float, model: Any, llr: float
) -> None:
    assert Sprt(elo0, elo1, model=model).status(counts).llr == pytest.approx(llr, abs=1e-9)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "llr"), FASTCHESS)
def test_the_evidence_is_that_of_fastchess(
    counts: tuple[int, ...], elo0: float, elo1: float, model: Any, llr: float
) -> None:
    assert round(Sprt(elo0, elo1, model=model).status(counts).llr, 2) == llr


@pytest.mark.parametrize(("counts", "elo", "normalized", "los"), FASTCHESS_ELO)
def test_elo_is_that_of_fastchess(
    counts: tuple[int, ...],
    elo: tuple[float, float] | None,
    normalized: tuple[float, float],
    los: float | None,
) -> None:
    found = estimate(counts)
    assert (round(found.normalized, 2), round(found.normalized_error, 2)) == normalized
    assert elo in {None, (round(found.elo, 2), round(found.error, 2))}
    assert los in {None, round(100 * found.los, 2)}


@pytest.mark.parametrize(
    ("probabilities", "accepted", "length"),
    [
        ((0.031425, 0.242521, 0.442462, 0.250299, 0.033293), 0.950559, 60_848.6),
        ((0.032347, 0.246400, 0.442505, 0.246400, 0.032347), 0.052874, 60_006.6),
    ],
)
def test_a_forecast_agrees_with_published_simulations(
    probabilities: tuple[float, ...], accepted: float, length: float
) -> None:
    """vdbergh/simul, README.md (commit 000883f1): the last of some 2,800 tests, length in matches.
    One standard error of a simulated length is about 1 %.
    """
    found = Sprt(0, 2).forecast(probabilities)
    assert found.accepted == pytest.approx(accepted, abs=0.01)
    assert 2 * found.length == pytest.approx(length, rel=0.02)


def test_the_limits_are_those_of_wald() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))


@pytest.mark.parametrize(
    ("counts", "state"),
    [
        pytest.param((0, 0, 0, 0, 0), "undecided", id="nothing played"),
        pytest.param((10, 20, 40, 25, 12), "undecided", id="about even"),
        pytest.param((10, 100, 400, 250, 120), "accepted", id="much better"),
        pytest.param((120, 250, 400, 100, 10), "rejected", id="much worse"),
        pytest.param((0, 0, 1000), "accepted", id="won all"),
        pytest.param((1000, 0, 0), "rejected", id="lost all"),
        pytest.param((0, 10_000, 0), "rejected", id="drew all"),
    ],
)
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_a_verdict(counts: tuple[int, ...], state: str, model: Any) -> None:
    status = Sprt(0, 10, model=model).status(counts)
    assert status.state == state
    assert (status.llr >= status.upper) == (state == "accepted")
    assert (status.llr <= status.lower) == (state == "rejected")


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_exchanging_the_entrants_negates_the_evidence(model: Any) -> None:
    one = Sprt(-5, 10, model=model).status((10, 100, 400, 250, 0))
    other = Sprt(-10, 5, model=model).status((0, 250, 400, 100, 10))
    assert one.llr == pytest.approx(-other.llr)
    assert one.estimate.elo == pytest.approx(-other.estimate.elo)


def test_a_verdict_reads_the_counts() -> None:
    found = Sprt(0, 10).status((1, 2, 10, 4, 3)).estimate
    assert (found.pairs, found.matches) == (20, 40)
    assert found.score == pytest.approx((2 * 0.25 + 10 * 0.5 + 4 * 0.75 + 3) / 20)
    assert found.draw_ratio == 0.5
    assert found.pairs_ratio == pytest.approx(7 / 3)
    assert found.low < found.elo < found.high


def test_unpaired_matches_are_counted() -> None:
    found = Sprt(0, 10).status((0, 5, 15)).estimate
    assert (found.pairs, found.matches, found.draw_ratio) == (0, 20, 0.25)
    assert found.pairs_ratio is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 below elo1"),
        ({"elo0": 5, "elo1": 0}, "elo0 below elo1"),
        ({"elo0": 0, "elo1": 601}, "between -600 and 600"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha and beta above 0"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5}, "with a sum below 1"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "logistic or normalized, got 'bayesian'"),
    ],
)
def test_invalid_test_settings_are_an_error(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        Sprt(**settings)
    assert message in str(error.value)


@pytest.mark.parametrize("counts", [(), (1, 2), (1, 2, 3, 4), (1, -1, 0)])
def test_invalid_counts_are_an_error(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected 3 or 5 counts, none below 0, got"):
        Sprt(0, 10).status(counts)


def match(group: int, players: tuple[int, ...], *points: float) -> PlayedMatch:
    return PlayedMatch(f"{group} {players}", 1, group, players, points)


PLAYED = [
    match(1, (0, 1), 1, 0),
    match(1, (1, 0), 0, 1),
    match(2, (0, 1), 0.5, 0.5),
    match(2, (1, 0), 1, 0),
    match(3, (1, 0), 0.5, 0.5),
    match(4, (0, 2), 1, 0),
    match(4, (2, 0), 1, 0),
]
"""A pair with 2 points for 0, one with a half, one half played, and one with somebody else."""


def test_pairs_are_counted_by_their_points() -> None:
    assert pentanomial(PLAYED, 0, 1) == (0, 1, 0, 0, 1)
    assert pentanomial(PLAYED, 1, 0) == (1, 0, 0, 1, 0)
    assert pentanomial(PLAYED, 0, 2) == (0, 0, 1, 0, 0)


def test_matches_are_counted_by_their_results() -> None:
    assert trinomial(PLAYED, 0, 1) == (1, 2, 2)
    assert trinomial(PLAYED, 1, 2) == (0, 0, 0)


def test_a_group_of_three_matches_is_not_a_pair() -> None:
    with pytest.raises(ValueError, match="at most two matches in group 1, got 3"):
        pentanomial([*PLAYED, match(1, (0, 1), 1, 0)], 0, 1)
