"""Broadcast: streams a running match to a viewer.

The lines of its record go through a Unix socket: the match, then each round, then the result. A
reader that is slow or disconnects loses the rest; the match never waits for it. Without a reader
there is no socket, and broadcasting costs a few microseconds.
"""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.play.match_spec import match_header

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.record import Match, Result, Round
    from gridbots_referee.play.match import LastRound
    from gridbots_referee.play.match_spec import MatchSpec

_encode = msgspec.json.Encoder().encode


class Broadcast:
    """Streams one match to the socket at this path, if a viewer listens there."""

    def __init__(self, path: str, spec: MatchSpec) -> None:
        self._socket: socket.socket | None = socket.socket(socket.AF_UNIX)
        try:
            self._socket.setblocking(False)
            self._socket.connect(path)
        except OSError:
            self.close()
        else:
            self._send(match_header(spec))

    def watch(self, _: AnyState, last_round: LastRound) -> None:
        if self._socket and (each := last_round()):
            self._send(each)

    def end(self, result: Result) -> None:
        self._send(result)
        self.close()

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def _send(self, line: Match | Round | Result) -> None:
        if not self._socket:
            return
        data = _encode(line) + b"\n"
        try:
            is_sent = self._socket.send(data) == len(data)
        except OSError:
            is_sent = False
        if not is_sent:
            self.close()


def broadcast_to(path: str, spec: MatchSpec) -> contextlib.AbstractContextManager[Broadcast | None]:
    """A broadcast that is closed at the end; None if the path is empty."""
    return contextlib.closing(Broadcast(path, spec)) if path else contextlib.nullcontext()
