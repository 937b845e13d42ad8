"""The schedule of each format is fair, and scheduled fixtures stay."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.simulated import by_number, drawn, make_tournament, play_out, result_of

from gridbots_referee.tournament.formats.knockout import EXTRA, bracket
from gridbots_referee.tournament.formats.ladder import WINDOW
from gridbots_referee.tournament.formats.perfect_matching import has_perfect_matching
from gridbots_referee.tournament.formats.round_robin import MAX_ALL, circle_method, pairings
from gridbots_referee.tournament.formats.schedule import FORMATS, fixtures
from gridbots_referee.tournament.formats.swiss import most_rounds, rounds_of
from gridbots_referee.tournament.formats.tournament import Openings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots_referee.tournament.formats.tournament import Fixture, Tournament

SEEDS = st.integers(0, 1000)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    form = draw(st.sampled_from(sorted(FORMATS)))
    fitting = {"round-robin": [1, 2, 3, 4], "knockout": [2], "ladder": [2]}
    seats = draw(st.sampled_from(fitting.get(form, [2, 3, 4])))
    bots = draw(st.integers(max(2, seats), 11))
    return make_tournament(bots, form, seats, matches=draw(st.integers(1, 5)), seed=draw(SEEDS))


def groups_of(scheduled: Iterable[Fixture]) -> list[list[Fixture]]:
    found: dict[int, list[Fixture]] = {}
    for each in scheduled:
        found.setdefault(each.group, []).append(each)
    return list(found.values())


def meetings(scheduled: Iterable[Fixture]) -> Counter[tuple[int, ...]]:
    """How many groups each pair of bots has played together."""
    return Counter(
        pair
        for group in groups_of(scheduled)
        for pair in itertools.combinations(sorted(group[0].players), 2)
    )


@given(tournaments(), SEEDS)
def test_in_a_group_every_entrant_plays_every_seat_once_from_the_same_opening(
    tournament: Tournament, seed: int
) -> None:
    scheduled, _ = play_out(tournament, drawn(seed))
    for group in groups_of(scheduled):
        assert len({each.opening for each in group}) == 1
        assert len({each.stage for each in group}) == 1
        for column in zip(*(each.players for each in group), strict=True):
            assert sorted(column) == sorted(group[0].players)
            assert len(set(column)) == len(group[0].players)


@given(tournaments(), SEEDS)
def test_ids_and_groups_are_unique(tournament: Tournament, seed: int) -> None:
    scheduled, _ = play_out(tournament, drawn(seed))
    ids = [each.id for each in scheduled]
    assert len(ids) == len(set(ids))
    numbers = [group[0].group for group in groups_of(scheduled)]
    assert numbers == list(range(1, len(numbers) + 1))


@given(tournaments(), SEEDS, st.data())
def test_a_fixture_never_changes_when_more_has_been_played(
    tournament: Tournament, seed: int, data: st.DataObject
) -> None:
    final, played = play_out(tournament, drawn(seed))
    results = {each.id: each for each in played}
    known: list[Fixture] = []
    done: list[str] = []
    while True:
        scheduled = fixtures(tournament, [results[each] for each in done])
        assert scheduled[: len(known)] == known
        known = scheduled
        open_ones = [each.id for each in known if each.id not in done]
        if not open_ones:
            break
        # Any of them may end first: matches run side by side.
        some = data.draw(st.integers(1, len(open_ones)))
        done += data.draw(st.permutations(open_ones))[:some]
        done.reverse()
    assert known == final


@given(tournaments(), SEEDS)
def test_the_same_tournament_is_scheduled_in_the_same_way(
    tournament: Tournament, seed: int
) -> None:
    assert play_out(tournament, drawn(seed)) == play_out(tournament, drawn(seed))


@given(st.integers(2, 15), st.integers(1, 7))
def test_in_a_round_robin_of_two_seats_all_pairs_meet_equally_often(
    bots: int, matches: int
) -> None:
    scheduled = fixtures(make_tournament(bots, matches=matches))
    met = meetings(scheduled)
    assert set(met) == set(itertools.combinations(range(bots), 2))
    assert set(met.values()) == {math.ceil(matches / 2)}
    seats = Counter((seat, each) for f in scheduled for seat, each in enumerate(f.players))
    assert len(set(seats.values())) == 1


@given(st.integers(2, 15))
def test_in_each_round_of_the_circle_every_bot_plays_once(bots: int) -> None:
    pairs, size = list(circle_method(bots)), bots // 2
    for start in range(0, len(pairs), size):
        playing = [bot for pair in pairs[start : start + size] for bot in pair]
        assert len(set(playing)) == len(playing) == 2 * size


@given(st.integers(3, 40), st.integers(3, 6), SEEDS)
def test_tables_of_more_seats_are_balanced(bots: int, seats: int, seed: int) -> None:
    bots = max(bots, seats)
    found = pairings(bots, seats, seed)
    counts = Counter(bot for pairing in found for bot in pairing)
    assert set(counts) == set(range(bots))
    assert len(set(counts.values())) == 1
    met = Counter(pair for pairing in found for pair in itertools.combinations(sorted(pairing), 2))
    each = [met[pair] for pair in itertools.combinations(range(bots), 2)]
    if math.comb(bots, seats) <= MAX_ALL:
        assert len(set(found)) == len(found) == math.comb(bots, seats)
        assert len(set(each)) == 1
    else:
        mean = sum(each) / len(each)
        assert min(each) >= 1
        assert max(each) <= 2 * mean + 2
        assert all(len(set(pairing)) == seats for pairing in found)


def test_all_bots_play_early_at_tables_of_more_seats() -> None:
    for bots, seats in [(6, 4), (8, 3), (9, 4), (30, 4)]:
        found = pairings(bots, seats, 1)
        early = found[: 2 * math.ceil(bots / seats)]
        assert {bot for pairing in early for bot in pairing} == set(range(bots))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_gauntlet_the_challenger_plays_in_every_match(seats: int) -> None:
    scheduled = fixtures(make_tournament(7, "gauntlet", seats, matches=8))
    assert all(0 in each.players for each in scheduled)
    others = Counter(bot for each in scheduled for bot in each.players if bot)
    assert set(others) == set(range(1, 7))
    assert len(set(others.values())) == 1
    seen = Counter(each.players.index(0) for each in scheduled)
    assert len(set(seen.values())) == 1


def test_single_players_share_their_openings() -> None:
    scheduled = fixtures(make_tournament(3, seats=1, matches=2))
    assert [(each.players, each.opening.seed) for each in scheduled] == [
        ((0,), 1), ((1,), 1), ((2,), 1), ((0,), 2), ((1,), 2), ((2,), 2),
    ]  # fmt: skip


def test_all_pairings_play_their_first_group_before_any_second_one() -> None:
    scheduled = fixtures(make_tournament(4, matches=4))
    assert [f"{each.id}: {each.players} from {each.opening.seed}" for each in scheduled[:14]] == [
        "1-1: (0, 3) from 1", "1-2: (3, 0) from 1", "2-1: (1, 2) from 2", "2-2: (2, 1) from 2",
        "3-1: (0, 2) from 3", "3-2: (2, 0) from 3", "4-1: (1, 3) from 4", "4-2: (3, 1) from 4",
        "5-1: (0, 1) from 5", "5-2: (1, 0) from 5", "6-1: (2, 3) from 6", "6-2: (3, 2) from 6",
        "7-1: (0, 3) from 7", "7-2: (3, 0) from 7",
    ]  # fmt: skip


def test_random_openings_follow_from_the_seed() -> None:
    tournament = make_tournament(3, openings=Openings(rounds=3), seed=5)
    scheduled = fixtures(tournament)
    assert fixtures(tournament) == scheduled
    assert all(len(each.opening.moves) == 3 for each in scheduled)
    assert len({each.opening for each in scheduled}) == 3


# Swiss


@given(st.integers(2, 12), SEEDS, st.data())
def test_a_swiss_tournament_avoids_rematches_if_possible(
    bots: int, seed: int, data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(1, most_rounds(bots)))
    scheduled, _ = play_out(make_tournament(bots, "swiss", rounds=rounds), drawn(seed))
    met: set[tuple[int, ...]] = set()
    rests: Counter[int] = Counter()
    for stage in range(1, rounds + 1):
        pairs = meetings(each for each in scheduled if each.stage == stage)
        playing = [bot for pair in pairs for bot in pair]
        resting = set(range(bots)) - set(playing)
        assert len(playing) == len(set(playing)) == bots - bots % 2
        assert all(rests[bot] == min(rests[each] for each in range(bots)) for bot in resting)
        if met & set(pairs):
            assert not can_all_meet_somebody_new(bots, met, rests)
        met |= set(pairs)
        rests.update(resting)


def can_all_meet_somebody_new(bots: int, met: set[tuple[int, ...]], rests: Counter[int]) -> bool:
    fewest = min(rests[bot] for bot in range(bots))
    resting = [bot for bot in range(bots) if rests[bot] == fewest] if bots % 2 else [None]
    return any(can_be_paired([bot for bot in range(bots) if bot != rest], met) for rest in resting)


def can_be_paired(left: list[int], met: set[tuple[int, ...]]) -> bool:
    """Tries everything."""
    if not left:
        return True
    top, *others = left
    return any(
        can_be_paired([bot for bot in others if bot != other], met)
        for other in others
        if (top, other) not in met
    )


@given(st.integers(1, 8), st.data())
def test_a_perfect_matching_is_found_if_there_is_one(half: int, data: st.DataObject) -> None:
    size = 2 * min(half, 5)
    pairs: list[tuple[int, ...]] = list(itertools.combinations(range(size), 2))
    chosen = set(data.draw(st.lists(st.sampled_from(pairs), max_size=2 * size)))
    graph: list[list[int]] = [[] for _ in range(size)]
    for one, other in sorted(chosen):
        graph[one].append(other)
        graph[other].append(one)
    assert has_perfect_matching(graph) == can_be_paired(list(range(size)), set(pairs) - chosen)


def test_two_odd_cycles_are_paired_over_their_bridge() -> None:
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]
    graph = [[b if a == v else a for a, b in edges if v in (a, b)] for v in range(6)]
    assert has_perfect_matching(graph)
    assert not has_perfect_matching([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]])


def test_a_swiss_tournament_pairs_the_upper_half_with_the_lower_one() -> None:
    scheduled, _ = play_out(make_tournament(8, "swiss", rounds=3))
    pairings = [
        [group[0].players for group in groups_of(scheduled) if group[0].stage == stage]
        for stage in (1, 2, 3)
    ]
    assert pairings == [
        [(0, 4), (1, 5), (2, 6), (3, 7)],
        [(0, 2), (1, 3), (4, 6), (5, 7)],
        [(0, 1), (2, 4), (3, 5), (6, 7)],
    ]


def test_the_lowest_without_a_bye_has_it() -> None:
    scheduled, _ = play_out(make_tournament(5, "swiss", rounds=5))
    rests = [
        set(range(5)) - {bot for f in scheduled if f.stage == stage for bot in f.players}
        for stage in range(1, 6)
    ]
    assert rests[0] == {4}
    assert sorted(bot for each in rests for bot in each) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("bots", "rounds"), [(2, 1), (3, 3), (4, 3), (8, 4), (9, 5), (16, 5)])
def test_a_swiss_tournament_has_one_round_more_than_it_takes(bots: int, rounds: int) -> None:
    tournament = make_tournament(bots, "swiss")
    assert rounds_of(tournament) == rounds
    scheduled, _ = play_out(tournament)
    assert max(each.stage for each in scheduled) == rounds


@given(st.integers(3, 14), SEEDS)
def test_a_swiss_tournament_of_more_seats_lets_all_play_about_equally_often(
    bots: int, seed: int
) -> None:
    scheduled, _ = play_out(make_tournament(bots, "swiss", 3, rounds=4), drawn(seed))
    counts = Counter(bot for group in groups_of(scheduled) for bot in group[0].players)
    assert set(counts) == set(range(bots))
    assert max(counts.values()) - min(counts.values()) <= 1


def test_a_round_is_scheduled_when_the_one_before_has_been_played() -> None:
    tournament = make_tournament(4, "swiss", matches=2)
    first = fixtures(tournament)
    assert {each.stage for each in first} == {1}
    played = [result_of(each, by_number) for each in first]
    assert fixtures(tournament, played[:-1]) == first
    assert {each.stage for each in fixtures(tournament, played)} == {1, 2}


# Knockout


@given(st.integers(2, 17), SEEDS)
def test_a_knockout_ends_with_one_winner(bots: int, seed: int) -> None:
    scheduled, played = play_out(make_tournament(bots, "knockout"), drawn(seed))
    still_in = set(range(bots))
    for stage in range(1, math.ceil(math.log2(bots)) + 1):
        totals: Counter[int] = Counter()
        for each in played:
            if each.stage == stage:
                assert set(each.players) <= still_in
                totals.update(dict(zip(each.players, each.points, strict=True)))
        pairs = {tuple(sorted(each.players)) for each in scheduled if each.stage == stage}
        assert len({bot for pair in pairs for bot in pair}) == 2 * len(pairs)
        still_in -= {high if totals[low] >= totals[high] else low for low, high in pairs}
    assert len(still_in) == 1
    assert max(each.stage for each in scheduled) == math.ceil(math.log2(bots))


def test_in_a_bracket_the_first_seeds_meet_last_and_have_the_empty_places() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(5) == bracket(8)
    assert bracket(1) == [0]
    scheduled, _ = play_out(make_tournament(5, "knockout"))
    pairs = [(group[0].stage, group[0].players) for group in groups_of(scheduled)]
    assert pairs == [(1, (3, 4)), (2, (0, 3)), (2, (1, 2)), (3, (0, 1))]


def test_a_tie_is_decided_by_extra_groups_when_all_of_the_stage_have_been_played() -> None:
    tournament = make_tournament(4, "knockout", matches=4)

    def points(fixture: Fixture) -> tuple[float, ...]:
        tied = fixture.group <= 4 and set(fixture.players) == {1, 2}
        return (1.0, 0.0) if tied else by_number(fixture)

    scheduled, _ = play_out(tournament, points)
    pairs = [(group[0].stage, group[0].players) for group in groups_of(scheduled)]
    assert pairs == [
        (1, (0, 3)), (1, (1, 2)), (1, (0, 3)), (1, (1, 2)), (1, (1, 2)), (2, (0, 1)), (2, (0, 1)),
    ]  # fmt: skip


def test_after_endless_ties_the_higher_seed_advances() -> None:
    scheduled, _ = play_out(make_tournament(4, "knockout"), lambda _: (0.5, 0.5))
    pairs = [(group[0].stage, group[0].players) for group in groups_of(scheduled)]
    assert pairs == [(1, (0, 3)), (1, (1, 2))] * (1 + EXTRA) + [(2, (0, 1))] * (1 + EXTRA)


# Ladder


@given(st.integers(2, 12), st.integers(1, 4), SEEDS)
def test_adding_to_a_ladder_changes_no_earlier_fixture(bots: int, more: int, seed: int) -> None:
    before, _ = play_out(make_tournament(bots, "ladder"), drawn(seed))
    after, _ = play_out(make_tournament(bots + more, "ladder"), drawn(seed))
    assert after[: len(before)] == before
    assert {each.stage for each in after[len(before) :]} == set(range(bots, bots + more))


def test_a_newcomer_meets_few_of_many() -> None:
    scheduled, _ = play_out(make_tournament(64, "ladder"))
    counts = Counter(group[0].stage for group in groups_of(scheduled))
    assert [counts[stage] for stage in range(1, 1 + WINDOW)] == list(range(1, 1 + WINDOW))
    assert max(counts.values()) <= WINDOW + math.ceil(math.log2(64 / WINDOW))
