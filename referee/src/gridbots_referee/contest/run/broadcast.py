"""A match of a contest told to somebody who looks, while a worker plays it.

The lines of its record go through a socket of this machine: the match, then each round, then the
result. A reader that is slow or has enough loses the rest; the match never waits for it.
"""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.match import described

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.record import Match, Result, Round
    from gridbots_referee.play.match import LastRound, Plan

CONNECT_SECONDS: Final = 0.2
_encode = msgspec.json.Encoder().encode


class Relay:
    """Tells one match to the socket at a path, if somebody listens there."""

    def __init__(self, path: str, plan: Plan) -> None:
        self._socket: socket.socket | None = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(CONNECT_SECONDS)
            self._socket.connect(path)
            self._socket.setblocking(False)
        except OSError:
            self.close()
        self._tell(described(plan))

    def watch(self, _: AnyState, last_round: LastRound) -> None:
        if self._socket and (each := last_round()):
            self._tell(each)

    def end(self, result: Result) -> None:
        self._tell(result)
        self.close()

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, line: Match | Round | Result) -> None:
        if not self._socket:
            return
        data = _encode(line) + b"\n"
        try:
            is_told = self._socket.send(data) == len(data)
        except OSError:
            is_told = False
        if not is_told:
            self.close()


def relay_to(path: str, plan: Plan) -> contextlib.AbstractContextManager[Relay | None]:
    """A relay that is closed at the end; None where nobody wants to know."""
    return contextlib.closing(Relay(path, plan)) if path else contextlib.nullcontext()
