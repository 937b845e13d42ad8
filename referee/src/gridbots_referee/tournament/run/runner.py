"""Tournament runner: hands out the fixtures that are missing, and stores results as they come."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from msgspec.structs import replace

from gridbots.errors import PluginError
from gridbots_referee.tournament.formats.schedule import schedule
from gridbots_referee.tournament.run.job import Broken, Finished, Lost, MatchJob
from gridbots_referee.tournament.run.voids import Voids
from gridbots_referee.tournament.stats.sprt import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from gridbots.limits import Isolation, Limits
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Report
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.stats.sprt import RunningSprt
    from gridbots_referee.tournament.store.store import Store

POLL_SECONDS: Final = 0.2
"""How often observers are called while no match ends."""
ATTEMPTS: Final = 3
"""How often a match is tried that comes to no outcome."""


class Workers(Protocol):
    """Those who play: processes of this machine, or a cluster."""

    @property
    def free_slots(self) -> int:
        """How many more jobs can be given now."""

    @property
    def is_idle(self) -> bool:
        """Whether every job that was given has been reported."""

    def submit(self, job: MatchJob) -> None:
        """Have a match played; a job that was reported may be given again."""

    def collect(self, seconds: float) -> list[Report]:
        """Wait for reports until a timeout.

        Each job that was given is reported once, whatever happens to those who play it.

        Raises:
            GridbotsError: nobody can play it.
        """


class TournamentObserver(Protocol):
    """Observer of a running tournament."""

    def stage_started(self, todo: int, done: int) -> None:
        """A stage begins: matches to play now, and matches played before."""

    def match_finished(self, fixture: Fixture, finished: Finished) -> None:
        """A match has been played and is in the store."""

    def match_void(self, fixture: Fixture, void: VoidMatch) -> None:
        """A match could not be played, and the store says why."""

    def heartbeat(self) -> None:
        """Called from time to time."""


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


class JobTemplate:
    """What all jobs of a tournament have in common: launches, limits and settings."""

    def __init__(  # noqa: PLR0913, PLR0917  what matches have in common
        self,
        game: str,
        settings: dict[str, Any],
        seats: int,
        launches: Sequence[Launch],
        limits: Limits,
        records: Path,
    ) -> None:
        self.game = game
        self._settings = settings
        self.seats = seats
        """Of a match."""
        self.launches = launches
        """In the order of the entrants."""
        self.limits = limits
        self._records = records
        self.broadcast = ""
        """Path of the socket to which matches are broadcast."""

    def isolate(self, isolation: Isolation) -> None:
        """Isolate bots in this way, unless they run within the referee."""
        if not self.limits.in_process:
            self.limits = replace(self.limits, isolation=isolation)

    def job(self, fixture: Fixture) -> MatchJob:
        return MatchJob(
            fixture=fixture,
            game=self.game,
            settings=self._settings,
            launches=tuple(self.launches[player] for player in fixture.players),
            limits=self.limits,
            folder=str(self._records),
            broadcast=self.broadcast,
        )


class Backend(NamedTuple):
    """Where matches are played, ready for them: this machine, or a cluster."""

    template: JobTemplate
    workers: Callable[[Stop], AbstractContextManager[Workers]]
    """Those who play, until a request to stop."""


def run_tournament(
    store: Store,
    backend: Backend,
    stop: Stop,
    observer: TournamentObserver,
    test: RunningSprt | None = None,
) -> None:
    """Play all fixtures that are missing.

    It ends when there are none, when the test is decided or cannot be, or at a request to stop.
    What could not be played is in the store as void.

    Raises:
        PluginError: the house cannot play a match; what was played is kept.
    """
    voids = Voids(store)

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
            stage = _Stage(store, backend.template, workers, observer, voids)
            stage.play(itertools.chain([first], todo), ends)


class _Stage:
    """Plays fixtures that do not depend on each other."""

    def __init__(
        self,
        store: Store,
        template: JobTemplate,
        workers: Workers,
        observer: TournamentObserver,
        voids: Voids,
    ) -> None:
        self._store = store
        self._template = template
        self._workers = workers
        self._observer = observer
        self._voids = voids
        self._submitted: dict[str, Fixture] = {}
        self._attempts: Counter[str] = Counter()

    def play(self, left: Iterator[Fixture], ends: Callable[[], bool]) -> None:
        self._submit(left, ends)
        while not self._workers.is_idle and not ends():
            reports = self._workers.collect(POLL_SECONDS)
            self._store_reports(reports)
            self._submit(left, ends)
            self._observer.heartbeat()

    def _submit(self, left: Iterator[Fixture], ends: Callable[[], bool]) -> None:
        free, benched = self._workers.free_slots, []
        while free > 0 and not ends() and (fixture := next(left, None)):
            if void := self._voids.bench(fixture):
                benched.append((fixture, void))
                continue
            free -= 1
            self._submitted[fixture.id] = fixture
            self._workers.submit(self._template.job(fixture))
        self._store_voids(benched)

    def _store_reports(self, reports: Sequence[Report]) -> None:
        """Store what has come in one transaction, and only then tell observers."""
        entries = [
            (self._submitted.pop(report.fixture), report)
            for report in reports
            if isinstance(report, Finished) and report.record.result.outcome is not None
        ]
        self._store.add_many([(fixture, each.record, Path(each.path)) for fixture, each in entries])
        for fixture, each in entries:
            self._observer.match_finished(fixture, each)
        played = {fixture.id for fixture, _ in entries}
        self._store_voids(
            [
                (fixture, void)
                for report in reports
                if report.fixture not in played
                for fixture in [self._submitted[report.fixture]]
                if (void := self._retry(fixture, report))
            ]
        )

    def _retry(self, fixture: Fixture, report: Report) -> VoidMatch | None:
        """A match that was not played to an outcome is given out again, a few times."""
        self._attempts[fixture.id] += report.tries if isinstance(report, Lost) else 1
        tried = self._attempts[fixture.id]
        if tried < ATTEMPTS and not (isinstance(report, Lost) and report.is_final):
            self._workers.submit(self._template.job(fixture))
            return None
        if isinstance(report, Broken):
            raise PluginError(f"match {fixture.id} cannot be played: {report.why}")
        return self._voids.judge(self._submitted.pop(fixture.id), report, tried)

    def _store_voids(self, voids: Sequence[tuple[Fixture, VoidMatch]]) -> None:
        if voids:
            self._store.add_voids(void for _, void in voids)
            for fixture, void in voids:
                self._observer.match_void(fixture, void)
