"""Who has reached what against whom, for people, programs and spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.show.report import shown_name
from gridbots_referee.show.sheet import csv_lines
from gridbots_referee.show.standings import about, number
from gridbots_referee.show.text import align, display_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.contest.store import Store
    from gridbots_referee.contest.tallies import Pairing, Standing

HEADS: Final = ("name", "against", "points", "matches", "won", "drawn", "lost")
NOTE: Final = "Each cell: points of the row against the column/matches"


def as_text(
    store: Store,
    standings: Sequence[Standing],
    pairings: Mapping[tuple[int, int], Pairing],
    *,
    width: int = 100,
    unicode: bool = True,
) -> str:
    """The best entrant first; with won-drawn-lost where `width` columns have room for it."""
    head = about(store, unicode=unicode)
    if not pairings:
        return f"{head}\n\n{'No two entrants have met.' if standings else 'No entrants.'}"
    table = _table(standings, pairings, in_full=True, unicode=unicode)
    note = f"{NOTE} won-drawn-lost."
    if max(map(display_width, table)) > width:
        table = _table(standings, pairings, in_full=False, unicode=unicode)
        note = f"{NOTE}."
    return "\n".join([head, "", *table, "", note])


def _table(
    standings: Sequence[Standing],
    pairings: Mapping[tuple[int, int], Pairing],
    *,
    in_full: bool,
    unicode: bool,
) -> list[str]:
    numbers = [str(index) for index, _ in enumerate(standings, 1)]
    rows = [
        (
            numbers[index],
            shown_name(row.name, unicode=unicode),
            *(_cell(row, other, pairings, in_full=in_full) for other in standings),
        )
        for index, row in enumerate(standings)
    ]
    return align([("", "", *numbers), *rows], right="rl".ljust(2 + len(numbers), "r"))


def _cell(
    row: Standing,
    other: Standing,
    pairings: Mapping[tuple[int, int], Pairing],
    *,
    in_full: bool,
) -> str:
    found = pairings.get((row.entrant, other.entrant))
    if found is None:
        return "" if row is other else "-"
    share = f"{number(found.points)}/{found.matches}"
    return f"{share} {found.won}-{found.drawn}-{found.lost}" if in_full else share


def as_json(
    store: Store,
    standings: Sequence[Standing],
    pairings: Mapping[tuple[int, int], Pairing],
) -> str:
    told = {
        "schema": 1,
        "tournament": store.tournament.name,
        "matches": len(store),
        "entrants": [standing.name for standing in standings],
        "pairings": [dict(zip(HEADS, row, strict=True)) for row in _rows(standings, pairings)],
    }
    return msgspec.json.encode(told).decode()


def as_csv(standings: Sequence[Standing], pairings: Mapping[tuple[int, int], Pairing]) -> str:
    return "\n".join(csv_lines([HEADS, *_rows(standings, pairings)]))


def _rows(
    standings: Sequence[Standing], pairings: Mapping[tuple[int, int], Pairing]
) -> list[tuple[Any, ...]]:
    """All that have met, in the order of the standings, the values of HEADS."""
    return [
        (row.name, other.name, found.points, found.matches, found.won, found.drawn, found.lost)
        for row in standings
        for other in standings
        if (found := pairings.get((row.entrant, other.entrant)))
    ]
