"""A tournament grows: scheduled fixtures stay, and the missing ones are added."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.tournament.simulated import drawn, make_tournament, play_out

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.growth import PlayedPart, grow
from gridbots_referee.tournament.formats.round_robin import MAX_ALL
from gridbots_referee.tournament.formats.schedule import fixtures, openings_used, schedule
from gridbots_referee.tournament.formats.tournament import (
    Entrant,
    Opening,
    Openings,
    Size,
    Tournament,
)
from gridbots_referee.tournament.formats.tournament_file import check
from gridbots_referee.tournament.stats.sprt import Sprt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.tournament import Fixture

SEEDS = st.integers(0, 1000)
ALL = PlayedPart(frozenset(range(20)), 1000)
"""Everybody has played."""


@st.composite
def growing(draw: st.DrawFn) -> list[Tournament]:
    """A tournament of cycles, and its extensions step by step."""
    form = draw(st.sampled_from(["round-robin", "gauntlet"]))
    seats = draw(st.sampled_from([1, 2, 3, 4] if form == "round-robin" else [2, 3, 4]))
    sizes = st.tuples(st.integers(max(2, seats), 10), st.integers(1, 7))
    first, *later = draw(st.lists(sizes, min_size=2, max_size=4))
    steps = [make_tournament(first[0], form, seats, matches=first[1], seed=draw(SEEDS))]
    for bots, matches in later:
        was = steps[-1]
        bots, matches = max(bots, len(was.bots)), max(matches, was.matches)  # noqa: PLW2901
        declared = make_tournament(bots, form, seats, matches=matches, seed=was.seed)
        steps.append(grow(was, declared, ALL).tournament)
    return steps


@given(growing())
def test_with_policy_round_all_pairings_have_the_same_openings(steps: list[Tournament]) -> None:
    """Also those of bots that were added later; samples of pairings are another matter."""
    shared = replace(steps[-1], openings=Openings("round"))
    scheduled = fixtures(shared)
    seen: dict[frozenset[int], list[int]] = {}
    for each in {each.group: each for each in scheduled}.values():
        seen.setdefault(frozenset(each.players), []).append(each.opening.seed - shared.seed)
    bots, seats = len(shared.bots), len(scheduled[0].players)
    assume(seats <= 2 or math.comb(bots, seats) <= MAX_ALL)
    (number,) = set(map(len, seen.values()))
    assert all(sorted(seeds) == list(range(number)) for seeds in seen.values())
    assert openings_used(shared, len(scheduled)) == number
    assert [each.players for each in scheduled] == [each.players for each in fixtures(steps[-1])]


@given(growing())
def test_scheduled_fixtures_stay_and_more_follow(steps: list[Tournament]) -> None:
    for was, grown in itertools.pairwise(map(fixtures, steps)):
        assert grown[: len(was)] == was
    ids = [each.id for each in fixtures(steps[-1])]
    assert len(ids) == len(set(ids)) == schedule(steps[-1]).matches
    check(steps[-1])


@given(growing())
def test_all_play_as_often_as_if_all_had_joined_at_the_start(
    steps: list[Tournament],
) -> None:
    at_once = replace(steps[-1], earlier=())
    grown, wanted = fixtures(steps[-1]), fixtures(at_once)
    seats = len(wanted[0].players)
    if seats <= 2:  # balanced samples of more seats depend on the entrants
        assert meetings(grown) == meetings(wanted)
    played = Counter(player for each in grown for player in each.players)
    others = [played[bot] for bot in range(len(at_once.bots))]
    if at_once.format == "gauntlet":
        assert others.pop(0) == len(grown)
    assert len(set(others)) == 1
    assert meetings(grown).keys() == meetings(wanted).keys()
    assert min(meetings(grown).values()) >= at_once.matches


def meetings(scheduled: Sequence[Fixture]) -> Counter[tuple[int, ...]]:
    """How many matches each bot alone, or each pair, has played."""
    size = min(2, len(scheduled[0].players))
    return Counter(
        pair for each in scheduled for pair in itertools.combinations(sorted(each.players), size)
    )


@given(st.integers(2, 9), st.integers(1, 9), st.integers(0, 9), st.sampled_from([1, 2, 3, 4]))
def test_an_extended_tournament_equals_one_declared_at_once(
    bots: int, matches: int, more: int, seats: int
) -> None:
    was = make_tournament(max(bots, seats), seats=seats, matches=matches)
    declared = replace(was, matches=matches + more)
    assert grow(was, declared, ALL).tournament == declared


@given(st.integers(4, 12), SEEDS)
def test_more_rounds_of_a_swiss_tournament_are_those_of_a_longer_one(bots: int, seed: int) -> None:
    was = make_tournament(bots, "swiss", rounds=1)
    declared = replace(was, rounds=3)
    grown = grow(was, declared, ALL).tournament
    first, played = play_out(was, drawn(seed))
    assert fixtures(grown, played)[: len(first)] == first
    assert play_out(grown, drawn(seed)) == play_out(declared, drawn(seed))


TWO = make_tournament(2)
THREE = make_tournament(3)
SWISS, KNOCKOUT = make_tournament(4, "swiss", rounds=2), make_tournament(4, "knockout")
TEST = replace(TWO, sprt=Sprt(0, 10))
BOOK = replace(TWO, openings=Openings(given=(Opening(1), Opening(2))))


def renamed(tournament: Tournament, place: int, **values: Any) -> Tournament:
    bots = list(tournament.bots)
    bots[place] = replace(bots[place], **values)
    return replace(tournament, bots=tuple(bots))


GROWS: dict[str, tuple[Tournament, Tournament]] = {
    "name": (TWO, replace(TWO, name="other")),
    "concurrency": (KNOCKOUT, replace(KNOCKOUT, concurrency=3, bench_after=0)),
    "order of the bots": (TWO, replace(TWO, bots=TWO.bots[::-1])),
    "a default that is named": (TWO, replace(TWO, settings={"width": 16})),
    "longer test": (TEST, replace(TEST, matches=100)),
    "stricter test": (TEST, replace(TEST, sprt=Sprt(0, 10, alpha=0.01))),
    "newcomers of a ladder alone": (
        make_tournament(2, "ladder"),
        replace(make_tournament(3, "ladder"), bots=make_tournament(3).bots[2:]),
    ),
}


@pytest.mark.parametrize("case", GROWS)
def test_keys_that_affect_no_match_may_change(case: str) -> None:
    stored, declared = GROWS[case]
    grown = grow(stored, declared, ALL)
    assert not grown.replaced
    assert grown.tournament.bots[: len(stored.bots)] == stored.bots
    assert grown.tournament.sprt == declared.sprt
    assert grown.tournament.concurrency == declared.concurrency


REFUSED: dict[str, tuple[Tournament, Tournament, str]] = {
    "game": (TWO, replace(TWO, game="snake"), "game: 'light-riders' in the store, 'snake' now"),
    "setting": (TWO, replace(TWO, settings={"width": 8}), "settings.width: 16 in the store, 8 now"),
    "clock": (
        replace(TWO, time=replace(TWO.time, timebank=10_000)),
        replace(TWO, time=replace(TWO.time, timebank=500)),
        "time.timebank: 10000 in the store, 500 now",
    ),
    "seed": (TWO, replace(TWO, seed=5), "seed: 1 in the store, 5 now"),
    "format": (THREE, replace(THREE, format="swiss"), "format: 'round-robin' in the store, 'swis"),
    "fewer matches": (TWO, replace(TWO, matches=1), "may only grow: write matches = 2"),
    "a bot less": (THREE, TWO, "bots: 'bot2' has played but is missing now; put it back"),
    "another bot": (
        TWO,
        renamed(TWO, 1, bot="./new"),
        "bots: 'bot1' was './bot1' and is './new' now; give it a new name",
    ),
    "challenger": (
        make_tournament(3, "gauntlet"),
        replace(make_tournament(3, "gauntlet"), bots=THREE.bots[::-1]),
        "bots: the challenger was 'bot0' and is 'bot2' now",
    ),
    "swiss with more bots": (
        SWISS,
        replace(SWISS, bots=make_tournament(5).bots),
        "bots: more of them would change the pairings of a swiss",
    ),
    "knockout with more matches": (
        KNOCKOUT,
        replace(KNOCKOUT, matches=8),
        "it is fixed in a knockout, whose pairings depend on results",
    ),
    "no test": (TEST, TWO, "sprt: one in the store, none now"),
    "looser test": (
        TEST,
        replace(TEST, sprt=Sprt(0, 10, beta=0.1)),
        "sprt.beta: 0.05 in the store, 0.1 now; a test that has begun may become stricter",
    ),
    "another hypothesis": (TEST, replace(TEST, sprt=Sprt(0, 5)), "sprt.elo1: 10.* in the store, 5"),
    "openings": (
        BOOK,
        replace(BOOK, openings=Openings(given=(Opening(2), Opening(1)))),
        "openings: they differ from those in the store; you may only append openings",
    ),
    "another policy": (
        TWO,
        replace(TWO, openings=Openings("round")),
        "openings.policy: 'default' in the store, 'round' now",
    ),
    "openings that were used again": (
        BOOK,
        replace(BOOK, openings=Openings(given=(Opening(1), Opening(2), Opening(3)))),
        "openings: all 2 in the store have been used, so none can be added",
    ),
    "sizes": (TWO, replace(TWO, earlier=(Size(2, 2),)), "earlier: expected the sizes in the st"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_another_tournament_is_refused(case: str) -> None:
    stored, declared, complaint = REFUSED[case]
    with pytest.raises(SettingsError, match=complaint):
        grow(stored, declared, ALL)


def test_all_differences_are_reported_at_once() -> None:
    declared = replace(TWO, seed=5, matches=1, settings={"width": 8})
    with pytest.raises(SettingsError) as caught:
        grow(TWO, declared, ALL)
    assert [line.strip().split(":")[0] for line in str(caught.value).splitlines()] == [
        "seed", "settings.width", "matches",
    ]  # fmt: skip


def test_openings_may_be_added_until_all_have_been_used() -> None:
    more = Openings(given=(*BOOK.openings.given, Opening(3)))
    grown = grow(BOOK, replace(BOOK, openings=more), PlayedPart(frozenset({0, 1}), 2)).tournament
    assert grown.openings == more


def test_with_policy_round_fewer_openings_are_used() -> None:
    book = replace(BOOK, openings=replace(BOOK.openings, policy="round"))
    more = replace(book.openings, given=(*BOOK.openings.given, Opening(3)))
    part = PlayedPart(frozenset({0, 1}), 3)
    assert grow(book, replace(book, openings=more), part).tournament.openings == more


def test_a_bot_that_has_not_played_may_be_replaced() -> None:
    progress = PlayedPart(frozenset({0, 1}), 3)
    mended = Entrant("./mended", "mended")
    declared = replace(THREE, bots=(*TWO.bots, mended))
    grown = grow(THREE, declared, progress)
    assert grown.replaced == {2: mended}
    assert grown.tournament.bots == declared.bots
    assert grown.tournament.earlier == ()
    same_name = renamed(THREE, 2, bot="./mended")
    assert grow(THREE, same_name, progress).replaced == {2: Entrant("./mended", "bot2")}


def test_a_swiss_tournament_must_not_become_shorter() -> None:
    with pytest.raises(SettingsError, match=r"rounds: 2 in the store, 1 now; .* rounds = 2"):
        grow(SWISS, replace(SWISS, rounds=1), ALL)


@pytest.mark.parametrize("sizes", [(Size(5, 2),), (Size(2, 3),), (Size(3, 1), Size(2, 2))])
def test_earlier_sizes_are_smaller_ones(sizes: tuple[Size, ...]) -> None:
    with pytest.raises(SettingsError, match=r"earlier\[\d\]: expected growing sizes"):
        check(replace(THREE, earlier=sizes))
    with pytest.raises(SettingsError, match="earlier: expected none with swiss"):
        check(replace(SWISS, earlier=(Size(2, 2),)))
