"""Tournament runner: hands out the fixtures that are missing, and stores results as they come."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from gridbots.errors import PluginError
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.run.job import Broken, Finished, MatchJob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from gridbots.limits import Limits
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.fixture import Fixture
    from gridbots_referee.tournament.run.job import Report
    from gridbots_referee.tournament.stats.running_sprt import RunningSprt
    from gridbots_referee.tournament.store.store import Store

POLL_SECONDS: Final = 0.2
"""How often observers are called while no match ends."""
ATTEMPTS: Final = 3
"""How often a match is tried in which a bot did not start."""


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

    def heartbeat(self) -> None:
        for observer in self._observers:
            observer.heartbeat()


class JobTemplate:
    """What all jobs of a tournament have in common: launches, limits and settings."""

    def __init__(
        self,
        store: Store,
        launches: Sequence[Launch],
        limits: Limits,
        settings: dict[str, Any],
        seats: int,
    ) -> None:
        self._store = store
        self.launches = launches
        """In the order of the entrants."""
        self.limits = limits
        self._settings = settings
        self.seats = seats
        """Of a match."""
        self.broadcast = ""
        """Path of the socket to which matches are broadcast."""

    def job(self, fixture: Fixture) -> MatchJob:
        return MatchJob(
            fixture=fixture,
            game=self._store.tournament.game,
            settings=self._settings,
            launches=tuple(self.launches[player] for player in fixture.players),
            limits=self.limits,
            folder=str(self._store.records),
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

    It ends when there are none, when the test is decided, or at a request to stop.

    Raises:
        PluginError: a bot does not start; what was played is kept.
    """

    def ends() -> bool:
        return bool(stop) or (test is not None and test.is_decided)

    with backend.workers(stop) as workers:
        while not ends():
            done = store.ids()
            scheduled = fixtures(store.tournament, store.played())
            todo = [each for each in scheduled if each.id not in done]
            if not todo:
                return
            observer.stage_started(len(todo), len(done))
            _Stage(store, backend.template, workers, observer).play(todo, ends)


class _Stage:
    """Plays fixtures that do not depend on each other."""

    def __init__(
        self, store: Store, template: JobTemplate, workers: Workers, observer: TournamentObserver
    ) -> None:
        self._store = store
        self._template = template
        self._workers = workers
        self._observer = observer
        self._submitted: dict[str, Fixture] = {}
        self._attempts: dict[str, int] = {}

    def play(self, todo: Sequence[Fixture], ends: Callable[[], bool]) -> None:
        left = iter(todo)
        self._submit(left)
        while not self._workers.is_idle and not ends():
            reports = self._workers.collect(POLL_SECONDS)
            self._store_reports(reports)
            self._submit(left)
            self._observer.heartbeat()

    def _submit(self, left: Iterator[Fixture]) -> None:
        for _ in range(self._workers.free_slots):
            fixture = next(left, None)
            if fixture is None:
                return
            self._submitted[fixture.id] = fixture
            self._workers.submit(self._template.job(fixture))

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
        for report in reports:
            if report.fixture not in played:
                self._retry(report)

    def _retry(self, report: Report) -> None:
        """A match that was not played to an outcome is given out again, a few times."""
        tried = self._attempts[report.fixture] = self._attempts.get(report.fixture, 0) + 1
        if tried >= ATTEMPTS:
            raise PluginError(_failure_text(report))
        self._workers.submit(self._template.job(self._submitted[report.fixture]))


def _failure_text(report: Report) -> str:
    if isinstance(report, Broken):
        return f"match {report.fixture} cannot be played: {report.why}"
    failed = next(each for each in report.record.result.players if each.termination != "stopped")
    return f"{failed.name} does not start: {failed.detail}"
