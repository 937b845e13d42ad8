"""Coroutine: a bot that yields its waits, so that one poll loop can serve many bots.

It is for bots whose program runs on another machine. A referee can run such a bot in its own
process and save context switches; without a referee it plays on stdin and stdout like any other.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import time
from abc import abstractmethod
from collections.abc import Generator
from typing import Final, NamedTuple, Protocol, TypeVar

from gridbots.plugins.bot import ProtocolBot
from gridbots.protocol import READY_LINE

T = TypeVar("T")

CHUNK: Final = 65536
LINES: Final = 0
"""In place of a file: more lines from the referee, or their end."""
NOTHING: Final = -1
"""In place of a file: time alone, or the end of the lines."""


class Wait(NamedTuple):
    """A wait of a coroutine."""

    fd: int
    """A file descriptor, LINES or NOTHING."""
    events: int = select.POLLIN
    until: float = math.inf
    """Deadline in seconds, by the clock of the referee."""


Waits = Generator[Wait, bool, T]
"""A coroutine; the result of each wait is whether it ended before its deadline."""


class Referee(Protocol):
    """The referee, as seen by a coroutine. No call blocks."""

    is_open: bool
    """Whether more lines may arrive."""

    def read(self) -> bytes:
        """The bytes that have arrived; empty at the end."""

    def answer(self, line: bytes) -> None:
        """Send a line to the referee."""

    def tell(self, text: bytes) -> None:
        """Write text to stderr."""

    def time(self) -> float:
        """Seconds of a clock that stops while the referee does not run."""


class CoroutineBot(ProtocolBot):
    """Base class of bots that play as a coroutine."""

    in_referee: bool = False
    """Whether the referee may run it in its own process: it blocks only where it yields, handles
    limited input at a time, and starts no process."""

    is_elsewhere: bool = False
    """Whether its program runs on another machine, so that its CPU time is unknown."""

    @abstractmethod
    def play(self, referee: Referee) -> Waits[None]:
        """Play a match until it ends or the input ends."""

    def close(self) -> None:
        """Called once, after its last match in the referee's process."""

    def run(self) -> None:
        streams = Streams()
        wait_for(self.play(streams))
        while self.stays and streams.is_open and streams.await_match():
            wait_for(self.play(streams))


class Streams:
    """The referee, connected by this process's streams."""

    def __init__(self) -> None:
        self.is_open = True

    def read(self) -> bytes:
        data = os.read(0, CHUNK)
        self.is_open = bool(data)
        return data

    def answer(self, line: bytes) -> None:
        os.write(1, line)

    def tell(self, text: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(2, text)

    def time(self) -> float:
        return time.monotonic()

    def await_match(self) -> bool:
        """Report that this match is over; return whether another has begun."""
        self.answer(READY_LINE)
        poll = select.poll()
        poll.register(0, select.POLLIN)
        return any(event & select.POLLIN for _, event in poll.poll())


def wait_for(waits: Waits[T]) -> T:
    """Run a coroutine to its end, with this process's stdin for the lines."""
    try:
        wait = next(waits)
        while True:
            wait = waits.send(_was_in_time(wait))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


def _was_in_time(wait: Wait) -> bool:
    poll = select.poll()
    if wait.fd == NOTHING:
        poll.register(0, 0)  # reports only the end of input
    else:
        poll.register(wait.fd, wait.events)
    if wait.until == math.inf:
        return bool(poll.poll())
    left = wait.until - time.monotonic()
    return left > 0 and bool(poll.poll(math.ceil(1000 * left)))
