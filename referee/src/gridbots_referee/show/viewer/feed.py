"""Server-sent events: only the latest of each kind, so that a slow page never makes a queue."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

News = list[tuple[str, bytes]]


class Feed:
    """The latest event of each kind; any number of threads may wait for it."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._serial = 0
        self._latest: dict[str, tuple[int, bytes]] = {}
        self._readers = 0
        self._left = time.monotonic()
        """When the last reader has left."""
        self._was_read = False
        self._is_closed = False

    def publish(self, kind: str, value: Any) -> None:
        with self._condition:
            self._serial += 1
            self._latest[kind] = (self._serial, msgspec.json.encode(value))
            self._condition.notify_all()

    def close(self) -> None:
        """There will be no more news."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()

    def read(self, patience: float) -> Iterator[News]:
        """The news as they come, all the latest first; nothing after each `patience` seconds."""
        seen = 0
        with self._reading():
            while True:
                with self._condition:
                    if self._serial == seen and not self._is_closed:
                        self._condition.wait(patience)
                    if self._is_closed and self._serial == seen:
                        return
                    fresh = sorted(
                        (serial, kind, text)
                        for kind, (serial, text) in self._latest.items()
                        if serial > seen
                    )
                    seen = self._serial
                yield [(kind, text) for _, kind, text in fresh]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._condition:
            self._readers += 1
            self._was_read = True
        try:
            yield
        finally:
            with self._condition:
                self._readers -= 1
                self._left = time.monotonic()

    def deserted(self, seconds: float) -> bool:
        """Whether there were readers, and for so long has been none."""
        with self._condition:
            alone = self._was_read and not self._readers
            return alone and time.monotonic() - self._left >= seconds
