"""Receiver of the matches that workers broadcast, one at a time, as replays."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots.errors import GridbotsError, RecordError
from gridbots.plugins import load_game
from gridbots.record import Match, Result, Round
from gridbots_referee.show.viewer.replay.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE_SECONDS: Final = 2.0
"""Between the beginnings of two matches: nobody can follow more of them."""
_decode = msgspec.json.Decoder(Match | Round | Result).decode


class Receiver:
    """A socket of this machine; `on_change` is called with the match after all that is received.

    While it receives one match, or has only just begun, it refuses others.
    """

    def __init__(self, on_change: Callable[[str, Replay], None]) -> None:
        self._on_change = on_change
        self._folder = tempfile.TemporaryDirectory(prefix="gridbots-")
        self.path = str(Path(self._folder.name) / "matches")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.path)
        self._socket.listen()
        self._count = 0
        self._began = -PAUSE_SECONDS
        self._receiving: threading.Thread | None = None

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        # A thread that waits in `accept` is not woken by closing alone.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                is_time = time.monotonic() - self._began >= PAUSE_SECONDS
                if is_time and not (self._receiving and self._receiving.is_alive()):
                    self._began = time.monotonic()
                    self._receiving = threading.Thread(
                        target=self._receive, args=(connection,), daemon=True
                    )
                    self._receiving.start()
                else:
                    connection.close()

    def _receive(self, connection: socket.socket) -> None:
        """One match, until its end or until it is broken off."""
        self._count += 1
        replay: Replay | None = None
        broken_off = contextlib.suppress(OSError, msgspec.DecodeError, GridbotsError)
        with connection, connection.makefile("rb") as lines, broken_off:
            for line in lines:
                replay = self._take_in(replay, _decode(line))
                self._on_change(f"live{self._count}", replay)

    def _take_in(self, replay: Replay | None, told: Match | Round | Result) -> Replay:
        if isinstance(told, Match):
            return Replay(load_game(told.game), told)
        if replay is None:
            raise RecordError("the first line must be a match")
        if isinstance(told, Round):
            replay.add(told)
        else:
            replay.end(told)
        return replay
