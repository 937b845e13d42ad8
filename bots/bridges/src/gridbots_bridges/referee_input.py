"""Input from the referee: what has come from it, as requests."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from gridbots.protocol import Inbox

if TYPE_CHECKING:
    from gridbots.protocol import Request

CHUNK: Final = 65536


class RefereeInput:
    def __init__(self) -> None:
        self._inbox = Inbox()
        self._partial = b""
        self.is_open = True

    def read(self) -> list[Request]:
        """Wait for input; the requests in it, as `feed`."""
        data = os.read(0, CHUNK)
        self.is_open = bool(data)
        return self.feed(data)

    def feed(self, data: bytes) -> list[Request]:
        """The requests that are complete now, the last of which is the one that counts."""
        lines, end, self._partial = (self._partial + data).rpartition(b"\n")
        return self._inbox.read_lines((lines + end).decode(errors="replace"))
