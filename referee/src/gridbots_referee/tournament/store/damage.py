"""Damage of a store: searched for after an error, and reported in its place.

Reading skips checks that take time, so an error over an impossible value is a sign of damage.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.errors import GridbotsError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KINDS: Final = {"INTEGER": "'integer'", "REAL": "'real'", "TEXT": "'text'"}
"""Column type -> type of its values, as SQL."""

WRONG_POINTS: Final = """
SELECT COUNT(*), points FROM seats
    JOIN (SELECT match, COUNT(*) AS players FROM seats GROUP BY match) USING (match)
WHERE points NOT BETWEEN 0 AND 1 OR players = 2 AND points NOT IN (0, 0.5, 1)
GROUP BY points
"""

WRONG_SUMS: Final = """
SELECT COUNT(*), points FROM
    (SELECT SUM(points) AS points, COUNT(*) AS players FROM seats GROUP BY match)
WHERE players > 1 AND ABS(points - players / 2.0) > 1e-6
GROUP BY points
"""


@contextmanager
def reported_as_damage(path: Path, connection: sqlite3.Connection) -> Iterator[None]:
    """Turn errors caused by a damaged store into a StoreError; other errors stay as they are.

    Raises:
        StoreError: the store is damaged; the message names the place.
    """
    try:
        yield
    except GridbotsError:
        raise
    except Exception as error:
        if found := damage_of(connection, error):
            raise StoreError(f"{path}: the tournament is damaged: {found}") from error
        raise


def damage_of(connection: sqlite3.Connection, error: Exception) -> str:
    """What is wrong with the store that raised this error; empty if nothing is."""
    if isinstance(error, msgspec.MsgspecError | UnicodeError):
        return str(error)
    try:
        return next(_damages(connection), "")
    except (sqlite3.Error, UnicodeError) as unreadable:
        return str(unreadable)


def _damages(connection: sqlite3.Connection) -> Iterator[str]:
    for (found,) in connection.execute("PRAGMA quick_check(1)"):
        if found != "ok":
            yield " ".join(str(found).split())
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} refers to a missing row of {parent}"
    tables = [name for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    )]  # fmt: skip
    for table in tables:
        yield from _wrong_values(connection, table)
    for count, points in connection.execute(WRONG_POINTS):
        yield f"{count} players have {points} points, which is impossible"
    for count, points in connection.execute(WRONG_SUMS):
        yield f"the points of {count} matches add up to {points}, which is impossible"


def _wrong_values(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, column, kind, filled, _, _ in connection.execute(f"PRAGMA table_info({table})"):
        known = KINDS.get(kind, "") + ("" if filled else ", 'null'")
        # Only names and types of the schema become SQL.
        where = f"FROM {table} WHERE typeof({column}) NOT IN ({known})"
        ((count,),) = connection.execute(f"SELECT COUNT(*) {where}")
        if kind in KINDS and count:
            yield f"{count} of the values of {column} in {table} are not {kind.lower()}"
