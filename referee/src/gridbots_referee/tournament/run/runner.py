"""Tournament runner: plays the missing fixtures, and stores results as they come."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gridbots.errors import PluginError, VoidError
from gridbots_referee.tournament.formats.schedule import schedule
from gridbots_referee.tournament.run.dispatch import dispatch
from gridbots_referee.tournament.run.first_matches import FirstMatches
from gridbots_referee.tournament.run.job import Broken, Finished
from gridbots_referee.tournament.run.voids import Voids
from gridbots_referee.tournament.stats.sprt import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.dispatch import Backend, FailedMatch, Workers
    from gridbots_referee.tournament.run.job import JobTemplate, MatchJob
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.stats.sprt import RunningSprt
    from gridbots_referee.tournament.store.store import Store


class TournamentObserver(Protocol):
    """Observer of a running tournament."""

    def stage_started(self, todo: int, done: int) -> None:
        """A stage begins: how many matches are to be played, and how many were played before."""

    def match_finished(self, fixture: Fixture, finished: Finished) -> None:
        """A match has been played and is in the store."""

    def match_void(self, fixture: Fixture, void: VoidMatch) -> None:
        """A match could not be played; the reason is in the store."""

    def heartbeat(self) -> None:
        """Called regularly while matches are played."""


class Observers:
    """Several observers as one."""

    def __init__(self, *observers: TournamentObserver) -> None:
        self._observers = observers

    def stage_started(self, todo: int, done: int) -> None:
        for observer in self._observers:
            observer.stage_started(todo, done)

    def match_finished(self, fixture: Fixture, finished: Finished) -> None:
        for observer in self._observers:
            observer.match_finished(fixture, finished)

    def match_void(self, fixture: Fixture, void: VoidMatch) -> None:
        for observer in self._observers:
            observer.match_void(fixture, void)

    def heartbeat(self) -> None:
        for observer in self._observers:
            observer.heartbeat()


def run_tournament(
    store: Store,
    backend: Backend,
    stop: Stop,
    observer: TournamentObserver,
    test: RunningSprt | None = None,
) -> None:
    """Play all fixtures that are missing.

    It ends when no fixture is missing, when the test is decided or undecidable, or on a request to
    stop.
    Matches that could not be played are stored as void. A bot that ends before its first answer,
    in its first match, stops the tournament unless the template has `keep_going`.

    Raises:
        PluginError: the referee cannot play a match; finished matches are kept.
        VoidError: a bot fails in its first match; likewise.
    """
    voids = Voids(store)
    first_matches = FirstMatches(_known(store), keep_going=backend.template.keep_going)

    def ends() -> bool:
        if test is None:
            return bool(stop)
        return bool(stop) or test.is_decided or any(map(voids.is_benched, (FIRST, SECOND)))

    with backend.workers(stop) as workers:
        while not ends():
            done = store.ids() | voids.ids
            known = schedule(store.tournament, store.played, voids.found)
            todo = (each for each in known.fixtures if each.id not in done)
            first = next(todo, None)
            if first is None:
                return
            observer.stage_started(known.matches - len(done), len(done))
            stage = _Stage(store, backend.template, observer, voids, first_matches)
            stage.play(workers, itertools.chain([first], todo), ends)


def _known(store: Store) -> list[str]:
    """The entrants that have played, or that made a match void."""
    played = {entrant for (entrant,) in store.query("SELECT DISTINCT entrant FROM seats")}
    known = played | {void.suspect for void in store.voids()}
    return [each.name for index, each in enumerate(store.tournament.bots) if index in known]


class _Stage:
    """Plays fixtures that do not depend on each other."""

    def __init__(
        self,
        store: Store,
        template: JobTemplate,
        observer: TournamentObserver,
        voids: Voids,
        first_matches: FirstMatches,
    ) -> None:
        self._store = store
        self._template = template
        self._observer = observer
        self._voids = voids
        self._first_matches = first_matches
        self._benched: list[tuple[Fixture, VoidMatch]] = []
        """Void matches of benched bots that are not in the store yet."""

    def play(self, workers: Workers, left: Iterator[Fixture], ends: Callable[[], bool]) -> None:
        for batch in dispatch(workers, self._jobs(left), ends):
            self._store_finished(batch.finished)
            self._store_voids([*self._benched, *map(self._void, batch.failed)])
            self._benched = []
            self._observer.heartbeat()
        self._store_voids(self._benched)

    def _jobs(self, left: Iterator[Fixture]) -> Iterator[MatchJob]:
        for fixture in left:
            if void := self._voids.bench(fixture):
                self._benched.append((fixture, void))
            else:
                yield self._template.job(fixture)

    def _store_finished(self, matches: Sequence[tuple[Fixture, Finished]]) -> None:
        """Store matches in one transaction, and only then notify observers.

        Raises:
            VoidError: a bot failed in its first match; the other matches are stored.
        """
        faults = [self._fault(each) for _, each in matches]
        kept = [match for match, fault in zip(matches, faults, strict=True) if not fault]
        self._store.add_many([(fixture, each.record, Path(each.path)) for fixture, each in kept])
        for fixture, each in kept:
            self._observer.match_finished(fixture, each)
        for fault in filter(None, faults):
            raise VoidError(fault)

    def _fault(self, finished: Finished) -> str:
        players = finished.record.result.players
        return self._first_matches.fault(players, [player.name for player in players])

    def _void(self, failure: FailedMatch) -> tuple[Fixture, VoidMatch]:
        fixture, report = failure.job.fixture, failure.report
        if isinstance(report, Broken):
            raise PluginError(f"match {fixture.id} cannot be played: {report.why}")
        if isinstance(report, Finished) and (fault := self._fault(report)):
            raise VoidError(fault)
        return fixture, self._voids.classify(fixture, report, failure.attempts)

    def _store_voids(self, voids: Sequence[tuple[Fixture, VoidMatch]]) -> None:
        if voids:
            self._store.add_voids(void for _, void in voids)
            for fixture, void in voids:
                self._observer.match_void(fixture, void)
