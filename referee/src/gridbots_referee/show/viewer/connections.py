"""Connections of the server, bounded in number, duration and rate."""

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
"""Connections at the same time."""
MOST_OF_ONE: Final = 48
"""Connections of one address; a browser opens six for each page."""
READ_SECONDS: Final = 30.0
"""Time for receiving a request, counted from the previous one; slow clients are cut off."""
SEND_SECONDS: Final = 20.0
"""Time for sending a response or an event."""
ENDING_SECONDS: Final = 3.0
"""Time for finishing responses when the server stops; then their threads end."""
QUIET_SECONDS: Final = 0.2
"""A page without requests for this time has received everything that it needs."""


class TokenBucket:
    """Rate limit: `rate` actions per second in the long run, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._seen = burst, time.monotonic()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Whether another action is allowed now."""
        with self._lock:
            now = time.monotonic()
            self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
            self._seen = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


class BoundedHandler(BaseHTTPRequestHandler):
    """A handler that records since when it has been reading a request."""

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
        """The whole request has been received."""
        self.reading_since = None
        self.server.asked_at = time.monotonic()


class BoundedHTTPServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: Callable[..., Any]) -> None:
        self.handlers: set[BoundedHandler] = set()
        self.asked_at = 0.0
        """Time of the last request."""
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()
        super().__init__(address, handler)

    def handle_error(self, *_: object) -> None:
        """Ignore errors: a page was closed while a response was sent."""

    def verify_request(self, _: Any, client_address: Any) -> bool:
        """Whether another connection is allowed."""
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
        """Serve open pages until they stop sending requests, which the last events cause.

        A page whose only connection was for events comes back on another one. So it matters whether
        pages were open at the start, and not whether they still are. The time is limited.
        """
        self.asked_at = began = time.monotonic()
        if not self._open.total():
            return
        while time.monotonic() < min(began + ENDING_SECONDS, self.asked_at + QUIET_SECONDS):
            time.sleep(0.005)

    def finish_answers(self) -> None:
        """Finish the responses without reading further requests, for a limited time."""
        end = time.monotonic() + ENDING_SECONDS
        while self._open.total() and time.monotonic() < end:
            for handler in list(self.handlers):
                with suppress(OSError):
                    handler.connection.shutdown(socket.SHUT_RD)
            time.sleep(0.005)

    def service_actions(self) -> None:
        """Close connections whose request takes too long to arrive."""
        now = time.monotonic()
        for handler in list(self.handlers):
            since = handler.reading_since
            if since is not None and now - since > READ_SECONDS:
                with suppress(OSError):
                    handler.connection.shutdown(socket.SHUT_RDWR)
