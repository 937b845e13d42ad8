"""Check of a game: all laws under many settings, in a process that may hang or crash."""

from __future__ import annotations

import selectors
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.testing.laws import COMPILED_LAWS, LAWS, sentence
from gridbots.testing.plan import Trial, has_numba
from gridbots.testing.report import Example, Report, Verdict
from gridbots.testing.worker import LOADING, Begin, CheckJob, End, Event, Speed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 120.0
"""Seconds that a law may take in one case: more, and it hangs."""
SECONDS = 300.0
"""Seconds after which no case is begun any more."""
MOST_FAILURES = 3
"""Workers that may hang or crash before the check gives up."""

_decoder = msgspec.json.Decoder(Event)


class HangError(Exception):
    """A worker has told nothing for too long."""


def check(
    job: CheckJob,
    *,
    patience: float = PATIENCE,
    seconds: float = SECONDS,
    progress: Callable[[Begin], None] = lambda begin: None,  # noqa: ARG005  by default none
) -> Report:
    """Try all laws; whatever the game does, there is a report."""
    begun = time.monotonic()
    checking = _Check(job, progress, begun + seconds)
    while not checking.is_done:
        checking.run_worker(patience)
    checking.report.seconds = time.monotonic() - begun
    return checking.report


class _Check:
    """A check that is under way."""

    def __init__(self, job: CheckJob, progress: Callable[[Begin], None], deadline: float) -> None:
        self._job = job
        self._progress = progress
        self._deadline = deadline
        self._verdicts = {sentence(law): Verdict(sentence(law)) for law in (*LAWS, *COMPILED_LAWS)}
        if not has_numba():
            for law in COMPILED_LAWS:
                reason = "numba is not installed: pip install 'gridbots[fast]'"
                self._verdicts[sentence(law)].reason = reason
        self._now: Begin | None = None
        self._trial: Trial | None = None
        self._failures = 0
        self._settings: set[bytes] = set()
        self.report = Report(job.game, list(self._verdicts.values()))
        self.is_done = False

    def run_worker(self, patience: float) -> None:
        """Run a worker until it is done, hangs or dies."""
        self._now = None
        worker = start(self._job)
        try:
            for event in events(worker, patience):
                self._take(event)
                if self.is_done:
                    return
        except HangError:
            self._fail(f"expected an end within {patience:.0f} s, got none")
        else:
            if worker.wait() == 0:
                self.is_done = True
            else:
                self._fail(f"expected a process that goes on, got {how_it_ended(worker)}")
        finally:
            stop(worker)

    def _take(self, event: Event) -> None:
        match event:
            case Begin():
                if self._is_late(event):
                    return
                self._now = event
                self._settings.add(msgspec.json.encode(event.trial.values))
                self.report.settings = len(self._settings)
                self._progress(event)
            case End() if self._now is not None:
                self._judge(self._now, event.broken)
                self._now = None
            case Speed():
                self.report.plain_speed = event.plain
                self.report.compiled_speed = event.compiled
                self.report.slowed_by = event.slowed_by

    def _is_late(self, event: Begin) -> bool:
        """Whether the time is up and another case begins."""
        is_another = self._trial is not None and event.trial != self._trial
        self._trial = event.trial
        if is_another and time.monotonic() > self._deadline:
            self.report.cut_short = f"the time is up after {event.number} of {event.steps} steps"
            self.is_done = True
        return self.is_done

    def _judge(self, begin: Begin, broken: str) -> None:
        if begin.law not in self._verdicts:
            self._verdicts[begin.law] = Verdict(begin.law)
            self.report.is_loaded = False
            self.report.verdicts.insert(0, self._verdicts[begin.law])
        verdict = self._verdicts[begin.law]
        verdict.tried += 1
        if broken:
            verdict.broken += 1
            if verdict.example is None:
                verdict.example = Example(broken, begin.trial.values, begin.trial.seed)

    def _fail(self, message: str) -> None:
        """A worker is lost: the law that it tried is broken; the next one leaves its case out."""
        self._failures += 1
        if self._now is None:
            self._now = Begin(0, 1, LOADING, Trial(self._job.values or {}, self._job.seeds[0]))
            self.is_done = True
        self._judge(self._now, message)
        skipped = (*self._job.skipped, self._now.trial)
        self._job = msgspec.structs.replace(self._job, first=self._now.number + 1, skipped=skipped)
        if self._failures == MOST_FAILURES:
            self.report.cut_short = f"{MOST_FAILURES} times a law hung or crashed"
            self.is_done = True


def start(job: CheckJob) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gridbots.testing.worker", msgspec.json.encode(job).decode()]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)


def events(worker: subprocess.Popen[bytes], patience: float) -> Iterator[Event]:
    """What a worker tells, until it ends.

    Raises:
        HangError: it tells nothing for so many seconds.
    """
    assert worker.stdout is not None  # noqa: S101  it was started with a pipe
    with selectors.DefaultSelector() as selector:
        selector.register(worker.stdout, selectors.EVENT_READ)
        while True:
            # Unbuffered: what has been read ahead is not seen by the selector.
            if not selector.select(patience):
                raise HangError
            line = worker.stdout.readline()
            if not line:
                return
            yield _decoder.decode(line)


def stop(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    worker.wait()
    if worker.stdout is not None:
        worker.stdout.close()


def how_it_ended(worker: subprocess.Popen[Any]) -> str:
    code = worker.returncode
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
