"""Queries for the matches of a store."""

from __future__ import annotations

import itertools
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from gridbots.record import ENDED_WELL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Ending = Literal["won", "drawn", "lost"]


MATCH_COLUMNS: Final = (
    "number", "fixture", "stage", "group", "seed", "how", "rounds", "seconds", "started", "record",
)  # fmt: skip
PLAYER_COLUMNS: Final = ("name", "place", "points", "score", "termination", "warnings", "wall_ms")
"""Of `match_values`: those of the match, then those of each player."""


class MatchFilter(msgspec.Struct, frozen=True):
    """Which matches to select; the default is all."""

    bot: int | None = None
    """An entrant that took part."""
    against: int | None = None
    """Another entrant that took part."""
    ending: Ending | None = None
    """Result of `bot`: against `against` if given, else in the match."""
    termination: str = ""
    """Termination of `bot`, or of any player if no bot is given."""
    limit: int | None = None
    """Only this many, the latest."""


class StoredPlayer(msgspec.Struct, frozen=True):
    name: str
    entrant: int
    place: int
    points: float
    score: float
    """The game's own points."""
    termination: str
    detail: str
    warnings: int
    moves: int
    wall_ms: float
    cpu_ms: float | None
    most_wall_ms: float
    most_cpu_ms: float | None
    bank_left_ms: int


class StoredMatch(msgspec.Struct, frozen=True):
    number: int
    """Counted from 1, in order of arrival."""
    fixture: str
    stage: int
    group: int
    seed: int
    opening: tuple[tuple[str, ...], ...]
    """Joint moves before the bots were asked."""
    how: str
    rounds: int
    seconds: float
    load: float | None
    started: str
    finished: str
    record: str
    """File name."""
    players: tuple[StoredPlayer, ...]
    """In seat order."""


MATCH: Final = (
    "number, fixture, stage, match_group, seed, opening, how, rounds, seconds, load, started,"
    " finished, record"
)
PLAYER: Final = (
    "name, entrant, place, points, score, termination, detail, warnings, moves, wall_ms, cpu_ms,"
    " most_wall_ms, most_cpu_ms, bank_left_ms"
)
EVERYTHING: Final = f"SELECT {MATCH}, {PLAYER} FROM matches JOIN results ON match = number"  # noqa: S608
FORFEITED: Final = f"termination NOT IN {ENDED_WELL}"
OUTCOME: Final = "mine.outcome = :ending"
AGAINST: Final = {
    "won": "mine.place < other.place",
    "drawn": "mine.place = other.place",
    "lost": "mine.place > other.place",
}


def select(chosen: MatchFilter) -> tuple[str, dict[str, Any]]:
    """A SELECT for `read`, and its named values."""
    tables, conditions = "matches", ["TRUE"]
    if chosen.bot is not None or chosen.termination:
        tables += " JOIN results AS mine ON mine.match = number"
    if chosen.bot is not None:
        conditions.append("mine.entrant = :bot")
    if chosen.termination:
        conditions.append("mine.termination = :termination")
    if chosen.against is not None:
        tables += " JOIN seats AS other ON other.match = number"
        conditions.append("other.entrant = :against")
    if chosen.bot is not None and chosen.against is not None:
        conditions.append("other.seat <> mine.seat")
    if chosen.ending:
        conditions.append(OUTCOME if chosen.against is None else AGAINST[chosen.ending])
    # Only text of this module becomes SQL; values are bound.
    numbers = f"SELECT DISTINCT number FROM {tables} WHERE {' AND '.join(conditions)}"  # noqa: S608
    latest = f"{numbers} ORDER BY number DESC LIMIT :limit"
    sql = f"{EVERYTHING} WHERE number IN ({latest}) ORDER BY number, seat"
    limit = -1 if chosen.limit is None else chosen.limit
    return sql, {**msgspec.structs.asdict(chosen), "limit": limit}


def select_numbers(numbers: Sequence[int]) -> tuple[str, list[int]]:
    """A SELECT for `read` of the matches with these numbers, and its values."""
    marks = ", ".join("?" * len(numbers))
    return f"{EVERYTHING} WHERE number IN ({marks}) ORDER BY number, seat", list(numbers)


def read(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredMatch]:
    """Matches from the rows of `select`, one at a time."""
    width = len(MATCH.split(","))
    opening = msgspec.json.Decoder(tuple[tuple[str, ...], ...])
    for _, seats in itertools.groupby(rows, key=itemgetter(0)):
        row, *others = seats
        players = tuple(StoredPlayer(*each[width:]) for each in (row, *others))
        values = (*row[:5], opening.decode(row[5]), *row[6:width], players)
        yield StoredMatch(*values)


def match_columns(seats: int) -> tuple[str, ...]:
    """The names of `match_values`, for so many seats."""
    players = [f"{head}_{seat + 1}" for seat in range(seats) for head in PLAYER_COLUMNS]
    return (*MATCH_COLUMNS, *players)


def match_values(match: StoredMatch, folder: Path) -> tuple[Any, ...]:
    """A match as a row: its own values, then those of each seat; its record is a path."""
    return (
        *(getattr(match, head) for head in MATCH_COLUMNS[:-1]),
        str(folder / match.record),
        *(getattr(player, head) for player in match.players for head in PLAYER_COLUMNS),
    )
