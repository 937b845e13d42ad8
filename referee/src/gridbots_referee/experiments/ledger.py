"""Ledger: the outcomes of a line-up's matches, in order, as they are played.

A store keeps them in a file, so that an interrupted experiment can continue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import numpy as np

from gridbots.errors import StoreError
from gridbots.vector import Outcomes
from gridbots_referee.play.bot_files import with_digests
from gridbots_referee.tournament.store.journal_file import JournalFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridbots_referee.play.session import Session

WRONG_FILE: Final = (
    "expected the results of an experiment, got something else; name another --store"
)


class Ledger:
    """The played matches of a line-up."""

    def __init__(self, players: int, keep: Callable[[Outcomes, int], None] | None = None) -> None:
        self._parts, self._keep = [no_outcomes(players)], keep
        self.forfeits = 0

    @property
    def matches(self) -> int:
        return sum(len(part.rounds) for part in self._parts)

    @property
    def outcomes(self) -> Outcomes:
        return joined(self._parts)

    def add(self, part: Outcomes, forfeits: int = 0) -> None:
        """Add the next matches; they are written to the store first."""
        if self._keep:
            self._keep(part, forfeits)
        self.take(part, forfeits)

    def take(self, part: Outcomes, forfeits: int) -> None:
        """Add matches that are already in the store."""
        self._parts.append(part)
        self.forfeits += forfeits


class ExperimentHeader(msgspec.Struct, frozen=True):
    """The first line of a store."""

    experiment: str
    """Its name, for information: line-ups are identified by `what_is_played`."""


class KeptMatches(msgspec.Struct, frozen=True):
    """Consecutive matches of a line-up."""

    played: str
    forfeits: int
    outcomes: dict[str, list[Any]]


class ExperimentStore:
    """Results of line-ups in a file; used in a `with` statement, by one process at a time."""

    def __init__(self, path: Path, experiment: str) -> None:
        """Create a store, or continue the existing one.

        Raises:
            StoreError: the file contains something else, or another process writes it.
        """
        header = msgspec.json.encode(ExperimentHeader(experiment))
        self.path = path
        self._file = JournalFile(path, header, _check_header, KeptMatches)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def remove(self) -> None:
        """Delete the file, when its matches are no longer needed."""
        self._file.remove()

    def ledger(self, session: Session) -> Ledger:
        """The ledger of a line-up with its stored matches, at most as many as the session has."""
        played, players = what_is_played(session), len(session.launches)

        def keep(part: Outcomes, forfeits: int) -> None:
            lists = {name: values.tolist() for name, values in part._asdict().items()}
            self._file.add(KeptMatches(played, forfeits, lists))

        ledger = Ledger(players, keep)
        for each in self._file.entries:
            if each.played == played and ledger.matches < session.matches:
                part = self._outcomes(each, players)
                left = session.matches - ledger.matches
                ledger.take(first_of(part, left), each.forfeits)
        return ledger

    def _outcomes(self, kept: KeptMatches, players: int) -> Outcomes:
        like = no_outcomes(players)._asdict()
        try:
            arrays = {
                name: np.array(kept.outcomes[name], empty.dtype).reshape(-1, *empty.shape[1:])
                for name, empty in like.items()
            }
        except (KeyError, TypeError, ValueError):
            raise StoreError(f"{self._file.path}: matches in this store are damaged") from None
        return Outcomes(**arrays)


def _check_header(first: bytes) -> None:
    try:
        msgspec.json.decode(first, type=ExperimentHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise StoreError(WRONG_FILE) from None


def what_is_played(session: Session) -> str:
    """Key of a session: everything that its matches depend on, except their number, as text.

    It contains digests of the bots' files, so that a changed bot has a new key.
    """
    bots = [(each.name, each.bot, each.digest) for each in with_digests(session.launches)]
    parts = [session.game.name, session.settings, session.seed, session.rotates, bots]
    return msgspec.json.encode([*parts, session.limits]).decode()


def no_outcomes(players: int) -> Outcomes:
    return Outcomes(
        places=np.zeros((0, players), np.int64),
        scores=np.zeros((0, players)),
        utilities=np.zeros((0, players)),
        margins=np.zeros((0, players)),
        living=np.zeros((0, players), np.bool_),
        rounds=np.zeros(0, np.int64),
    )


def first_of(outcomes: Outcomes, matches: int) -> Outcomes:
    parts: Any = (values[:matches] for values in outcomes)
    return Outcomes(*parts)


def joined(parts: list[Outcomes]) -> Outcomes:
    return Outcomes(*(np.concatenate(each) for each in zip(*parts, strict=True)))
