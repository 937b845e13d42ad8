"""Background analysis: a bot analyses a match while the page is open."""

from __future__ import annotations

import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots.limits import DEFAULT_ISOLATION
from gridbots.plugins import load_game
from gridbots_referee.analysis.analysis_file import (
    opened_analysis,
    path_beside,
    read_analysis,
    registered,
)
from gridbots_referee.analysis.runner import (
    AnalysisJob,
    AnalysisWorkers,
    count_lines,
    examiner_launches,
    size_of,
)
from gridbots_referee.analysis.tasks import ExaminationTask, rounds_of_choice, tasks_of
from gridbots_referee.analysis.variation import asked_record
from gridbots_referee.play.launch import seeded
from gridbots_referee.play.warmup import warm_bots

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.show.viewer.feed import Feed

TIMEOUT_MS: Final = 30_000
"""Time limit of an answer."""
ANSWER_MS: Final = 10_000
"""Time limit of an answer that a user waits for."""
LOOK_SECONDS: Final = 0.1


def answers(game: Game, record: Record, bot: str, time_ms: int) -> list[dict[str, Any]]:
    """The move of a bot for each seat at the end of a record that is not in a file.

    Raises:
        GridbotsError: the bot does not start, or does not answer in time.
    """
    asked = asked_record(game, record)
    number = len(asked.rounds) - 1
    launch = _warm_launch(bot, game, record)
    choices = rounds_of_choice(game, asked)
    tasks = [ExaminationTask(0, seat, (number,)) for seat, rounds in enumerate(choices)
             if number in rounds]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="gridbots-") as folder:
        path = records.write(asked, Path(folder))
        job = AnalysisJob(
            record=str(path),
            file=str(path_beside(path)),
            launches=((0, launch),),
            tasks=tuple(tasks),
            isolation=DEFAULT_ISOLATION,
            timeout_ms=ANSWER_MS,
            time_ms=time_ms,
        )
        with opened_analysis(path_beside(path), asked) as (analysis, writer):
            registered(analysis, writer, [(bot, launch.package, time_ms)])
            _run_job(job)
            found = read_analysis(path_beside(path), asked)
    return [*map(msgspec.to_builtins, found.positions), *map(msgspec.to_builtins, found.failures)]


def _warm_launch(bot: str, game: Game, record: Record) -> Launch:
    """The launch of a bot that analyses a record; its code is compiled."""
    launches = examiner_launches([bot], game, in_place=False)
    values = {name: str(value) for name, value in record.match.settings.items()}
    warm_bots(launches, game.name, values, lambda _: None)
    return seeded(launches, record.match.seed, "analyse")[0]


def _run_job(job: AnalysisJob) -> None:
    """Run a job in a worker.

    Raises:
        GridbotsError: it failed, or took too long.
    """
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    with AnalysisWorkers([job]) as workers:
        while workers.is_running():
            if time.monotonic() > deadline:
                raise GridbotsError(f"expected an answer within {TIMEOUT_MS / 1000:g} s, got none")
            time.sleep(LOOK_SECONDS / 5)
        if problem := workers.problem():
            raise GridbotsError(problem)


class BackgroundAnalysis:
    """A thread that supervises a worker; the page shows its `state`."""

    def __init__(self, record: Path, bot: str, time_ms: int, feed: Feed) -> None:
        self.record = record
        self.problem = ""
        """The reason for a premature end."""
        self._bot = bot
        self._time_ms = time_ms
        self._feed = feed
        self._total = self._done = 0
        self._began = time.monotonic()
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def cancel(self) -> None:
        """Stop the analysis; its results so far are kept."""
        self._is_cancelled.set()
        self._thread.join(TIMEOUT_MS / 1000)

    def state(self) -> dict[str, Any] | None:
        """The progress of the analysis; None if it has ended."""
        if not self.is_running:
            return None
        fields = {"bot": self._bot, "time_ms": self._time_ms}
        seconds = time.monotonic() - self._began
        left = (self._total - self._done) * seconds / self._done if self._done else None
        return fields | {"done": self._done, "total": self._total, "seconds_left": left}

    def _run(self) -> None:
        try:
            self._examine()
        except GridbotsError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = f"{self.record}: {error.strerror}"

    def _examine(self) -> None:
        record = records.read(self.record)
        game, path = load_game(record.match.game), path_beside(self.record)
        launch = _warm_launch(self._bot, game, record)
        with opened_analysis(path, record) as (analysis, writer):
            wanted = (launch.bot, launch.package, self._time_ms)
            (bot,) = registered(analysis, writer, [wanted])
            choices = rounds_of_choice(game, record)
            seats, rounds = range(len(choices)), range(len(record.rounds))
            tasks = tasks_of(choices, analysis, [bot.number], seats, rounds)
            job = AnalysisJob(
                record=str(self.record),
                file=str(path),
                launches=((bot.number, launch),),
                tasks=tuple(tasks),
                isolation=DEFAULT_ISOLATION,
                timeout_ms=TIMEOUT_MS,
                time_ms=self._time_ms,
            )
            self._total = sum(len(task.rounds) for task in tasks)
            self._began = time.monotonic()
            if tasks:
                self._look_after(job, path)

    def _look_after(self, job: AnalysisJob, path: Path) -> None:
        begin = size_of(path)
        with AnalysisWorkers([job]) as workers:
            while workers.is_running() and not self._is_cancelled.wait(LOOK_SECONDS):
                self._done = count_lines(path, begin)
                if self._feed.is_closed:
                    return
            if not self._is_cancelled.is_set():
                with suppress(OSError):
                    self.problem = workers.problem()
