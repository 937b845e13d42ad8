"""Compiled execution: matches in chunks, each split among forked processes, one per core."""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import sys
import threading
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, Self

from gridbots.bot.clone import end_with_parent
from gridbots.bot.runner import make_policy
from gridbots.errors import PluginError, SettingsError
from gridbots.kernel import has_numba
from gridbots.plugins import load_bot
from gridbots.testing.rehearsal import play_plainly
from gridbots.vector import WIDTH, play_matches
from gridbots_referee.experiments.ledger import joined
from gridbots_referee.play.cores import cores

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from gridbots.game import Game
    from gridbots.vector import Outcomes
    from gridbots_referee.experiments.ledger import Ledger
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop

    Play = Callable[[range], Outcomes]

FIRST_CHUNK: Final = 2
"""Matches of the first chunk, before the duration of a match is known."""
CHUNK_SECONDS: Final = 2.0
"""Shortest duration of a chunk, if there are enough matches: some cores wait at its end."""
LONGEST_SECONDS: Final = 10.0
"""Longest duration of a chunk, since progress and Ctrl-C wait for its end. Between the limits the
size stays as it is: in smaller chunks the fixed cost of a round weighs more."""


def play_compiled(
    session: Session, stop: Stop, on_progress: Callable[[int], None], ledger: Ledger
) -> None:
    policies, plain = _policies(session), not has_numba()  # the same matches, slowly

    def play(numbers: range) -> Outcomes:
        return play_matches(
            session.game,
            session.settings,
            policies,
            len(numbers),
            session.seed,
            first=numbers.start,
            rotates=session.rotates,
            plain=plain,
        )

    play_plainly(session.game, session.settings)
    play(range(1))  # compiles
    all_cores, done, size = AllCores(), ledger.matches, FIRST_CHUNK
    on_progress(done)
    while done < session.matches and not stop:
        began = time.monotonic()
        chunk = range(done, min(done + size, session.matches))
        ledger.add(all_cores.play(play, chunk))
        done = chunk.stop
        size = _next_size(size, time.monotonic() - began, len(cores()))
        on_progress(done)


def _next_size(size: int, seconds: float, parts: int) -> int:
    """Size of the next chunk, after `size` matches in `seconds`; at least one match per part."""
    if seconds < CHUNK_SECONDS:
        size = min(2 * size, WIDTH * parts)
    elif seconds > LONGEST_SECONDS:
        size //= 2
    return max(size, parts)


def _policies(session: Session) -> list[Any]:
    policies = [policy_of(launch, session.game) for launch in session.launches]
    for launch, policy in zip(session.launches, policies, strict=True):
        if policy is None:
            raise SettingsError(f"{launch.bot!r} offers no policy, so it cannot be played compiled")
    return policies


def policy_of(launch: Launch, game: Game) -> Any:
    """The policy of a bot as a kernel; None if it has none for this game."""
    kind = load_bot(launch.plugin)
    return make_policy(kind, launch.plugin, game, launch.values)


FORK_SECONDS: Final = 0.2
"""Shorter work is done by this process alone, since a fork takes some hundredths of a second."""


class AllCores:
    """Plays matches between kernels, split among all cores if that is faster.

    The result of a match must not depend on earlier ones, as with `play_matches`.
    """

    def __init__(self, most: int | None = None) -> None:
        """Use at most `most` cores; None: all that this process may use."""
        self._cores = min(most or len(cores()), len(cores()))
        self._seconds = 0.0
        """CPU time of a match, from the last measurement."""

    def play(self, play: Play, numbers: range) -> Outcomes:
        """Play the matches with these numbers by `play`, which must be compiled; in order.

        Raises:
            PluginError: a process that played them has died.
        """
        began, parts = time.monotonic(), self._parts(numbers)
        with ExitStack() as stack:
            helpers = [stack.enter_context(_Helper(play, part)) for part in parts[1:]]
            played = [play(parts[0]), *(helper.outcomes() for helper in helpers)]
        self._seconds = (time.monotonic() - began) * len(parts) / len(numbers)
        return joined(played)

    def _parts(self, numbers: range) -> list[range]:
        pays = _can_fork() and self._seconds * len(numbers) >= FORK_SECONDS
        count = min(self._cores, len(numbers)) if pays else 1
        ends = [len(numbers) * part // count for part in range(count + 1)]
        return [numbers[first:end] for first, end in itertools.pairwise(ends)]


def _can_fork() -> bool:
    """Whether a fork copies the whole process: only one of several threads would continue."""
    return sys.platform == "linux" and threading.active_count() == 1


class _Helper:
    """A forked process that plays a part of the matches."""

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
    """Play matches and send their outcomes, or the error. The parent handles Ctrl-C."""
    end_with_parent()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        writer.send(play(numbers))
    except Exception as error:  # noqa: BLE001  raised again in the parent
        writer.send(error)
