"""Writer lock of a store: one process holds it, and it dies with that process."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from gridbots.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path


class Lock:
    """Held from creation until `release`, or until the process has ended, however it did.

    The lock is a transaction that stays open in a database of its own, so that others can read the
    store meanwhile. Unlike `flock`, it does not pass to processes that this one forks: a bot that
    outlives a killed referee does not keep the store locked. The file stays behind; removing it
    while another process waits for it would let two in.
    """

    def __init__(self, path: Path) -> None:
        """Raises StoreError, naming the process, if another one has the lock."""
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._connection.execute("PRAGMA synchronous = OFF")
            # For the message of those who come later.
            self._connection.execute(f"PRAGMA user_version = {os.getpid()}")
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            holder = self._holder()
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(f"process {holder} is writing it; wait until that has ended") from None
        except sqlite3.DatabaseError:
            self._connection.close()
            raise StoreError(f"{path} is not a lock of a store; remove it") from None

    def _holder(self) -> str:
        try:
            (holder,) = self._connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error:
            return "unknown"
        return str(holder)

    def release(self) -> None:
        self._connection.close()
