"""Worker pool: processes that play matches, replaced when one dies, ended together."""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, Final, Self

from gridbots.errors import GridbotsError
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.tournament.run.cores import core_share
from gridbots_referee.tournament.run.worker_process import Worker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.run.job import MatchJob, Report

QUEUE_DEPTH: Final = 2
"""Jobs in a worker's queue: the one it plays, and the next, so that it never waits for us."""
MAX_DEATHS: Final = 3
"""Workers that may die in a row without one match played between them."""


class Pool:
    """Worker pool; each worker has cores of its own as far as there are enough."""

    def __init__(self, size: int, stop: Stop) -> None:
        process_tree.adopt_orphans()
        self.size = size
        self._stop = stop
        self._workers = [Worker(core_share(at, size)) for at in range(size)]
        self._deaths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.close_input()
        for worker in self._workers:
            worker.end()
        process_tree.sweep()

    @property
    def free_slots(self) -> int:
        """How many more jobs can be given now."""
        return QUEUE_DEPTH * self.size - sum(len(worker.held) for worker in self._workers)

    @property
    def is_idle(self) -> bool:
        return not any(worker.held for worker in self._workers)

    def submit(self, job: MatchJob) -> None:
        """Give a job to the worker with the shortest queue."""
        min(self._workers, key=lambda worker: len(worker.held)).submit(job)

    def collect(self, seconds: float) -> list[Report]:
        """Wait for reports until a timeout or a request to stop.

        Raises:
            GridbotsError: workers die without playing anything.
        """
        poll = select.poll()
        poll.register(self._stop.fileno(), select.POLLIN)
        for worker in self._workers:
            poll.register(worker.fileno(), select.POLLIN)
        readable = {fd for fd, _ in poll.poll(seconds * 1000)}
        heard = [self._collect_from(at) for at in self._readable(readable)]
        return [report for reports in heard for report in reports]

    def _readable(self, fds: Iterable[int]) -> list[int]:
        return [at for at, worker in enumerate(self._workers) if worker.fileno() in fds]

    def _collect_from(self, at: int) -> list[Report]:
        reports = self._workers[at].read_reports()
        if reports is None:
            self._replace(at)
            return []
        self._deaths = 0
        return reports

    def _replace(self, at: int) -> None:
        """Replace a worker that has died; the new one gets its jobs."""
        dead = self._workers[at]
        code = dead.end()
        process_tree.sweep()
        self._deaths += 1
        if self._deaths > MAX_DEATHS:
            raise GridbotsError(
                f"{self._deaths} workers in a row died without playing a match, "
                f"the last one with exit code {code}; see their errors above"
            )
        self._workers[at] = Worker(core_share(at, self.size))
        for job in dead.held.values():
            self._workers[at].submit(job)
