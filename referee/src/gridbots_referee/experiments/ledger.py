"""Ledger: the outcomes of a line-up's matches, in order, as they are played.

A store keeps them in a file, so that an experiment that was interrupted goes on.
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

NOTHING: Final = "expected the results of an experiment, got something else; name another --store"


class Ledger:
    """What has been played of a line-up."""

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
        """Enter the matches that come next; they are in the store before they count."""
        if self._keep:
            self._keep(part, forfeits)
        self.take(part, forfeits)

    def take(self, part: Outcomes, forfeits: int) -> None:
        """Enter matches that are in the store."""
        self._parts.append(part)
        self.forfeits += forfeits


class ExperimentHeader(msgspec.Struct, frozen=True):
    """The first line of a store."""

    experiment: str
    """Its name, for people: a line-up is known by what is played."""


class KeptMatches(msgspec.Struct, frozen=True):
    """Matches of a line-up, one after the other."""

    played: str
    forfeits: int
    outcomes: dict[str, list[Any]]


class ExperimentStore:
    """Results of line-ups in a file; used in a `with` statement, by one process at a time."""

    def __init__(self, path: Path, experiment: str) -> None:
        """Begin a store, or go on with the one in this file.

        Raises:
            StoreError: the file holds something else, or another process writes it.
        """
        header = msgspec.json.encode(ExperimentHeader(experiment))
        self._file = JournalFile(path, header, _check_header, KeptMatches)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def ledger(self, session: Session) -> Ledger:
        """Of a line-up, with the matches that are there, as many as the session has at most."""
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
        raise StoreError(NOTHING) from None


def what_is_played(session: Session) -> str:
    """All that decides how the matches of a session go, but for their number, as a line of text.

    Bots count by the files of their package or program: after a change of them others are played.
    """
    bots = [(each.name, each.bot, each.digest) for each in with_digests(session.launches)]
    told = [session.game.name, session.settings, session.seed, session.rotates, bots]
    return msgspec.json.encode([*told, session.limits]).decode()


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
