"""The number of matches is known before they are scheduled, and absurd numbers are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.simulated import drawn, make_tournament, play_out

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.schedule import (
    FORMATS,
    MOST,
    MOST_IN_STAGES,
    STAGES,
    check_extent,
    extent,
    schedule,
)

SEATS = {"round-robin": [1, 2, 3, 4], "knockout": [2], "ladder": [2]}


@given(st.data(), st.sampled_from(FORMATS), st.integers(2, 12), st.integers(1, 5))
def test_a_tournament_has_as_many_matches_as_its_extent(
    data: st.DataObject, form: str, bots: int, matches: int
) -> None:
    seats = data.draw(st.sampled_from(SEATS.get(form, [2, 3, 4])))
    tournament = make_tournament(max(bots, seats), form, seats, matches=matches)
    scheduled, _ = play_out(tournament, drawn(data.draw(st.integers(0, 99))))
    found = extent(tournament, seats)
    assert found.least <= len(scheduled) <= found.most
    if form == "swiss" or (form in {"round-robin", "gauntlet"} and seats <= 2):
        assert found.least == found.most


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("bots", "matches"), [(2, 99_999_999_999), (4000, 100_000)])
def test_a_tournament_that_is_too_large_is_refused(form: str, bots: int, matches: int) -> None:
    most = MOST_IN_STAGES if form in STAGES else MOST
    with pytest.raises(SettingsError, match=f"matches: expected at most {most:,} in total, got "):
        check_extent(make_tournament(bots, form, matches=matches), 2)


def test_the_largest_tournament_begins_at_once() -> None:
    tournament = make_tournament(2, matches=MOST)
    check_extent(tournament, 2)
    known = schedule(tournament)
    assert known.matches == MOST
    assert [next(known.fixtures).id for _ in range(3)] == ["1-1", "1-2", "2-1"]
