"""Round timer: in real time, rounds end at a fixed rate after a countdown, except in a pause."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

COUNTDOWN_SECONDS: Final = 3.0
"""Countdown before the first round, and after a pause."""
POLL_SECONDS: Final = 0.05
"""Interval for checking whether all people are present."""


class RoundTimer:
    """Ends rounds from a background thread, which then holds the lock.

    The countdown begins when `is_ready` returns true; then `notify` is called.
    """

    def __init__(
        self,
        rate: float,
        lock: threading.RLock,
        end_round: Callable[[], None],
        is_ready: Callable[[], bool],
        notify: Callable[[], None] = lambda: None,
    ) -> None:
        self._seconds = 1 / rate
        self._changed = threading.Condition(lock)
        self._end_round = end_round
        self._is_ready = is_ready
        self._notify = notify
        self._is_open = False
        """Whether a round is being played."""
        self._due: float | None = None
        """Time at which the round ends, or ended."""
        self._starts: float | None = None
        """Time at which the countdown ends; None before it begins."""
        self.is_paused = False
        self._is_closed = False
        threading.Thread(target=self._run, daemon=True).start()

    def begin_round(self) -> None:
        """Begin a round; it ends one period after the previous one, unless that is in the past."""
        now = time.monotonic()
        with self._changed:
            before = self._due or now
            self._due = max(before, now - self._seconds) + self._seconds
            self._is_open = True
            self._changed.notify_all()

    def pause(self, *, is_paused: bool) -> None:
        with self._changed:
            if self.is_paused and not is_paused:
                self._starts = time.monotonic() + COUNTDOWN_SECONDS
            self.is_paused = is_paused
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def status(self) -> dict[str, Any]:
        """The state of the timer for the page."""
        starts = self._starts
        left = None if starts is None else max(0, round((starts - time.monotonic()) * 1000))
        return {"paused": self.is_paused, "starts_in_ms": left, "period_ms": self._seconds * 1000}

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                wait = self._wait()
                if wait is None or wait > 0:
                    self._changed.wait(wait)
                else:
                    self._is_open = False
                    self._end_round()

    def _wait(self) -> float | None:
        """Seconds until the round ends; None if that is not known yet."""
        if self.is_paused or self._due is None or not self._is_open:
            return None
        if self._starts is None:
            if not self._is_ready():
                return POLL_SECONDS
            self._starts = time.monotonic() + COUNTDOWN_SECONDS
            self._notify()
        return max(self._due, self._starts + self._seconds) - time.monotonic()
