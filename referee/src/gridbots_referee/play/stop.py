"""Graceful shutdown: signals set a flag that wakes the poll loop, and raise nothing.

So a signal never interrupts the cleaning up after a match.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Whether to stop, and a file descriptor that becomes readable then."""

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def __bool__(self) -> bool:
        return self.signal is not None

    def fileno(self) -> int:
        return self._reader

    def request(self, number: int, _: FrameType | None = None) -> None:
        """A signal handler."""
        if self.signal is None:
            self.signal = signal.Signals(number)
            os.write(self._writer, b"!")

    def __enter__(self) -> Self:
        """Take over the signals until the end of the block."""
        self._before = {number: signal.signal(number, self.request) for number in SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self.close()

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)
