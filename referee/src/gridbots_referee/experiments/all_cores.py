"""All cores: matches between kernels are shared out among forked processes."""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import sys
import threading
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, Self

from gridbots.bot.clone import end_with_parent
from gridbots.errors import PluginError
from gridbots_referee.experiments.ledger import joined
from gridbots_referee.play.cores import cores

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from gridbots.vector import Outcomes

    Play = Callable[[range], Outcomes]

PAYS_SECONDS: Final = 0.2
"""What takes less is played by this process alone: to fork takes some hundredths of a second."""


class AllCores:
    """Plays matches between kernels, a part of them on each core where that pays.

    What comes of a match must not depend on those played before it, as with `play_matches`.
    """

    def __init__(self, most: int | None = None) -> None:
        """With so many cores at most; None: all that this process may use."""
        self._cores = min(most or len(cores()), len(cores()))
        self._seconds = 0.0
        """CPU time of a match, as it was last measured."""

    def play(self, play: Play, numbers: range) -> Outcomes:
        """Play the matches of these numbers by `play`, which has been compiled, in order.

        Raises:
            PluginError: a process in which they were played has died.
        """
        began, parts = time.monotonic(), self._parts(numbers)
        with ExitStack() as stack:
            helpers = [stack.enter_context(_Helper(play, part)) for part in parts[1:]]
            played = [play(parts[0]), *(helper.outcomes() for helper in helpers)]
        self._seconds = (time.monotonic() - began) * len(parts) / len(numbers)
        return joined(played)

    def _parts(self, numbers: range) -> list[range]:
        pays = _can_fork() and self._seconds * len(numbers) >= PAYS_SECONDS
        count = min(self._cores, len(numbers)) if pays else 1
        ends = [len(numbers) * part // count for part in range(count + 1)]
        return [numbers[first:end] for first, end in itertools.pairwise(ends)]


def _can_fork() -> bool:
    """Whether a fork is a whole copy: of several threads only one would go on."""
    return sys.platform == "linux" and threading.active_count() == 1


class _Helper:
    """A process that plays some of the matches and ends."""

    def __init__(self, play: Play, numbers: range) -> None:
        context = multiprocessing.get_context("fork")
        self._numbers = numbers
        self._answer, writer = context.Pipe(duplex=False)
        self._process = context.Process(target=_help, args=(play, numbers, writer))
        self._process.start()
        writer.close()

    def outcomes(self) -> Outcomes:
        try:
            answer: Outcomes | Exception = self._answer.recv()
        except EOFError:
            self._process.join()
            raise PluginError(
                f"the process with the matches {self._numbers[0]} to {self._numbers[-1]} has died, "
                f"with exit code {self._process.exitcode}"
            ) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._answer.close()


def _help(play: Play, numbers: range, writer: Connection) -> None:
    """Play them, and send what came of them, or the error. Ctrl-C is left to the parent."""
    end_with_parent()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        writer.send(play(numbers))
    except Exception as error:  # noqa: BLE001  it is raised again where it is known who asked
        writer.send(error)
