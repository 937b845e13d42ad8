"""Writer lock of a store: one process holds it, and it dies with that process."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING, Final

from gridbots.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE: Final = 1.0
"""Seconds that are left to others who take the lock in the same moment: one of them gets it."""


class Lock:
    """Held from creation until `release`, or until the process has ended, however it did.

    The lock is a transaction that stays open in a database of its own, so that others can read the
    store meanwhile. Unlike `flock`, it does not pass to processes that this one forks: a bot that
    outlives a killed referee does not keep the store locked. The file stays behind; removing it
    while another process waits for it would let two in.
    """

    def __init__(self, path: Path) -> None:
        """Raises StoreError, naming the process, if another one has the lock."""
        self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            self._take()
        except sqlite3.OperationalError as error:
            holder = self._holder()
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            told = f"process {holder}" if holder else "another process"
            raise StoreError(f"{told} is writing it; wait until that has ended") from None
        except sqlite3.DatabaseError:
            self._connection.close()
            raise StoreError(f"{path} is not a lock of a store; remove it") from None

    def _take(self) -> None:
        """Begin the transaction that stays open, in a database that names this process.

        Between the two transactions another process may put its own name there.
        """
        self._connection.execute("PRAGMA synchronous = OFF")
        while True:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._holder() == os.getpid():
                return
            self._connection.execute(f"PRAGMA user_version = {os.getpid()}")
            self._connection.execute("COMMIT")

    def _holder(self) -> int:
        """The process that has the lock; 0 where it is not known."""
        try:
            (holder,) = self._connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error:
            return 0
        return int(holder)

    def release(self) -> None:
        self._connection.close()
