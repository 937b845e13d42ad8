"""Migrations: the schema of a store, as numbered steps.

A released step is never changed; a new schema is a new step at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import StoreError

if TYPE_CHECKING:
    import sqlite3

FIRST: Final = (
    """
    CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE entrants (
        entrant INTEGER PRIMARY KEY,  -- from 0, the index that fixtures go by
        name TEXT NOT NULL UNIQUE,
        bot TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,   -- from 1, in order of arrival
        fixture TEXT NOT NULL UNIQUE,
        stage INTEGER NOT NULL,       -- from 1
        match_group INTEGER NOT NULL, -- matches with the same opening, the seats rotated
        seed INTEGER NOT NULL,
        opening TEXT NOT NULL,        -- JSON: joint moves before the bots were asked
        how TEXT NOT NULL CHECK (how IN ('rules', 'forfeit')),
        rounds INTEGER NOT NULL,
        seconds REAL NOT NULL,
        load REAL,                    -- of the machine when the match began
        started TEXT NOT NULL,        -- ISO 8601, UTC; empty where not known
        finished TEXT NOT NULL,
        record TEXT NOT NULL          -- file name in the folder of records
    )
    """,
    """
    CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches,
        seat INTEGER NOT NULL,        -- from 0
        entrant INTEGER NOT NULL REFERENCES entrants,
        place INTEGER NOT NULL,       -- 1 is the best, equals share a place
        score REAL NOT NULL,          -- the game's own points
        points REAL NOT NULL,         -- share of the others that were beaten, ties half
        termination TEXT NOT NULL,
        detail TEXT NOT NULL,
        warnings INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        wall_ms REAL NOT NULL,
        cpu_ms REAL,
        most_wall_ms REAL NOT NULL,
        most_cpu_ms REAL,
        bank_left_ms INTEGER NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID
    """,
    # The only definition of won, drawn and lost. A single player that has not won has place 1, too,
    # but no points.
    """
    CREATE VIEW results AS
    SELECT
        seats.*,
        name,
        bot,
        CASE
            WHEN points = 1 THEN 'won'
            WHEN place = 1 AND points > 0 THEN 'drawn'
            ELSE 'lost'
        END AS outcome
    FROM seats JOIN entrants USING (entrant)
    """,
    # Every two players of a match, once from each side.
    """
    CREATE VIEW meetings AS
    SELECT
        mine.match,
        mine.seat,
        mine.entrant,
        other.seat AS other_seat,
        other.entrant AS other,
        (mine.place < other.place) + (mine.place = other.place) / 2.0 AS points
    FROM seats AS mine JOIN seats AS other
        ON other.match = mine.match AND other.seat <> mine.seat
    """,
)
VOIDS: Final = (
    """
    CREATE TABLE voids (
        fixture TEXT PRIMARY KEY,     -- that could not be played, however often it was tried
        match_group INTEGER NOT NULL,
        players TEXT NOT NULL,        -- JSON: entrants in seat order
        suspect INTEGER REFERENCES entrants, -- the likely cause; NULL where nobody can say
        cause TEXT NOT NULL CHECK (cause IN ('not-started', 'worker', 'stopped', 'benched')),
        why TEXT NOT NULL
    ) WITHOUT ROWID
    """,
)
CHAIN: Final = (
    """
    CREATE TABLE chain (
        match INTEGER PRIMARY KEY REFERENCES matches,
        digest TEXT NOT NULL,         -- SHA-256 of the record's file
        link TEXT NOT NULL,           -- SHA-256 of the link before, the match and the digest
        signature TEXT NOT NULL       -- HMAC-SHA256 of the link; empty without a key
    )
    """,
    # The last link; empty before the first one.
    "INSERT INTO meta VALUES ('head', '')",
    # Matches that were stored before there was a chain.
    "INSERT INTO meta SELECT 'unchained', COUNT(*) FROM matches",
    # JSON: what a bot was made of when it was first prepared, file -> SHA-256; empty before that.
    "ALTER TABLE entrants ADD COLUMN files TEXT NOT NULL DEFAULT ''",
    # Whether a new version has taken its place.
    "ALTER TABLE entrants ADD COLUMN retired INTEGER NOT NULL DEFAULT 0",
)
STEPS: tuple[tuple[str, ...], ...] = (FIRST, VOIDS, CHAIN)
"""Step n, counted from 1, leads from schema n - 1 to schema n."""


def schema_of(connection: sqlite3.Connection) -> int:
    """The schema of a store; 0 for an empty file.

    Raises:
        StoreError: this is another kind of database.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return 0
    if "meta" not in tables:
        raise StoreError(
            f"this is not the store of a tournament, but a database of {', '.join(sorted(tables))}"
        )
    rows = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchall()
    if len(rows) != 1 or not str(rows[0][0]).isdecimal():
        raise StoreError("the schema of the store is missing")
    return int(rows[0][0])


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the schema is current.

    Raises:
        StoreError: the schema is newer than this code, or the file is empty.
    """
    schema = schema_of(connection)
    if schema == 0:
        raise StoreError("the file is empty")
    if schema > len(STEPS):
        raise StoreError(f"schema {schema} is newer than {len(STEPS)}; upgrade gridbots-referee")
    return schema == len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Carry out the missing steps in one transaction; the connection must not begin its own."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[schema_of(connection) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (len(STEPS),))
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
