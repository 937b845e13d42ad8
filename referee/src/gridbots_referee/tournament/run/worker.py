"""Worker process: reads jobs from stdin, plays them one after another, writes reports to stdout.

A process plays one match at a time, so there are as many workers as concurrent matches. A worker
exits at the end of its input, also when the process that started it was killed.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec.structs import replace

from gridbots.errors import GridbotsError
from gridbots.errors.author_code import described
from gridbots.plugins import load_game
from gridbots.record import write
from gridbots_referee.play.cores import pin
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import seeded
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.session import versions
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.zygote import Zygotes
from gridbots_referee.tournament.run.broadcast import broadcast_to
from gridbots_referee.tournament.run.job import (
    Alive,
    Broken,
    Finished,
    MatchJob,
    Report,
    decode_job,
    encode,
    own_pipes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game

POLL_SECONDS = 0.5
"""How often an idle worker checks whether it must stop."""
HEARTBEAT_SECONDS = 1.0
"""How often a worker reports that it is still playing."""


def main(words: Sequence[str]) -> None:
    """Play jobs from stdin; the arguments are the numbers of the cores to use."""
    pin({int(word) for word in words})
    jobs, reports = own_pipes()
    heart = Heart(reports)
    heart.send(Alive())
    with Stop() as stop, Scratch() as scratch, Zygotes(stop) as zygotes:
        waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_receive, args=(jobs, waiting, stop), daemon=True).start()
        while not stop:
            try:
                line = waiting.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue
            report = play_job(decode_job(line), stop, scratch, zygotes, heart.beat)
            if report:
                heart.send(report)
            _freeze()


@functools.cache
def _freeze() -> None:
    """Exclude everything loaded by the end of the first match from garbage collection, once.

    A full collection takes longer than many moves, and it would run on the clocks of bots.
    """
    gc.collect()
    gc.freeze()


class Heart:
    """Sends messages of the worker, and heartbeats between them."""

    def __init__(self, reports: BinaryIO) -> None:
        self._reports = reports
        self._sent = 0.0

    def send(self, message: Alive | Report) -> None:
        self._sent = time.monotonic()
        with contextlib.suppress(BrokenPipeError):  # the runner is gone: the input ends, too
            self._reports.write(encode(message) + b"\n")

    def beat(self) -> None:
        if time.monotonic() - self._sent > HEARTBEAT_SECONDS:
            self.send(Alive())


def _receive(jobs: BinaryIO, waiting: queue.SimpleQueue[bytes], stop: Stop) -> None:
    for line in jobs:
        waiting.put(line)
    stop.insist(signal.SIGTERM)


def play_job(
    job: MatchJob, stop: Stop, scratch: Scratch, zygotes: Zygotes, heartbeat: Callable[[], None]
) -> Report | None:
    """Play a match and write its record; None, and no record, if it was interrupted."""
    try:
        home = None if job.limits.in_process else scratch
        spec = spec_of(job)
        with broadcast_to(job.broadcast, spec) as broadcast:
            watch = broadcast.watch if broadcast else None
            record = play(spec, stop, home, watch, zygotes, heartbeat)
            if broadcast:
                broadcast.end(record.result)
        if record.result.how == "interrupted":
            return None
        path = write(record, Path(job.folder))
    except (GridbotsError, OSError) as error:
        return Broken(job.fixture.id, described(error))
    return Finished(job.fixture.id, replace(record, rounds=()), str(path))


def spec_of(job: MatchJob) -> MatchSpec:
    game, opening = _game(job.game), job.fixture.opening
    return MatchSpec(
        id=job.fixture.id,
        game=game,
        settings=_settings(job.game, tuple(sorted(job.settings.items()))),
        seed=opening.seed,
        launches=seeded(job.launches, opening.seed, job.fixture.id),
        limits=job.limits,
        versions=_versions(),
        opening=opening.moves,
    )


@functools.cache
def _game(name: str) -> Game:
    return load_game(name)


@functools.cache
def _settings(game: str, values: tuple[tuple[str, Any], ...]) -> Any:
    return _game(game).make_settings(dict(values))


_versions = functools.cache(versions)


if __name__ == "__main__":
    main(sys.argv[1:])
