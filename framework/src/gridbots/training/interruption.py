"""Interruption of a training: a signal ends it after the current step, with a checkpoint."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from types import FrameType

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption:
    """Whether a signal has come; a second one raises KeyboardInterrupt at once.

    Signals are handled within a `with` statement in the main thread. A SIGHUP that nohup ignores
    stays ignored.
    """

    def __init__(self) -> None:
        self._has_come = False

    def __bool__(self) -> bool:
        return self._has_come

    def _handle(self, _: int, __: FrameType | None) -> None:
        if self._has_come:
            raise KeyboardInterrupt
        self._has_come = True

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        handled = [each for each in SIGNALS if not (ignored and each == signal.SIGHUP)]
        numbers = handled if is_main else []
        self._before = {number: signal.signal(number, self._handle) for number in numbers}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
