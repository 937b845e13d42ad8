"""SQLite file of a store: creates, opens, locks and migrates it; readable errors."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import StoreError
from gridbots_referee.tournament.store import declaration, migrations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.formats.tournament import Tournament

LOCK_SECONDS: Final = 1.0
"""Seconds to wait for a process that takes the lock at the same moment: one of them gets it."""


class Lock:
    """Writer lock of a store, held from creation until `release` or the end of the process.

    The lock is an open transaction in a separate database, so that others can read the store.
    Unlike `flock`, forked processes do not inherit it: a bot that outlives a killed referee does
    not keep the store locked. The lock file is never removed: if it were removed while another
    process waits for it, two could hold the lock.
    """

    def __init__(self, path: Path) -> None:
        """Raises StoreError, naming the process, if another process holds the lock."""
        self._connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            self._take()
        except sqlite3.OperationalError as error:
            holder = self._holder()
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            writer = f"process {holder}" if holder else "another process"
            raise StoreError(f"{writer} is writing it; wait until it has ended") from None
        except sqlite3.DatabaseError:
            self._connection.close()
            raise StoreError(f"{path} is not a lock file; remove it") from None

    def _take(self) -> None:
        """Begin the transaction that holds the lock, in a database that names this process.

        Between the two transactions another process may write its own number.
        """
        self._connection.execute("PRAGMA synchronous = OFF")
        while True:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._holder() == os.getpid():
                return
            self._connection.execute(f"PRAGMA user_version = {os.getpid()}")
            self._connection.execute("COMMIT")

    def _holder(self) -> int:
        """The process that holds the lock; 0 if unknown."""
        try:
            (holder,) = self._connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error:
            return 0
        return int(holder)

    def release(self) -> None:
        self._connection.close()


REASONS: Final = {
    sqlite3.SQLITE_BUSY: "another process is writing it; wait until it has finished",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened or created",
    sqlite3.SQLITE_CORRUPT: "the tournament is damaged",
    sqlite3.SQLITE_FULL: "the disk is full; free some space and continue",
    sqlite3.SQLITE_NOTADB: "this is not the store of a tournament",
    sqlite3.SQLITE_READONLY: "cannot be written",
}
"""Readable messages for SQLite's result codes."""


def _connect(path: Path, options: str) -> sqlite3.Connection:
    # Transactions begin and end explicitly.
    return sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None)


def open_to_write(path: Path, held: Lock | None = None) -> tuple[sqlite3.Connection, Lock]:
    """The connection and its lock, which is released if the store cannot be opened."""
    connection = _connect(path, "mode=rw")
    try:
        # Before the lock, so that no lock file is left beside a file that is not a store.
        migrations.is_current(connection)
        lock = held or Lock(lock_path(path))
    except BaseException:
        connection.close()
        raise
    try:
        _make_durable(connection)
        if not migrations.is_current(connection):
            migrations.migrate(connection)
    except BaseException:
        connection.close()
        lock.release()
        raise
    return connection, lock


def open_to_read(path: Path) -> tuple[sqlite3.Connection, None]:
    connection = _connect(path, _reading_options(path))
    try:
        connection.execute("PRAGMA query_only = ON")
        if not migrations.is_current(connection):
            connection = _migrated_copy(connection)
        connection.execute("BEGIN")
    except BaseException:
        connection.close()
        raise
    return connection, None


def _reading_options(path: Path) -> str:
    """Readers and the writer share files beside the store; without such files no one writes.

    Otherwise the last process to leave must be able to remove them.
    """
    is_alone = not Path(f"{path}-wal").exists() and not os.access(path.parent, os.W_OK)
    return "mode=ro&immutable=1" if is_alone else "mode=rw"


def _migrated_copy(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(copy)
    connection.close()
    migrations.migrate(copy)
    return copy


def _make_durable(connection: sqlite3.Connection) -> None:
    """Readers are not blocked, and a committed transaction is on the disk."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def refuse_existing(path: Path) -> None:
    if _found(path):
        raise StoreError("the file already exists; give a new name")


def refuse_missing(path: Path) -> None:
    found = _found(path)
    if not found or not stat.S_ISREG(found.st_mode):
        raise StoreError("there is no such file")


def _found(path: Path) -> os.stat_result | None:
    """Status of a file, or None. Unlike `Path.exists`, this reports an unreadable folder."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def make(path: Path, tournament: Tournament, records: Path) -> None:
    """Create a store without matches, atomically."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _fill(partial, tournament, os.path.relpath(records, path.parent))
        fsync(partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    fsync(path.parent)


def _fill(path: Path, tournament: Tournament, records: str) -> None:
    connection = _connect(path, "mode=rwc")
    try:
        # Nothing sees the file before it is complete, and an incomplete one is removed.
        connection.execute("PRAGMA synchronous = OFF")
        migrations.migrate(connection)
        connection.execute("BEGIN")
        declaration.insert(connection, tournament, records)
        connection.execute("COMMIT")
    finally:
        connection.close()


def lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def fsync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into a StoreError that names the store."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise StoreError(f"{path}: {REASONS.get(code, error)}") from error
    except OSError as error:
        raise StoreError(f"{error.filename or path}: {error.strerror}") from error
    except UnicodeError as error:
        raise StoreError(f"{path}: the tournament is damaged: {error}") from error
    except StoreError as error:
        message = str(error)
        if message.startswith(f"{path}: "):
            raise
        raise StoreError(f"{path}: {message}") from error.__cause__
