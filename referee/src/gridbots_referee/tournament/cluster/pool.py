"""Dask scheduler side: a worker pool of machines that share no disk.

The runner sends jobs, receives reports and records, and writes the records. Dask has the match of
a lost worker played again by another one.
"""

from __future__ import annotations

import logging
import queue
import time
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from msgspec.structs import replace

from gridbots.errors import GridbotsError
from gridbots.record import write_packed
from gridbots_referee.tournament.run.job import Finished, Lost, decode_report, encode
from gridbots_referee.tournament.run.pool import QUEUE_DEPTH

try:
    from distributed import Client, Future, KilledWorker, Security
    from distributed.comm.core import CommClosedError
except ModuleNotFoundError as error:
    raise GridbotsError(
        "distributed is not installed; run pip install 'gridbots-referee[cluster]'"
    ) from error

from gridbots_referee.tournament.cluster import host

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots_referee.tournament.run.job import MatchJob, Report

CONNECT_SECONDS: Final = 10
FETCH_SECONDS: Final = 10
"""Longest transfer of a result; after that it is requested again."""
GONE: Final = (
    "the connection to the Dask scheduler is lost; "
    "stored matches are kept, and `referee resume` plays the others"
)
COUNT_SECONDS: Final = 2.0
"""Interval for counting the workers."""
Answer = tuple[bytes, bytes] | BaseException | None
"""Of a task: report and packed record, or an error; None if its run has ended."""


class Tls(NamedTuple):
    """Certificate files, as for the commands of Dask."""

    authority: Path
    certificate: Path
    key: Path

    def security(self) -> Security:
        """Connections without a certificate from this authority are rejected."""
        return Security(
            require_encryption=True,
            tls_ca_file=str(self.authority),
            tls_client_cert=str(self.certificate),
            tls_client_key=str(self.key),
        )


@contextmanager
def connect(address: str, tls: Tls | None = None) -> Iterator[Client]:
    """A connection to the cluster whose scheduler is at this address.

    Without `tls`, Dask's own configuration determines the certificates, if any.

    Raises:
        GridbotsError: there is no scheduler, or it needs certificates.
    """
    with _quiet_logs(), _connected(address, tls) as client:
        yield client


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Silence Dask's log; this module raises its own errors."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def _connected(address: str, tls: Tls | None) -> Iterator[Client]:
    try:
        client = Client(
            address,
            timeout=CONNECT_SECONDS,
            set_as_default=False,
            name="gridbots",
            security=tls and tls.security(),
        )
    except (OSError, ValueError) as error:
        raise GridbotsError(f"there is no Dask scheduler at {address}: {error}") from None
    except TypeError:
        # Dask raises this if it has no certificates.
        raise GridbotsError(
            f"{address} needs certificates; give them with --tls CA CERT KEY"
        ) from None
    try:
        yield client
    finally:
        with suppress(OSError):
            client.close()


class ClusterPool:
    """The workers of a cluster; each of their threads plays one match at a time."""

    def __init__(
        self,
        client: Client,
        assignment: host.Assignment,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._client = client
        self._assignment = assignment
        self._warn = warn
        self._held: dict[str, tuple[MatchJob, Future[Any]]] = {}
        """Fixture id -> job and future, of jobs not reported yet."""
        self._submitted = 0
        self._answers: queue.SimpleQueue[tuple[str, Answer]] = queue.SimpleQueue()
        self._counted = time.monotonic()
        self._failure: GridbotsError | None = None
        self.size = _threads(client)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._client.status != "running":
            return
        # Errors now are consequences of errors already reported.
        with suppress(OSError):
            self._client.cancel([future for _, future in self._held.values()])
            self._client.run(host.release, self._assignment.run, on_error="ignore")

    @property
    def free_slots(self) -> int:
        """How many more jobs can be submitted now; without workers some jobs wait for one."""
        return max(QUEUE_DEPTH * max(self.size, 1) - len(self._held), 0)

    @property
    def is_idle(self) -> bool:
        return not self._held

    def submit(self, job: MatchJob) -> None:
        if self._failure:
            raise self._failure
        self._submitted += 1
        key = f"{job.fixture.id}-{self._assignment.run}-{self._submitted}"
        future = self._client.submit(host.play, self._assignment, encode(job), key=key, pure=False)
        self._held[job.fixture.id] = job, future
        self._collect_from(job.fixture.id, future)

    def _collect_from(self, fixture: str, future: Future[Any]) -> None:
        future.add_done_callback(partial(self._fetch, fixture))

    def _fetch(self, fixture: str, future: Future[Any]) -> None:
        """Runs in a thread of Dask when a task has ended."""
        answer: Answer
        try:
            answer = future.result(timeout=FETCH_SECONDS)
        except TimeoutError:  # its worker has gone before the transfer: the match is played again
            self._collect_from(fixture, future)
            return
        except BaseException as error:  # noqa: BLE001  `collect` reports any error
            answer = error
        self._answers.put((fixture, answer))

    def collect(self, seconds: float) -> list[Report]:
        """Wait for reports until a timeout, and write their records.

        Raises:
            GridbotsError: the scheduler is lost, or a match cannot be played.
        """
        if self._failure:
            raise self._failure
        reports = []
        for fixture, answer in self._wait(seconds):
            if isinstance(answer, tuple):
                reports.append(self._write_record(fixture, *answer))
            elif isinstance(answer, KilledWorker):
                del self._held[fixture]
                reports.append(
                    Lost(fixture, _why_killed(answer), answer.allowed_failures + 1, is_final=True)
                )
            else:
                # Raised by the next call, so that the other reports are not lost.
                self._failure = self._failure or GridbotsError(_why(fixture, answer))
        self._count()
        return reports

    def _wait(self, seconds: float) -> list[tuple[str, Answer]]:
        answers = []
        with suppress(queue.Empty):
            answers.append(self._answers.get(timeout=seconds))
            while True:
                answers.append(self._answers.get_nowait())
        return answers

    def _write_record(self, fixture: str, text: bytes, packed: bytes) -> Report:
        job, _ = self._held.pop(fixture)
        report: Report = decode_report(text)
        if not isinstance(report, Finished):
            return report
        return replace(report, path=str(write_packed(packed, Path(job.folder), fixture)))

    def _count(self) -> None:
        """Update the number of workers, which may join and leave."""
        if self._client.status != "running":
            self._failure = self._failure or GridbotsError(GONE)
        elif time.monotonic() - self._counted > COUNT_SECONDS:
            self._counted = time.monotonic()
            before = self.size
            with suppress(OSError):
                self.size = _threads(self._client)
            if self.size != before:
                waiting = "" if self.size else ": waiting for workers"
                self._warn(f"The cluster now plays {self.size} matches at a time{waiting}.")


def _threads(client: Client) -> int:
    threads: dict[str, int] = client.nthreads()
    return sum(threads.values())


def _why(fixture: str, answer: BaseException | None) -> str:
    if isinstance(answer, CancelledError | CommClosedError):
        return GONE
    return f"match {fixture} cannot be played: {answer}"


def _why_killed(answer: KilledWorker) -> str:
    return f"ended together with the Dask worker at {answer.last_worker.address}"
