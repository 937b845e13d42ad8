"""Server-sent events: only the latest event of each subject is kept, so that no queue grows."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Events = list[tuple[str, bytes]]

POLL_SECONDS: Final = 0.5
"""How often a source is polled that does not publish its events."""


def _nothing() -> None:
    """Poll nothing: the source publishes its events."""


SLOTS: Final = 64
"""Number of subjects whose latest event is kept, the most recent ones."""


class Feed:
    """The latest event of each kind and subject; any number of threads may wait for it.

    `poll` checks a source that other processes change, and publishes events. It is called while
    there are readers.
    """

    def __init__(self, poll: Callable[[], None] = _nothing) -> None:
        self._poll = poll
        self._condition = threading.Condition()
        self._serial = 0
        self._latest: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.readers = 0
        """Number of pages that wait for events."""
        self._left = time.monotonic()
        """Time at which the last reader left."""
        self.was_read = False
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def publish(self, kind: str, value: object, subject: str = "") -> None:
        with self._condition:
            self._serial += 1
            self._latest[kind, subject] = (self._serial, msgspec.json.encode(value))
            if len(self._latest) > SLOTS:
                del self._latest[min(self._latest, key=lambda slot: self._latest[slot][0])]
            self._condition.notify_all()

    def has_readers(self) -> bool:
        return self.readers > 0

    def close(self) -> None:
        """Publish no further events."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()

    def read(self, patience: float) -> Iterator[Events]:
        """Events as they arrive, after the latest ones; an empty list each `patience` seconds."""
        seen = 0
        with self._reading():
            while True:
                self._wait(seen, patience)
                with self._condition:
                    if self._is_closed and self._serial == seen:
                        return
                    fresh = sorted(
                        (serial, kind, text)
                        for (kind, _), (serial, text) in self._latest.items()
                        if serial > seen
                    )
                    seen = self._serial
                yield [(kind, text) for _, kind, text in fresh]

    def _wait(self, seen: int, patience: float) -> None:
        """Wait for an event, at most `patience` seconds."""
        end = time.monotonic() + patience
        while (left := end - time.monotonic()) > 0:
            self._poll()
            with self._condition:
                if self._serial != seen or self._is_closed:
                    return
                self._condition.wait(min(left, POLL_SECONDS))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._condition:
            self.readers += 1
            self.was_read = True
        try:
            yield
        finally:
            with self._condition:
                self.readers -= 1
                self._left = time.monotonic()

    def is_deserted(self, seconds: float) -> bool:
        """Whether there were readers, but none for this number of seconds."""
        with self._condition:
            alone = self.was_read and not self.readers
            return alone and time.monotonic() - self._left >= seconds
