"""Journal of a tuning: its declaration, then a line of JSON for each step that was played.

A line is on the disk before its step counts. Of one that a kill has cut short nothing is kept, and
its step is played again, so a tuning that was interrupted ends with the same file as any other.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.store.database import fsync, lock_path
from gridbots_referee.tournament.store.lock import Lock
from gridbots_referee.tuning.search import Counts  # noqa: TC001  msgspec reads the annotation
from gridbots_referee.tuning.tuning import Tuning  # noqa: TC001  as above

if TYPE_CHECKING:
    from pathlib import Path

Phase = Literal["search", "confirm"]
FREE: Final = {"title", "notes"}
"""Keys that say nothing of what is played."""


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    tuning: Tuning


class PlayedStep(msgspec.Struct, frozen=True):
    """A step, and the counts of its duels."""

    phase: Phase
    step: int
    results: tuple[Counts, ...]


class Journal:
    """Used in a `with` statement; one process at a time."""

    def __init__(self, path: Path, tuning: Tuning) -> None:
        """Begin a journal, or go on with the one in this file.

        Raises:
            StoreError: the file holds something else, or another process writes it.
        """
        self.path = path
        try:
            if path.exists():
                _check_same(path.read_bytes(), tuning)  # before a lock is left beside it
            self._lock = Lock(lock_path(path))
            try:
                self.entries = self._read(tuning)
            except BaseException:
                self._lock.release()
                raise
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        except StoreError as error:
            raise StoreError(f"{path}: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def _read(self, tuning: Tuning) -> dict[tuple[Phase, int], PlayedStep]:
        """What is there, after cutting off half a line."""
        found = self.path.read_bytes() if self.path.exists() else b""
        whole = found[: found.rfind(b"\n") + 1] or msgspec.json.encode(Header(tuning)) + b"\n"
        _check_same(whole, tuning)
        if whole != found:
            with self.path.open("wb") as file:
                file.write(whole)
            fsync(self.path)
        rest = whole.partition(b"\n")[2]
        try:
            entries = [msgspec.json.decode(line, type=PlayedStep) for line in rest.splitlines()]
        except msgspec.DecodeError as error:
            raise StoreError(f"this journal is damaged: {error}") from None
        return {(entry.phase, entry.step): entry for entry in entries}

    def add(self, phase: Phase, step: int, results: tuple[Counts, ...]) -> None:
        entry = PlayedStep(phase, step, results)
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}") from None
        self.entries[phase, step] = entry

    def results(self, phase: Phase, step: int) -> tuple[Counts, ...] | None:
        """Of a step; None if it was not played."""
        entry = self.entries.get((phase, step))
        return entry.results if entry else None


def _check_same(found: bytes, tuning: Tuning) -> None:
    """Refuse to go on with another tuning; a header that a kill has cut short is none.

    Raises:
        StoreError: this is no journal, or that of another one; the message names what differs.
    """
    first, end, _ = found.partition(b"\n")
    if not end and msgspec.json.encode(Header(tuning)).startswith(first):
        return
    try:
        was = _plain(msgspec.json.decode(first, type=Header).tuning)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise StoreError("expected the journal of a tuning, got something else") from None
    now = _plain(tuning)
    for key in now:
        if key not in FREE and was[key] != now[key]:
            raise StoreError(
                f"it holds another tuning, with {key} {_text(was[key])} instead of "
                f"{_text(now[key])}; name another --store"
            )


def _plain(tuning: Tuning) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(tuning)
    return plain


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
