"""A record as rows of the tables of a store."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.stats.played import points_of_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.stats.played import VoidMatch

SqlRow = tuple[Any, ...]

MATCH_COLUMNS: Final = (
    "fixture, stage, match_group, seed, opening, how, rounds, seconds, load, started, finished,"
    " record"
)
ADD_MATCH: Final = f"""
    INSERT INTO matches ({MATCH_COLUMNS})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (fixture) DO NOTHING
"""  # noqa: S608  only text of this module
ADD_SEAT: Final = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

ADD_LINK: Final = "INSERT INTO chain VALUES (?, ?, ?, ?)"
SET_HEAD: Final = "UPDATE meta SET value = ? WHERE key = 'head'"
ADD_VOID: Final = "INSERT OR IGNORE INTO voids VALUES (?, ?, ?, ?, ?, ?)"


def void_row(void: VoidMatch) -> SqlRow:
    """The values of ADD_VOID."""
    players = msgspec.json.encode(void.players).decode()
    return void.id, void.group, players, void.suspect, void.cause, void.why


def match_row(fixture: Fixture, record: Record, file: str) -> SqlRow:
    """The values of ADD_MATCH.

    Raises:
        StoreError: the match was not finished, or has another number of players.
    """
    result = record.result
    if result.outcome is None:
        raise StoreError(f"the match was not finished: {result.how}")
    if len(result.players) != len(fixture.players):
        raise StoreError(f"expected {len(fixture.players)} players, got {len(result.players)}")
    started = record.match.started
    return (
        fixture.id,
        fixture.stage,
        fixture.group,
        fixture.opening.seed,
        msgspec.json.encode(fixture.opening.moves).decode(),
        result.how,
        result.rounds,
        result.seconds,
        record.match.load,
        started,
        _after(started, result.seconds),
        file,
    )


def _after(started: str, seconds: float) -> str:
    if not started:
        return ""
    began = datetime.datetime.fromisoformat(started)
    return (began + datetime.timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def seat_rows(number: int, fixture: Fixture, record: Record) -> Iterator[SqlRow]:
    """The values of ADD_SEAT for each seat of match `number`; `match_row` must have accepted it."""
    outcome = record.result.outcome
    assert outcome is not None  # noqa: S101  match_row refuses others
    points = points_of_outcome(outcome)
    for seat, player in enumerate(record.result.players):
        yield (
            number,
            seat,
            fixture.players[seat],
            player.place,
            player.score,
            points[seat],
            player.termination,
            player.detail,
            player.warnings,
            player.moves,
            player.wall_ms,
            player.cpu_ms,
            player.most_wall_ms,
            player.most_cpu_ms,
            player.bank_left_ms,
        )
