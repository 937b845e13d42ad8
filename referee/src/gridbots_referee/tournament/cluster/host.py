"""Dask worker side: plays matches in processes beside the Dask worker.

A match needs its own process: signals go to main threads, and a referee ends all unknown child
processes. So each thread of a Dask worker keeps a process of `tournament.run.worker` during a
tournament. That process exits when its input ends, hence also when the Dask worker is killed.
"""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from distributed import get_worker
from msgspec.structs import replace

from gridbots.errors import GridbotsError
from gridbots.plugins import installed_bots
from gridbots_referee.play.cores import core_share, cores
from gridbots_referee.play.launch import RUNNER
from gridbots_referee.play.warmup import cold_bots, warm_all
from gridbots_referee.tournament.cluster.inventory import (
    Inventory,
    Requirements,
    differences,
    inventory,
)
from gridbots_referee.tournament.run.job import (
    Finished,
    Lost,
    MatchJob,
    Report,
    decode_job,
    encode,
)
from gridbots_referee.tournament.run.worker_process import Worker

if TYPE_CHECKING:
    from gridbots_referee.play.launch import Launch

NO_RECORD: Final = b""


class Assignment(msgspec.Struct, frozen=True):
    """Data that the runner sends to all workers of a tournament."""

    run: str
    """Unique id of this run on the cluster."""
    requirements: Requirements
    expected: Inventory
    """The inventory of the runner's machine."""
    core_slots: dict[str, tuple[int, int]] = {}
    """Address of a Dask worker -> number of its first thread among those of its machine, and the
    number of these."""


_lock = threading.Lock()
_checking = threading.Lock()
_thread: Any = threading.local()
"""Holds the worker of each thread."""
_workers: weakref.WeakSet[MatchWorker] = weakref.WeakSet()
_checked: set[str] = set()
"""Runs for which this machine has passed the preflight check and is warm."""
_ended: set[str] = set()
"""Runs that have ended."""


class MatchWorker:
    """The worker process of one thread of this Dask worker."""

    def __init__(self, run: str, number: int, chosen: set[int], folder: str) -> None:
        self.run = run
        self.number = number
        """Index among the workers of this run."""
        self._folder = Path(tempfile.mkdtemp(prefix="gridbots-records-", dir=folder))
        self._worker = Worker(chosen)
        self._lock = threading.Lock()
        # Called at the latest when the thread or the Dask worker ends.
        self.end = weakref.finalize(self, _end, self._worker, self._folder, self._lock)

    def play(self, job: MatchJob) -> tuple[Report, bytes] | None:
        """The report of a match and its packed record; None if the run has ended."""
        with self._lock:
            if not self.end.alive:
                return None
            self._worker.submit(replace(job, folder=str(self._folder)))
            report = self._worker.next_report()
        if isinstance(report, Lost):
            is_running = self.end.alive
            self.end()
            return (report, NO_RECORD) if is_running else None
        return report, self._take(report)

    def _take(self, report: Report) -> bytes:
        if not isinstance(report, Finished):
            return NO_RECORD
        path = Path(report.path)
        packed = path.read_bytes()
        path.unlink()
        return packed


def _end(worker: Worker, folder: Path, lock: threading.Lock) -> None:
    worker.interrupt()
    with lock:
        worker.end()
    shutil.rmtree(folder, ignore_errors=True)


def play(assignment: Assignment, text: bytes) -> tuple[bytes, bytes] | None:
    """Play an encoded job; returns the encoded report and the packed record.

    Idempotent: a match that is played twice counts once. None if the run has ended.

    Raises:
        GridbotsError: this machine fails the preflight check.
    """
    _check_machine(assignment)
    job = decode_job(text)
    job = replace(job, launches=tuple(map(_as_here, job.launches)))
    worker = _worker_of_thread(assignment)
    played = worker.play(job) if worker else None
    return (encode(played[0]), played[1]) if played else None


def _as_here(launch: Launch) -> Launch:
    """A launch for this machine: plugin bots are run by its own Python."""
    if not launch.plugin:
        return launch
    return replace(launch, argv=(*RUNNER, *launch.argv[len(RUNNER) :]))


def _worker_of_thread(assignment: Assignment) -> MatchWorker | None:
    """This thread's worker; a new one for a new run, or if the last one has ended.

    None if the run has ended.
    """
    worker: MatchWorker | None = getattr(_thread, "worker", None)
    if worker and worker.run == assignment.run and worker.end.alive:
        return worker
    if worker:
        worker.end()
    with _lock:
        if assignment.run in _ended:
            return None
        dask = get_worker()
        number = _free_number(assignment.run)
        first, of = assignment.core_slots.get(dask.address, (0, 0))
        chosen = core_share(first + number, of) if first + number < of else set(cores())
        worker = _thread.worker = MatchWorker(assignment.run, number, chosen, dask.local_directory)
        _workers.add(worker)
    return worker


def _free_number(run: str) -> int:
    taken = {each.number for each in _workers if each.run == run and each.end.alive}
    return next(number for number in itertools.count() if number not in taken)


def _check_machine(assignment: Assignment) -> None:
    """Preflight check before the first match of a run, and warm-up.

    Dask workers that join later were not checked by the runner.
    """
    with _checking:
        if assignment.run in _checked:
            return
        problems = differences(assignment.expected, inventory(assignment.requirements))
        if problems:
            raise GridbotsError(f"{get_worker().address}: {'; '.join(problems)}")
        _warm(assignment.requirements)
        _checked.add(assignment.run)


def _warm(requirements: Requirements) -> dict[str, str]:
    """Compile bots that would compile on their clocks; bot -> error."""
    cold = cold_bots(
        requirements.launches, installed_bots(), requirements.game, requirements.values
    )
    return warm_all(cold, requirements.game, requirements.values)


async def warm(requirements: Requirements) -> dict[str, str]:
    """As `_warm`, without blocking the Dask worker."""
    return await asyncio.to_thread(_warm, requirements)


async def release(run: str) -> None:
    """End the processes of a run, interrupting their matches."""
    _ended.add(run)
    with _lock:
        mine = [each for each in _workers if each.run == run]
    await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in mine))
