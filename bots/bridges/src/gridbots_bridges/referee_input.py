"""Input from the referee: what has come on stdin, as requests."""

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
        """Wait for input; the requests in it, the last of which is the one that counts."""
        data = os.read(0, CHUNK)
        self.is_open = bool(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        read = self._inbox.read
        told = [read(line.decode(errors="replace")) for line in lines]
        return [request for request in told if request is not None]
