"""The plan of a tournament, from the rules, the clocks and the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.tournament.simulated import make_tournament
from tests.tournament.stored import add, fixture, played, tournament

from gridbots.limits import DEFAULT_ISOLATION, LimitOptions
from gridbots.plugins import load_game
from gridbots_referee.tournament.formats.schedule import Extent
from gridbots_referee.tournament.formats.tournament import Entrant
from gridbots_referee.tournament.run.plan import longest_seconds, make_plan, typical_rounds
from gridbots_referee.tournament.stats.sprt import Sprt
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

SMALL = replace(
    make_tournament(3, matches=3),
    bots=(Entrant("straight", "a"), Entrant("random", "b"), Entrant("./nowhere", "c")),
    settings={"width": 8, "height": 8},
    time=LimitOptions(timebank=1000, time_per_move=100, start_allowance=500),
)


def test_without_a_store_clocks_and_rules_bound_the_duration() -> None:
    plan = make_plan(SMALL, DEFAULT_ISOLATION, concurrency=2)
    assert (plan.matches, plan.left, plan.meeting) == (Extent(12, 12), Extent(12, 12), 4)
    assert plan.estimate.is_bound
    rounds = int(plan.estimate.basis.split(" rounds")[0].split()[-1])
    assert 3 < rounds < 32
    assert plan.estimate.each == pytest.approx(1.5 + 0.1 * rounds)
    assert plan.seconds == Extent(*[round(6 * plan.estimate.each)] * 2)


def test_bots_are_looked_up_and_problems_are_reported_for_each() -> None:
    straight, random, nowhere = make_plan(SMALL, DEFAULT_ISOLATION).bots
    assert straight.started_by.startswith("gridbots-baselines ")
    assert (straight.trouble, random.trouble) == ("", "")
    assert "there is no file ./nowhere in " in nowhere.trouble
    wrong = replace(SMALL, bots=(Entrant("straight:foo=1", "a"), Entrant("human", "b")))
    reported = [bot.trouble for bot in make_plan(wrong, DEFAULT_ISOLATION).bots]
    assert reported == [
        "unknown option 'foo' of straight; none is known",
        "a person plays it; a tournament is between bots",
    ]


def test_a_store_gives_the_duration_of_matches(tmp_path: Path) -> None:
    declared = tournament(matches=8)
    with Store.create(tmp_path / "autumn.db", declared) as store:
        for number in range(12):
            one = fixture(number)
            add(store, one, played(one, seconds=2.0 + number % 2))
        plan = make_plan(declared, DEFAULT_ISOLATION, store, 1)
    assert (plan.played, plan.left) == (12, Extent(36, 36))
    assert not plan.estimate.is_bound
    assert plan.estimate.each == 2.5
    assert plan.estimate.basis == "the mean of the 12 matches in the store"
    assert plan.seconds == Extent(90, 90)


def test_a_sequential_test_is_forecast_without_draws() -> None:
    test = replace(SMALL, bots=SMALL.bots[:2], matches=100_000, sprt=Sprt(0, 10))
    found = make_plan(test, DEFAULT_ISOLATION).expected_pairs
    assert found is not None
    middle, upper = found
    assert 3000 < upper < middle < 6000


def test_asked_in_turn_a_match_takes_the_sum_of_all_times() -> None:
    limits = SMALL.time.limits()
    assert longest_seconds(limits, 10, 2) == 2.5
    assert longest_seconds(replace(limits, ask="in-turn"), 10, 2) == 5.0


@pytest.mark.parametrize("name", ["light-riders", "snake"])
def test_random_matches_of_a_game_have_a_typical_length(name: str) -> None:
    game = load_game(name)
    rounds, samples = typical_rounds(game, game.make_settings({}), 1)
    assert rounds > 3
    assert samples >= 1
