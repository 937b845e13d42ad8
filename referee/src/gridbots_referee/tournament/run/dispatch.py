"""Dispatch: submits matches to workers, and tries those without an outcome again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from gridbots_referee.tournament.run.job import Finished, JobTemplate, Lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import MatchJob, Report

POLL_SECONDS: Final = 0.2
"""Longest time between two yields while no match ends."""
ATTEMPTS: Final = 3
"""How often a match is tried that ends without an outcome."""


class Workers(Protocol):
    """Workers that play matches: processes of this machine, or a cluster."""

    @property
    def free_slots(self) -> int:
        """How many more jobs can be submitted now."""

    def submit(self, job: MatchJob) -> None:
        """Have a match played; a job that was reported may be submitted again."""

    def collect(self, seconds: float) -> list[Report]:
        """Wait for reports until a timeout.

        Each submitted job is reported once, whatever happens to the workers.

        Raises:
            GridbotsError: the workers cannot play it.
        """


class Backend(NamedTuple):
    """Where matches are played, ready for them: this machine, or a cluster."""

    template: JobTemplate
    workers: Callable[[Stop], AbstractContextManager[Workers]]
    """Those who play, until a request to stop."""


class FailedMatch(NamedTuple):
    """A match that ended without an outcome in every attempt."""

    job: MatchJob
    report: Report
    """Of the last attempt."""
    attempts: int


class EndedMatches(NamedTuple):
    """The matches that have ended since the last poll, perhaps none."""

    finished: list[tuple[Fixture, Finished]]
    failed: list[FailedMatch]


def dispatch(
    workers: Workers, jobs: Iterator[MatchJob], ends: Callable[[], bool]
) -> Iterator[EndedMatches]:
    """Play all jobs, or until `ends` returns true; yields the matches that have ended.

    The next jobs are submitted after each yield. Jobs that are still running when `ends` returns
    true are never yielded.

    Raises:
        GridbotsError: the workers cannot play.
    """
    held: dict[str, MatchJob] = {}
    attempts: Counter[str] = Counter()

    def submit_next() -> None:
        free = workers.free_slots
        while free > 0 and not ends() and (job := next(jobs, None)):
            free -= 1
            held[job.fixture.id] = job
            workers.submit(job)

    def handle(report: Report, batch: EndedMatches) -> None:
        job = held[report.fixture]
        if isinstance(report, Finished) and report.record.result.outcome is not None:
            del held[report.fixture]
            batch.finished.append((job.fixture, report))
            return
        if ends():
            return
        attempts[report.fixture] += report.tries if isinstance(report, Lost) else 1
        tried = attempts[report.fixture]
        if tried < ATTEMPTS and not (isinstance(report, Lost) and report.is_final):
            workers.submit(job)
        else:
            del held[report.fixture]
            batch.failed.append(FailedMatch(job, report, tried))

    submit_next()
    while held and not ends():
        batch = EndedMatches([], [])
        for report in workers.collect(POLL_SECONDS):
            handle(report, batch)
        yield batch
        submit_next()
