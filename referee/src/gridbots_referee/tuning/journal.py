"""Journal of a tuning: its declaration, then each played step.

A step that a kill has cut short is played again, so an interrupted tuning ends with the same file
as any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, Self

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.store.journal_file import JournalFile
from gridbots_referee.tuning.search import Counts  # noqa: TC001  msgspec reads the annotation
from gridbots_referee.tuning.tuning import Tuning  # noqa: TC001  as above

if TYPE_CHECKING:
    from pathlib import Path

Phase = Literal["search", "confirm"]
FREE: Final = {"title", "notes"}
"""Keys that do not affect matches."""


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    tuning: Tuning


class PlayedStep(msgspec.Struct, frozen=True):
    """A step and the counts of its duels."""

    phase: Phase
    step: int
    results: tuple[Counts, ...]
    forfeits: int = 0
    """Matches in which a bot failed."""


class Journal:
    """Used in a `with` statement; one process at a time."""

    def __init__(self, path: Path, tuning: Tuning) -> None:
        """Create a journal, or continue the existing one.

        Raises:
            StoreError: the file contains something else, or another process writes it.
        """
        header = msgspec.json.encode(Header(tuning))
        self._file = JournalFile(path, header, lambda first: _check_same(first, tuning), PlayedStep)
        self._results = {(each.phase, each.step): each.results for each in self._file.entries}
        self.path, self.has_begun = path, bool(self._results)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def forfeits(self) -> int:
        """Matches of all steps in which a bot failed."""
        return sum(each.forfeits for each in self._file.entries)

    def add(self, phase: Phase, step: int, results: tuple[Counts, ...], forfeits: int = 0) -> None:
        self._file.add(PlayedStep(phase, step, results, forfeits))
        self._results[phase, step] = results

    def results(self, phase: Phase, step: int) -> tuple[Counts, ...] | None:
        """Counts of a step; None if it was not played."""
        return self._results.get((phase, step))


def _check_same(first: bytes, tuning: Tuning) -> None:
    """Refuse to continue another tuning.

    Raises:
        StoreError: this is not a journal, or one of another tuning; the message names a difference.
    """
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
