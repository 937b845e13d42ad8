"""Rows of a match, compared with rows made anew from its record; the discrepancies found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.formats.tournament import Fixture, Opening
from gridbots_referee.tournament.store.rows import MATCH_COLUMNS, match_row, seat_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gridbots.record import Record
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.store.store import Store


class Discrepancy(msgspec.Struct, frozen=True, omit_defaults=True):
    match: str
    """The fixture; empty for the whole store."""
    field: str
    text: str
    """What is wrong, as text."""
    row: Any = None
    """The value in the store."""
    record: Any = None
    """The value in the record."""

    def __str__(self) -> str:
        return f"{self.match or 'store'}: {self.field}: {self.text}"


def differing(match: str, field: str, row: Any, record: Any) -> Discrepancy:
    """A value that differs between the store and the record of a match."""
    text = f"the row has {_shown(row)}, the record {_shown(record)}"
    return Discrepancy(match, field, text, row, record)


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


class MatchRows(msgspec.Struct, frozen=True):
    """The rows of one match in all tables."""

    number: int
    match: dict[str, Any]
    seats: tuple[dict[str, Any], ...]
    chain: tuple[str, str, str] | None
    """Digest, link and signature; None if missing."""

    @property
    def fixture(self) -> str:
        return str(self.match["fixture"])

    @property
    def players(self) -> tuple[Any, ...]:
        """Entrants in seat order."""
        return tuple(seat["entrant"] for seat in self.seats)


def stored_matches(store: Store, skipped: int = 0) -> Iterator[MatchRows]:
    """The rows of all matches after the skipped ones, in order of arrival, one at a time."""
    names = MATCH_COLUMNS.split(", ")
    columns = [name for (name,) in store.query("SELECT name FROM pragma_table_info('seats')")]
    for row in store.query(
        f"SELECT number, digest, link, signature, {MATCH_COLUMNS} FROM matches"  # noqa: S608
        " LEFT JOIN chain ON match = number ORDER BY number LIMIT -1 OFFSET ?",
        (skipped,),
    ):
        number, digest, link, signature, *values = row
        seats = store.query("SELECT * FROM seats WHERE match = ? ORDER BY seat", (number,))
        yield MatchRows(
            number,
            dict(zip(names, values, strict=True)),
            tuple(dict(zip(columns, seat, strict=True)) for seat in seats),
            None if link is None else (digest, link, signature),
        )


def compare(
    tournament: Tournament, digests: Sequence[str], rows: MatchRows, record: Record
) -> Iterator[Discrepancy]:
    """Differences of the rows from the record; `digests` are those of the entrants' bots."""
    fixture = Fixture(
        id=rows.fixture,
        stage=rows.match["stage"],
        group=rows.match["match_group"],
        opening=Opening(record.match.seed, record.match.opening),
        players=rows.players,
    )
    if record.match.id != rows.fixture:
        yield differing(rows.fixture, "fixture", rows.fixture, record.match.id)
    try:
        expected = match_row(fixture, record, rows.match["record"])
    except StoreError as error:
        yield Discrepancy(rows.fixture, "record", str(error))
        return
    found = dict(zip(MATCH_COLUMNS.split(", "), expected, strict=True))
    yield from _differences(rows.fixture, "", rows.match, found)
    for seat, values in zip(rows.seats, seat_rows(rows.number, fixture, record), strict=True):
        made = dict(zip(seat, values, strict=True))
        yield from _differences(rows.fixture, f"seat {made['seat']}: ", seat, made)
    yield from _compare_players(tournament, digests, rows, record)


def _differences(
    fixture: str, place: str, row: Mapping[str, Any], expected: Mapping[str, Any]
) -> Iterator[Discrepancy]:
    for column, value in expected.items():
        if row[column] != value or isinstance(row[column], str) != isinstance(value, str):
            yield differing(fixture, f"{place}{column}", row[column], value)


def _compare_players(
    tournament: Tournament, digests: Sequence[str], rows: MatchRows, record: Record
) -> Iterator[Discrepancy]:
    """Compare players, game and settings."""
    declared: Sequence[Any] = tournament.bots
    for seat, (entrant, player) in enumerate(zip(rows.players, record.match.players, strict=True)):
        if not isinstance(entrant, int) or not 0 <= entrant < len(declared):
            yield Discrepancy(
                rows.fixture, f"seat {seat}: entrant", f"there is no entrant {entrant!r}"
            )
            continue
        for field in ("name", "bot"):
            row, recorded = getattr(declared[entrant], field), getattr(player, field)
            if row != recorded:
                yield differing(rows.fixture, f"seat {seat}: {field}", row, recorded)
        if player.digest and digests[entrant] and player.digest != digests[entrant]:
            place = f"seat {seat}: files"
            yield differing(rows.fixture, place, digests[entrant], player.digest)
    if record.match.game != tournament.game:
        yield differing(rows.fixture, "game", tournament.game, record.match.game)
    for name, value in tournament.settings.items():
        recorded = record.match.settings.get(name)
        if recorded != value:
            yield differing(rows.fixture, f"settings.{name}", value, recorded)
