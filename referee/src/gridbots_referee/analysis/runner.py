"""Runner of an analysis: in this process, or in several workers that append to the same file.

A worker is `python -m gridbots_referee.analysis.runner`. It reads its job as a line from standard
input, and exits when standard input ends, because then its parent has ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots.limits import Isolation  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.analysis.analysis_file import AnalysisWriter
from gridbots_referee.analysis.examination import PositionFeed
from gridbots_referee.analysis.tasks import ExaminationTask  # noqa: TC001  likewise
from gridbots_referee.play.isolation.process_tree import spared
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import (
    Launch,
    with_option,
)
from gridbots_referee.play.stop import Stop
from gridbots_referee.transcript.feed import FeedOptions, fed_launches
from gridbots_referee.transcript.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.analysis.values import AnyLine


OVERLAY_OPTION: Final = "overlay"
"""The option that makes a bot send evaluations as overlays."""
WORKER: Final = (sys.executable, "-P", "-m", "gridbots_referee.analysis.runner")
LOOK_SECONDS: Final = 0.1
"""Interval between two looks at the workers."""
GRACE_SECONDS: Final = 30.0
"""Time for a worker to stop its bots."""


class AnalysisJob(msgspec.Struct, frozen=True):
    """Tasks for one process, and how to start the bots."""

    record: str
    file: str
    launches: tuple[tuple[int, Launch], ...]
    """Number of the bot in the file, and how to start it."""
    tasks: tuple[ExaminationTask, ...]
    isolation: Isolation
    timeout_ms: int
    time_ms: int | None = None
    in_place: bool = False


def examiner_launches(texts: Sequence[str], game: Game, *, in_place: bool) -> tuple[Launch, ...]:
    """How to start bots, with the option for overlays if they have it.

    Raises:
        GridbotsError: one is unknown, does not fit the game, or is played by a person.
    """
    launches = fed_launches(texts, game, in_place=in_place)
    return tuple(_with_overlays(launch, game.name) for launch in launches)


def _with_overlays(launch: Launch, game: str) -> Launch:
    if not launch.plugin:
        return launch
    options = installed_bots()[launch.plugin].options
    known = options.get(game, options.get("*", ()))
    named = {option.partition("=")[0] for option in launch.options}
    if OVERLAY_OPTION not in known or OVERLAY_OPTION in named:
        return launch
    word = f"{OVERLAY_OPTION}=true"
    return with_option(launch, word)


def run_job(
    job: AnalysisJob,
    game: Game,
    record: Record,
    stop: Stop,
    keep: Callable[[AnyLine], None],
) -> None:
    """Do a job in this process.

    Raises:
        KeyboardInterrupt: the user stopped the command.
    """
    launches = dict(job.launches)
    with ExitStack() as stack:
        scratch = None if job.in_place else stack.enter_context(Scratch())
        options = FeedOptions(job.isolation, job.timeout_ms, scratch, time_ms=job.time_ms)
        for task in job.tasks:
            transcript = Transcript(game, record, task.seat)
            PositionFeed(transcript, task, launches[task.bot], stop, options).run(keep)


def shares(job: AnalysisJob, count: int) -> list[AnalysisJob]:
    """Split a job into `count` jobs with about equal numbers of positions."""
    piles: list[list[ExaminationTask]] = [[] for _ in range(count)]
    for task in sorted(job.tasks, key=lambda each: -len(each.rounds)):
        min(piles, key=lambda pile: sum(len(each.rounds) for each in pile)).append(task)
    return [msgspec.structs.replace(job, tasks=tuple(pile)) for pile in piles if pile]


class AnalysisWorkers:
    """Worker processes, for a `with` statement, which stops them at its end."""

    def __init__(self, jobs: Sequence[AnalysisJob]) -> None:
        self._processes = [self._started(job) for job in jobs]

    @staticmethod
    def _started(job: AnalysisJob) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            WORKER, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            process_group=0,
        )  # fmt: skip
        assert process.stdin is not None  # noqa: S101  a pipe was asked for
        spared.add(process.pid)  # matches in this process must not kill it
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        process.stdin.flush()  # it stays open, since the worker exits at its end
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        deadline = time.monotonic() + GRACE_SECONDS
        for process in self._processes:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            spared.discard(process.pid)
            for pipe in (process.stdin, process.stderr):
                if pipe:
                    pipe.close()

    def is_running(self) -> bool:
        return any(process.poll() is None for process in self._processes)

    def problem(self) -> str:
        """The error of a worker that has ended; "" if there is none."""
        for process in self._processes:
            if process.poll():
                output = process.stderr.read() if process.stderr else b""
                lines = output.decode(errors="replace").strip().splitlines()
                return lines[-1] if lines else f"a worker ended with exit code {process.poll()}"
        return ""


def size_of(path: Path) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  Path.stat is slower
    except OSError:
        return 0


def count_lines(path: Path, begin: int) -> int:
    """Number of lines after byte `begin` of a file."""
    with Path(path).open("rb") as file:
        file.seek(begin)
        return file.read().count(b"\n")


def main() -> int:
    """Do a job, and return the exit code."""
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnalysisJob)
    threading.Thread(target=_watch, daemon=True).start()
    try:
        record = records.read(Path(job.record))
        game = load_game(record.match.game)
        writer = AnalysisWriter(Path(job.file))
        with Stop() as stop:
            run_job(job, game, record, stop, writer.add)
    except KeyboardInterrupt:
        return 0
    except (GridbotsError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _watch() -> None:
    """Stop this process when its standard input ends."""
    # Not sys.stdin: a thread that holds its lock makes Python abort at exit.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
