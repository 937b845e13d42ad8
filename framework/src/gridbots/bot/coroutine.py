"""Coroutine: a bot that yields what it waits for, so that one poll loop can serve many.

It is for bots whose program runs elsewhere. A referee can have such a bot in its own process, and
spares the switches between processes; alone, it plays on stdin and stdout as any other.
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
    """What a coroutine waits for."""

    fd: int
    """A file descriptor, LINES or NOTHING."""
    events: int = select.POLLIN
    until: float = math.inf
    """In seconds, by the time of the referee."""


Waits = Generator[Wait, bool, T]
"""A coroutine, which is told of each wait whether it was over in time."""


class Referee(Protocol):
    """What a coroutine knows of the referee. No call waits for anything."""

    is_open: bool
    """Whether more lines may come."""

    def read(self) -> bytes:
        """What has come from it; empty at the end."""

    def answer(self, line: bytes) -> None:
        """Send it a line."""

    def tell(self, text: bytes) -> None:
        """Say something on stderr."""

    def time(self) -> float:
        """Seconds of a clock that stands still while the referee does not run."""


class CoroutineBot(ProtocolBot):
    """Bot that plays as a coroutine."""

    in_referee: bool = False
    """Whether the referee may have it in its own process: it waits for nothing but what it yields,
    handles little at a time, whatever comes, and starts no process."""

    is_elsewhere: bool = False
    """Whether its program runs elsewhere, so that nobody here knows its CPU time."""

    @abstractmethod
    def play(self, referee: Referee) -> Waits[None]:
        """Play a match, to its end or that of the lines."""

    def close(self) -> None:
        """Called once, when it plays no more in the referee's process."""

    def run(self) -> None:
        streams = Streams()
        wait_for(self.play(streams))
        while self.stays and streams.is_open and streams.await_match():
            wait_for(self.play(streams))


class Streams:
    """The referee, by this process's streams."""

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
        """Say that this one is over; whether another has begun."""
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
        poll.register(0, 0)  # which tells of the end alone
    else:
        poll.register(wait.fd, wait.events)
    if wait.until == math.inf:
        return bool(poll.poll())
    left = wait.until - time.monotonic()
    return left > 0 and bool(poll.poll(math.ceil(1000 * left)))
