"""Graceful shutdown: signals set a flag and wake the poll loop, without raising an exception.

A signal therefore never interrupts the cleanup after a match. The cleanup has a deadline: a timer
of the system ends this process, even if it hangs.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LAST_RESORT_SECONDS = 60.0
"""Time from a request to stop to the end of the process. All cleanup has much shorter deadlines."""


class Stop:
    """Whether a stop was requested, and a file descriptor that becomes readable when it is."""

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None
        self._has_timer = False
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def __bool__(self) -> bool:
        return self.signal is not None

    def fileno(self) -> int:
        return self._reader

    def request(self, number: int, _: FrameType | None = None) -> None:
        """Set the flag."""
        if self.signal is None:
            self.signal = signal.Signals(number)
            os.write(self._writer, b"!")

    def insist(self, number: int, _: FrameType | None = None) -> None:
        """Signal handler: set the flag, and start the timer that ends this process (by SIGALRM)."""
        if self.signal is None:
            signal.setitimer(signal.ITIMER_REAL, LAST_RESORT_SECONDS)
            self._has_timer = True
        self.request(number)

    def __enter__(self) -> Self:
        """Handle the signals until the end of the block, except a SIGHUP that nohup ignores."""
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        numbers = [each for each in SIGNALS if not (ignored and each == signal.SIGHUP)]
        self._before = {number: signal.signal(number, self.insist) for number in numbers}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._has_timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.close()

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)
