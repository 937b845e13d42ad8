"""Damage of a store: looked for when something has failed, and told instead of that.

Reading checks nothing that takes time; so what fails over a value that no store has is damage.
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
"""What a value is in a column of this type."""

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
def told_as_damage(path: Path, connection: sqlite3.Connection) -> Iterator[None]:
    """Turn what fails over a damaged store into a StoreError; errors of ours stay what they are.

    Raises:
        StoreError: the store is damaged; the message says where.
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
    """What is wrong with a store over which this was raised; empty where nothing is."""
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
        yield f"row {row} of {table} names a row of {parent} that is not there"
    tables = [name for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    )]  # fmt: skip
    for table in tables:
        yield from _wrong_values(connection, table)
    for count, points in connection.execute(WRONG_POINTS):
        yield f"{count} players have {points} points, which no match gives"
    for count, points in connection.execute(WRONG_SUMS):
        yield f"the points of {count} matches add up to {points}, which no match gives"


def _wrong_values(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, column, kind, filled, _, _ in connection.execute(f"PRAGMA table_info({table})"):
        known = KINDS.get(kind, "") + ("" if filled else ", 'null'")
        # Only names of the schema become SQL; their types are ours.
        where = f"FROM {table} WHERE typeof({column}) NOT IN ({known})"
        ((count,),) = connection.execute(f"SELECT COUNT(*) {where}")
        if kind in KINDS and count:
            yield f"{count} of the values of {column} in {table} are not {kind.lower()}"
