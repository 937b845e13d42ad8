"""Filters, sort keys and pages give the same matches as operations on a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.tournament.stored import autumn

from gridbots.errors import UnknownNameError
from gridbots_referee.show.viewer.sites.match_table import MatchTable
from gridbots_referee.show.viewer.sites.selection import KEYS, page_of, selection_of
from gridbots_referee.show.viewer.sites.tournament import curves
from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
from gridbots_referee.tournament.store.query import MatchFilter
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import summarise, summary_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(autumn(tmp_path / "autumn.db"), read_only=True) as store:
        yield store


@pytest.fixture
def table(store: Store) -> StoreTable:
    table = StoreTable()
    table.read(store)
    return table


def numbers(table: MatchTable, query: dict[str, str], limit: int = 50) -> list[int]:
    """Numbers of the matches on the first page."""
    chosen = selection_of(query, table, "-number")
    rows = page_of(table, chosen, int(query.get("page", "1")), limit).rows
    return [int(number) for number in table.matches["number"][rows]]


@pytest.mark.parametrize(
    ("query", "chosen"),
    [
        ({}, MatchFilter()),
        ({"bot": "ada"}, MatchFilter(bot=0)),
        ({"bot": "ada", "against": "cleo"}, MatchFilter(bot=0, against=2)),
        ({"bot": "bob", "ending": "drawn"}, MatchFilter(bot=1, ending="drawn")),
        ({"bot": "bob", "ending": "lost"}, MatchFilter(bot=1, ending="lost")),
        (
            {"bot": "cleo", "against": "bob", "ending": "lost"},
            MatchFilter(bot=2, against=1, ending="lost"),
        ),
        ({"termination": "late"}, MatchFilter(termination="late")),
        ({"bot": "bob", "termination": "exited"}, MatchFilter(bot=1, termination="exited")),
    ],
)
def test_filters_select_what_the_store_selects(
    store: Store, table: StoreTable, query: dict[str, str], chosen: MatchFilter
) -> None:
    expected = [match.number for match in store.matches(chosen)]
    assert numbers(table, query) == expected[::-1]


def test_a_seat_and_an_ending_are_those_of_the_bot(table: StoreTable) -> None:
    assert numbers(table, {"bot": "ada", "seat": "2"}) == [4, 2]
    assert numbers(table, {"how": "forfeit", "sort": "number"}) == [3, 4, 5]


def random_table(matches: int) -> MatchTable:
    """A table of matches with 0 to 3 seats."""
    rng = np.random.default_rng(5)
    table = MatchTable()
    table.names, table.games = ["zoe", "Adam", "bob"], ["snake", "light-riders"]
    counts = rng.integers(0, 4, matches)
    seats = int(counts.sum())
    table.extend(
        {
            "number": np.arange(1, matches + 1),
            "started": np.where(rng.random(matches) < 0.2, np.nan, rng.random(matches)),
            "rounds": rng.integers(1, 9, matches),
            "seconds": rng.random(matches),
            "is_forfeit": rng.integers(0, 2, matches),
            "game": rng.integers(0, 2, matches),
        },
        counts,
        {
            "player": rng.integers(0, 3, seats),
            "place": rng.integers(1, 3, seats),
            "points": rng.integers(0, 3, seats) / 2,
            "score": rng.random(seats),
            "termination": rng.integers(0, 5, seats),
        },
    )
    return table


def seats_of(table: MatchTable, name: str, row: int) -> list[Any]:
    first, count = (int(table.matches[each][row]) for each in ("first", "seats"))
    return [each.item() for each in table.seats[name][first : first + count]]


def sort_key(table: MatchTable, word: str, row: int) -> Any:
    """The sort key of a match; None is last."""
    if word in {"number", "started", "rounds", "seconds"}:
        value = table.matches[word][row].item()
        return value if value == value else None  # noqa: PLR0124  NaN
    if word == "score":
        return max(seats_of(table, "score", row), default=None)
    if word == "game":
        return table.games[int(table.matches["game"][row])]
    places = seats_of(table, "place", row)
    if places.count(1) != 1:
        return ""
    return table.names[seats_of(table, "player", row)[places.index(1)]].casefold()


@pytest.mark.parametrize(
    "word", ["number", "started", "rounds", "seconds", "score", "game", "winner"]
)
@pytest.mark.parametrize("sign", ["", "-"])
def test_any_column_sorts_with_ties_newest_first(word: str, sign: str) -> None:
    table = random_table(60)
    got = numbers(table, {"sort": sign + word}, limit=60)
    keys = {number: sort_key(table, word, number - 1) for number in got}
    known = sorted((n for n in got if keys[n] is not None), reverse=True)
    known.sort(key=lambda number: keys[number], reverse=bool(sign))
    if sign:  # a reversed sort keeps equals in their order
        assert [keys[n] for n in known] == [keys[n] for n in got[: len(known)]]
    assert got == [*known, *sorted((n for n in got if keys[n] is None), reverse=True)]


def test_all_matches_are_reached_by_paging() -> None:
    table = random_table(23)
    pages = [
        numbers(table, {"page": str(page), "sort": "players"}, limit=5) for page in range(1, 6)
    ]
    assert [len(page) for page in pages] == [5, 5, 5, 5, 3]
    assert sorted(number for page in pages for number in page) == list(range(1, 24))
    found = page_of(table, selection_of({}, table, "-number"), 99, 5)
    assert (found.page, found.pages, found.total) == (5, 5, 23)


def test_every_sort_key_works_on_an_empty_table_too() -> None:
    for word in KEYS:
        assert numbers(MatchTable(), {"sort": word}) == []


@pytest.mark.parametrize(
    "query",
    [{"sort": "colour"}, {"bot": "nobody"}, {"seat": "0"}, {"how": "by luck"}, {"game": "chess"}],
)
def test_unknown_keys_are_refused(table: StoreTable, query: dict[str, str]) -> None:
    with pytest.raises(UnknownNameError, match="expected"):
        selection_of(query, table, "-number")


def test_columns_give_the_same_summary_as_the_store(store: Store, table: StoreTable) -> None:
    found = summary_of(store.tournament, table.arrays(), store.voids(), table.tallies)
    assert found == summarise(store)


def test_curves_are_the_same_whether_they_grow_or_are_made_at_once() -> None:
    table = StoreTable()
    growing = curves.Curves()
    rng = np.random.default_rng(3)
    for _ in range(7):
        one = rng.integers(0, 3, 29)
        won = rng.random(29) < 0.6
        table.extend(
            {"number": np.arange(29), "group": np.arange(29)},
            np.full(29, 2),
            {
                "player": np.stack([one, (one + 1) % 3], 1).ravel(),
                "points": np.stack([won, ~won], 1).ravel(),
                "place": np.stack([2 - won, 1 + won], 1).ravel(),
            },
        )
        update = growing.update(table.arrays(), 3)
        assert update == curves.Curves().update(table.arrays(), 3)
        assert update["matches"][-1] == len(table)
        assert len(update["matches"]) <= curves.POINTS
