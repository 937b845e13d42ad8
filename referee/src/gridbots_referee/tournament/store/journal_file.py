"""Journal file: a header, then a line of JSON per step, on the disk before the step counts.

A line that a kill has cut short is discarded, and its step is repeated.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.store.database import Lock, fsync, lock_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Entry = TypeVar("Entry")


class JournalFile(Generic[Entry]):
    """A journal, locked for one process until it is closed."""

    def __init__(
        self, path: Path, header: bytes, check: Callable[[bytes], None], kind: type[Entry]
    ) -> None:
        """Create a journal, or continue the existing one, with its `entries`.

        `check` gets the first line of an existing file and raises StoreError if the journal must
        not be continued; it is not called for a header that a kill has cut short.

        Raises:
            StoreError: the file contains something else, or another process writes it.
        """
        self.path, self._header = path, header
        try:
            if path.exists():
                self._check(path.read_bytes(), check)  # before a lock file is left beside it
            self._lock = Lock(lock_path(path))
            try:
                self.entries = self._read(check, kind)
            except BaseException:
                self._lock.release()
                raise
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        except StoreError as error:
            raise StoreError(f"{path}: {error}") from None

    def _check(self, found: bytes, check: Callable[[bytes], None]) -> None:
        first, end, _ = found.partition(b"\n")
        if end or not self._header.startswith(first):
            check(first)

    def _read(self, check: Callable[[bytes], None], kind: type[Entry]) -> list[Entry]:
        """The entries, after removing an incomplete line."""
        found = self.path.read_bytes() if self.path.exists() else b""
        whole = found[: found.rfind(b"\n") + 1] or self._header + b"\n"
        self._check(whole, check)
        if whole != found:
            with self.path.open("wb") as file:
                file.write(whole)
            fsync(self.path)
        try:
            return [msgspec.json.decode(line, type=kind) for line in whole.splitlines()[1:]]
        except msgspec.DecodeError as error:
            raise StoreError(f"this journal is damaged: {error}") from None

    def add(self, entry: Entry) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}") from None
        self.entries.append(entry)

    def close(self) -> None:
        self._lock.release()

    def remove(self) -> None:
        """Delete the file, when it is no longer needed, with its lock file."""
        self.path.unlink(missing_ok=True)
        lock_path(self.path).unlink(missing_ok=True)
