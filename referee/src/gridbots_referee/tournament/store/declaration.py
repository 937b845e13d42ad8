"""Declaration: the tournament of a store, in its tables.

The original declaration is in the table meta; the chain of matches begins with it, and it never
changes. Extensions are kept beside it, and the entrants in a table of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.formats.tournament import Entrant, Tournament

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

KEYS: Final = ("tournament", "grown")
"""Of the table meta: the original tournament, and its extension."""
GROWS: Final = ("matches", "rounds", "sprt", "openings", "bench_after", "concurrency", "earlier")
"""Keys that may change."""
SET_META: Final = "INSERT OR REPLACE INTO meta VALUES (?, ?)"


def insert(connection: sqlite3.Connection, tournament: Tournament, records: str) -> None:
    """Store a tournament without matches, in place of any other."""
    declared = msgspec.json.encode(tournament).decode()
    values = [("tournament", declared), ("records", records)]
    connection.executemany(SET_META, values)
    connection.execute("DELETE FROM meta WHERE key = 'grown'")
    connection.execute("DELETE FROM voids")
    connection.execute("DELETE FROM entrants")
    insert_entrants(connection, tournament.bots, 0)


def insert_entrants(
    connection: sqlite3.Connection, entrants: Sequence[Entrant], first: int
) -> None:
    rows = [(first + index, entrant.name, entrant.bot) for index, entrant in enumerate(entrants)]
    connection.executemany("INSERT INTO entrants (entrant, name, bot) VALUES (?, ?, ?)", rows)


def replace_entrants(connection: sqlite3.Connection, replaced: Mapping[int, Entrant]) -> None:
    """Replace entrants that have not played, and delete their void matches."""
    for place in replaced:  # two may have swapped their names
        connection.execute("UPDATE entrants SET name = ? WHERE entrant = ?", (f"\0{place}", place))
    for place, each in replaced.items():
        connection.execute(
            "UPDATE entrants SET name = ?, bot = ?, files = '' WHERE entrant = ?",
            (each.name, each.bot, place),
        )
        connection.execute(
            "DELETE FROM voids WHERE EXISTS (SELECT 1 FROM json_each(players) WHERE value = ?)",
            (place,),
        )


def keep_growth(connection: sqlite3.Connection, tournament: Tournament) -> None:
    """Store the extended tournament, except its entrants."""
    grown = {key: getattr(tournament, key) for key in GROWS}
    connection.execute(SET_META, ("grown", msgspec.json.encode(grown).decode()))


def read(connection: sqlite3.Connection) -> Tournament:
    """The tournament with all extensions.

    Raises:
        StoreError: the store is damaged.
    """
    rows = connection.execute("SELECT name, bot FROM entrants ORDER BY entrant")
    bots = [{"name": name, "bot": bot} for name, bot in rows]
    texts = dict(connection.execute("SELECT key, value FROM meta WHERE key IN (?, ?)", KEYS))
    if "tournament" not in texts:
        raise StoreError("'tournament' is missing in the table meta")
    try:
        declared, grown = (msgspec.json.decode(texts.get(key, "{}")) for key in KEYS)
        return msgspec.convert({**declared, **grown, "bots": bots}, Tournament)
    except (msgspec.DecodeError, msgspec.ValidationError, TypeError) as error:
        raise StoreError(f"the tournament is damaged: {error}") from None
