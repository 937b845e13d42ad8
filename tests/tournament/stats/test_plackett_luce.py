"""OpenSkill ratings, for matches of more than two."""

from __future__ import annotations

import sys

import pytest
from openskill.models import PlackettLuce

from gridbots_referee.tournament.stats.plackett_luce import rate
from gridbots_referee.tournament.stats.played import PlayedMatch


def played(*matches: tuple[tuple[int, ...], tuple[float, ...]]) -> list[PlayedMatch]:
    return [
        PlayedMatch(f"{n}", 1, n, players, points) for n, (players, points) in enumerate(matches)
    ]


def test_ratings_are_those_of_openskill() -> None:
    found = rate(played(((2, 0, 1), (0.5, 1, 0))), 3)
    model = PlackettLuce()
    first, second, third = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])
    for skill, (expected,) in zip(found, [first, third, second], strict=True):
        assert (skill.mu, skill.sigma) == pytest.approx((expected.mu, expected.sigma))
        assert skill.ordinal == pytest.approx(skill.mu - 3 * skill.sigma)


def test_the_winner_has_more_skill_and_all_posteriors_narrow() -> None:
    found = rate(played(((0, 1, 2, 3), (1, 2 / 3, 1 / 3, 0))), 5)
    assert found[0].mu > found[1].mu > found[2].mu > found[3].mu
    assert all(skill.sigma < found[4].sigma for skill in found[:4])
    assert (found[4].mu, found[4].sigma) == pytest.approx((25, 25 / 3))


def test_equal_points_are_equal_places() -> None:
    one, other, last = rate(played(((0, 1, 2), (0.75, 0.75, 0))), 3)
    assert one.mu == pytest.approx(other.mu)
    assert one.mu > last.mu


def test_later_matches_update_the_earlier_posterior() -> None:
    once, often = (rate(played(*[((0, 1), (1, 0))] * times), 2) for times in (1, 10))
    assert often[0].ordinal > once[0].ordinal


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((0,), "two or more different entrants, got"),
        ((0, 1, 0), "two or more different entrants, got"),
        ((0, 3), "entrants from 0 to 2, got"),
    ],
)
def test_unratable_matches_are_an_error(players: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rate(played((players, (0.5,) * len(players))), 3)


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gridbots-referee\[ratings\]'"):
        rate([], 2)
