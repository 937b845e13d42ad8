"""Worker pool: processes that play matches, as many as the machine can hold.

A worker that fails is replaced; all of them end together.
"""

from __future__ import annotations

import resource
import select
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from gridbots.errors import GridbotsError
from gridbots_referee.play.cores import core_share, cores
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.tournament.run.worker_process import HAS_ENDED, Worker, end_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.run.job import MatchJob, Report

MIB: Final = 1 << 20
WORKER_MIB: Final = 24
"""Smallest memory of a worker."""
BOT_MIB: Final = 8
"""Smallest memory of a bot's process: a bare interpreter."""
PER_CORE: Final = 64
"""Most matches per core: more of them would only wait for each other."""
FILES: Final = 2
"""Open files per worker."""
OWN_FILES: Final = 64
"""Other open files of the runner."""
CGROUP: Final = (
    ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"),
    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Limit and use of memory in a container: cgroup version 2, then version 1."""


class Capacity(NamedTuple):
    matches: int
    """At a time, at least one."""
    why: str
    """The resource that limits it."""


def capacity(seats: int, root: Path = Path("/")) -> Capacity:
    """Upper estimate of how many matches of `seats` bots this machine can play at a time."""
    each = (WORKER_MIB + seats * BOT_MIB) * MIB
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    bounds = [Capacity(PER_CORE * len(cores()), f"at most {PER_CORE} per core")]
    if (free := free_memory(root)) is not None:
        why = f"each needs at least {each // MIB} MiB, and {free // MIB} MiB are free"
        bounds.append(Capacity(free // each, why))
    if files != resource.RLIM_INFINITY:
        why = f"{files} files may be open; allow more: ulimit -n 1024"
        bounds.append(Capacity((files - OWN_FILES) // FILES, why))
    least = min(bounds, key=lambda bound: bound.matches)
    return least._replace(matches=max(least.matches, 1))


def free_memory(root: Path = Path("/")) -> int | None:
    """Free memory of the machine or the container, in bytes; None if unknown."""
    found = [_available(root / "proc/meminfo")]
    found += [_below(root / limit, root / used) for limit, used in CGROUP]
    known = [each for each in found if each is not None]
    return max(min(known), 0) if known else None


def _available(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text().splitlines()
    except OSError:
        return None
    values = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(values[0]) * 1024 if values else None


def _below(limit: Path, used: Path) -> int | None:
    try:
        return int(limit.read_text()) - int(used.read_text())
    except (OSError, ValueError):  # "max": no limit
        return None


QUEUE_DEPTH: Final = 2
"""Jobs in a worker's queue: the current one and the next, so it never waits for the runner."""
MAX_DEATHS: Final = 3
"""Workers in a row that may die before their first message; then they cannot run here."""


class Pool:
    """Worker pool; each worker has its own cores as far as there are enough.

    Workers are started when there are jobs for them, at most as many at a time as there are cores.
    """

    def __init__(self, size: int, stop: Stop, log: Callable[[str], None] = lambda _: None) -> None:
        process_tree.adopt_orphans()
        self.size = size
        """Maximum number of workers."""
        self._stop = stop
        self._log = log
        self._workers: list[Worker] = []
        self._deaths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end_all(self._workers)
        process_tree.sweep()

    @property
    def free_slots(self) -> int:
        """How many more jobs can be submitted; they are queued once all workers have started."""
        if len(self._workers) < self.size:
            return sum(not worker.held for worker in self._workers) + self._startable
        return QUEUE_DEPTH * self.size - sum(len(worker.held) for worker in self._workers)

    @property
    def _startable(self) -> int:
        """How many workers may be started now."""
        starting = sum(not worker.has_started for worker in self._workers)
        return max(min(self.size - len(self._workers), len(cores()) - starting), 0)

    @property
    def is_idle(self) -> bool:
        return not any(worker.held for worker in self._workers)

    def submit(self, job: MatchJob) -> None:
        """Give a job to an idle worker, to a new one, or to the one with the shortest queue."""
        if self._startable and all(worker.held for worker in self._workers):
            self._start()
        min(self._workers, key=lambda worker: len(worker.held)).submit(job)

    def _start(self) -> None:
        """Start a worker; if the system refuses it, the pool keeps its present size."""
        at = len(self._workers)
        try:
            self._workers.append(Worker(core_share(at, self.size)))
        except OSError as error:
            if not self._workers:
                raise
            self.size = at
            self._log(f"Warning: no more than {at} matches run at a time: {error.strerror}.")

    def collect(self, seconds: float) -> list[Report]:
        """Wait for reports until a timeout or a request to stop.

        Raises:
            GridbotsError: workers cannot run here.
        """
        poll = select.poll()
        poll.register(self._stop.fileno(), select.POLLIN)
        for worker in self._workers:
            poll.register(worker.fileno(), select.POLLIN)
        readable = {fd for fd, _ in poll.poll(seconds * 1000)}
        heard = [self._collect_from(at) for at in self._readable(readable)]
        heard += [self._watch(at) for at in range(len(self._workers))]
        return [report for reports in heard for report in reports]

    def _readable(self, fds: Iterable[int]) -> list[int]:
        return [at for at, worker in enumerate(self._workers) if worker.fileno() in fds]

    def _collect_from(self, at: int) -> list[Report]:
        reports = self._workers[at].read_reports()
        return self._replace(at) if reports is None else reports

    def _watch(self, at: int) -> list[Report]:
        """Replace a worker that is stuck."""
        trouble = self._workers[at].trouble()
        return self._replace(at, trouble) if trouble else []

    def _replace(self, at: int, trouble: str = HAS_ENDED) -> list[Report]:
        """Replace a worker that has died or is stuck; the new one gets its queued jobs.

        The match that it was playing is lost.
        """
        dead = self._workers[at]
        reports = dead.end_now(trouble)
        process_tree.sweep()
        self._deaths = 0 if dead.has_started else self._deaths + 1
        if self._deaths > MAX_DEATHS:
            raise GridbotsError(
                f"{self._deaths} workers in a row died at their start; see their errors above"
            )
        self._workers[at] = Worker(core_share(at, self.size))
        for job in dead.held.values():
            self._workers[at].submit(job)
        return reports
