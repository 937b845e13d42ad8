"""Check of a game: tests all laws under many settings, in a worker that may hang or crash."""

from __future__ import annotations

import selectors
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.testing.laws import (
    COMPILED_LAWS,
    ENVIRONMENT_LAWS,
    FIRST_LAWS,
    LAWS,
    sentence,
)
from gridbots.testing.plan import Trial, has_environments, has_numba
from gridbots.testing.report import Example, Report, Verdict
from gridbots.testing.worker import LOADING, Begin, CheckJob, End, Event, Speed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 120.0
"""Timeout of a law in one case, in seconds."""
GRACE = 2.0
"""Timeout of the answer of a worker that hangs, in seconds."""
SECONDS = 300.0
"""Time after which the check starts no further case."""
MOST_FAILURES = 3
"""The check stops after this many workers have hung or crashed."""

_decoder = msgspec.json.Decoder(Event)


class HangError(Exception):
    """A worker sent nothing for too long."""


def check(
    job: CheckJob,
    *,
    patience: float = PATIENCE,
    seconds: float = SECONDS,
    progress: Callable[[Begin], None] = lambda begin: None,  # noqa: ARG005  no progress by default
) -> Report:
    """Test all laws. There is always a report, even if the game hangs or crashes."""
    begun = time.monotonic()
    checking = _Check(job, progress, begun + seconds)
    while not checking.is_done:
        checking.run_worker(patience)
    checking.report.seconds = time.monotonic() - begun
    return checking.report


class _Check:
    """A running check."""

    def __init__(self, job: CheckJob, progress: Callable[[Begin], None], deadline: float) -> None:
        self._job = job
        self._progress = progress
        self._deadline = deadline
        reasons = {LAWS: "", ENVIRONMENT_LAWS: "", FIRST_LAWS: "", COMPILED_LAWS: ""}
        if not has_environments():
            reasons[ENVIRONMENT_LAWS] = (
                "gymnasium or pettingzoo is not installed: pip install 'gridbots[rl]'"
            )
        if not has_numba():
            reasons[COMPILED_LAWS] = "numba is not installed: pip install 'gridbots[fast]'"
        self._verdicts = {
            sentence(law): Verdict(sentence(law), reason=reason)
            for laws, reason in reasons.items()
            for law in laws
        }
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
            line = line_of_hang(worker)
            where = f" ({line})" if line else ""
            self._fail(f"expected it to end within {patience:.0f} s, got a timeout{where}", line)
        else:
            if worker.wait() == 0:
                self.is_done = True
            else:
                self._fail(f"expected no crash, got {end_of(worker)}")
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
                self._record(self._now, event.broken, event.cause, event.warning)
                self._now = None
            case Speed():
                self.report.plain_speed = event.plain
                self.report.compiled_speed = event.compiled
                self.report.slowed_by = event.slowed_by

    def _is_late(self, event: Begin) -> bool:
        """Whether a new case starts after the deadline."""
        is_another = self._trial is not None and event.trial != self._trial
        self._trial = event.trial
        if is_another and time.monotonic() > self._deadline:
            self.report.cut_short = f"timeout after {event.number} of {event.steps} steps"
            self.is_done = True
        return self.is_done

    def _record(self, begin: Begin, broken: str, cause: str = "", warning: str = "") -> None:
        if begin.law not in self._verdicts:
            self._verdicts[begin.law] = Verdict(begin.law)
            self.report.is_loaded = False
            self.report.verdicts.insert(0, self._verdicts[begin.law])
        verdict = self._verdicts[begin.law]
        verdict.tried += 1
        verdict.broken += bool(broken)
        if (broken or warning) and verdict.example is None:
            values, seed = begin.trial.values, begin.trial.seed
            verdict.example = Example(broken or warning, values, seed, cause=cause)

    def _fail(self, message: str, cause: str = "") -> None:
        """Count the current law as broken, and skip its case: its worker hung or crashed."""
        self._failures += 1
        if self._now is None:
            self._now = Begin(0, 1, LOADING, Trial(self._job.values or {}, self._job.seeds[0]))
            self.is_done = True
        self._record(self._now, message, cause or message)
        skipped = (*self._job.skipped, self._now.trial)
        self._job = msgspec.structs.replace(self._job, first=self._now.number + 1, skipped=skipped)
        if self._failures == MOST_FAILURES:
            self.report.cut_short = f"a law hung or crashed {MOST_FAILURES} times"
            self.is_done = True


def start(job: CheckJob) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gridbots.testing.worker", msgspec.json.encode(job).decode()]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)


def line_of_hang(worker: subprocess.Popen[bytes]) -> str:
    """The line of the game in which a worker hangs; empty if compiled code hangs."""
    worker.send_signal(signal.SIGUSR1)
    try:
        ends = (event for event in events(worker, GRACE) if isinstance(event, End))
        return next((end.cause for end in ends), "")
    except HangError:
        return ""


def events(worker: subprocess.Popen[bytes], patience: float) -> Iterator[Event]:
    """The events of a worker until it ends.

    Raises:
        HangError: it sends nothing for `patience` seconds.
    """
    assert worker.stdout is not None  # noqa: S101  it was started with a pipe
    with selectors.DefaultSelector() as selector:
        selector.register(worker.stdout, selectors.EVENT_READ)
        while True:
            # Unbuffered: the selector does not see data that was read ahead.
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


def end_of(worker: subprocess.Popen[Any]) -> str:
    code = worker.returncode
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
