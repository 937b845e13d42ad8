"""Connections of the server, bounded: how many, how slow one may ask, and how often act."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST: Final = 256
"""Connections at a time."""
MOST_OF_ONE: Final = 48
"""Of one address; a browser makes six for each page."""
READ_SECONDS: Final = 30.0
"""Until a whole request has come, counted from the one before: slow ones hold nothing for long."""
SEND_SECONDS: Final = 20.0
"""Until an answer, or a piece of news, has gone out."""
ENDING_SECONDS: Final = 3.0
"""Until those that are under way when the server ends have gone out; the threads die with it."""
QUIET_SECONDS: Final = 0.2
"""Pages that have asked for nothing in so long have seen all that they wanted to."""


class TokenBucket:
    """Rate limit: so many acts a second in the long run, and so many at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._seen = burst, time.monotonic()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Whether one more act is allowed now."""
        with self._lock:
            now = time.monotonic()
            self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
            self._seen = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


class BoundedHandler(BaseHTTPRequestHandler):
    """A handler that says since when it has been reading a request."""

    server: BoundedHTTPServer
    timeout = SEND_SECONDS
    reading_since: float | None = None

    def setup(self) -> None:
        super().setup()
        self.server.handlers.add(self)

    def finish(self) -> None:
        self.server.handlers.discard(self)
        super().finish()

    def handle_one_request(self) -> None:
        self.reading_since = time.monotonic()
        super().handle_one_request()

    def has_read(self) -> None:
        """The whole request is here."""
        self.reading_since = None
        self.server.asked_at = time.monotonic()


class BoundedHTTPServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: Callable[..., Any]) -> None:
        self.handlers: set[BoundedHandler] = set()
        self.asked_at = 0.0
        """When the last request has come."""
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()
        super().__init__(address, handler)

    def handle_error(self, *_: object) -> None:
        """A page was closed while something was being sent."""

    def verify_request(self, _: Any, client_address: Any) -> bool:
        """Whether there is room for one more connection."""
        with self._lock:
            if self._open.total() >= MOST or self._open[client_address[0]] >= MOST_OF_ONE:
                return False
            self._open[client_address[0]] += 1
            return True

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open[client_address[0]] -= 1

    def serve_last(self) -> None:
        """Where pages are open, serve on until they ask no more, since the last news make them ask.

        A page that has but one connection, for news, comes back on another: so it counts that some
        were open when this began, not whether they still are. Not for long.
        """
        self.asked_at = began = time.monotonic()
        if not self._open.total():
            return
        while time.monotonic() < min(began + ENDING_SECONDS, self.asked_at + QUIET_SECONDS):
            time.sleep(0.005)

    def finish_answers(self) -> None:
        """Answer what has been asked, and read no more; not for long."""
        end = time.monotonic() + ENDING_SECONDS
        while self._open.total() and time.monotonic() < end:
            for handler in list(self.handlers):
                with suppress(OSError):
                    handler.connection.shutdown(socket.SHUT_RD)
            time.sleep(0.005)

    def service_actions(self) -> None:
        """Cut off those whose request does not come."""
        now = time.monotonic()
        for handler in list(self.handlers):
            since = handler.reading_since
            if since is not None and now - since > READ_SECONDS:
                with suppress(OSError):
                    handler.connection.shutdown(socket.SHUT_RDWR)
