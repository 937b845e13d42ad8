"""Receiver of the matches that workers broadcast, as replays, while pages show them.

While no match is needed, the socket is not at its path, and workers do not broadcast.
"""

from __future__ import annotations

import contextlib
import select
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
from gridbots_referee.show.replay.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

FRESH: Final = 4
"""Number of latest matches that wait for a board."""
PAUSE_SECONDS: Final = 2.0
"""Interval at which matches are received although no board has taken the waiting ones."""
KEPT: Final = 32
"""Matches that are kept at most: enough for two walls of 16 boards."""
ROUNDS_KEPT: Final = 100_000
"""Total rounds of the kept matches at most, unless there is only one match."""
TICK_SECONDS: Final = 0.25
"""Interval for checking whether pages are open."""
CHUNK: Final = 1 << 16
_decode = msgspec.json.Decoder(Match | Round | Result).decode


def _always() -> bool:
    return True


class Receiver:
    """A local socket; `on_change` is called with a match when parts of it have been received.

    Matches are numbered from 1. They are received only while `is_watched` returns true.
    """

    def __init__(
        self,
        on_change: Callable[[int, Replay, bool], None],
        is_watched: Callable[[], bool] = _always,
    ) -> None:
        self._on_change = on_change
        self._is_watched = is_watched
        self._folder = tempfile.TemporaryDirectory(prefix="gridbots-")
        self.path = str(Path(self._folder.name) / "matches")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.path)
        self._socket.listen()
        self._is_open = True
        self._lock = threading.Lock()
        """Guards the attributes below."""
        self._replays: dict[int, Replay] = {}
        self._count = 0
        self._given = 0
        self._began = 0.0
        """Time at which the last match began."""

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        # A thread that waits in `accept` is not woken by closing alone.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._folder.cleanup()

    # For the site.

    def fresh(self) -> list[int]:
        """Numbers of the latest matches, oldest first."""
        with self._lock:
            return sorted(self._replays)[-FRESH:]

    def give(self, number: int) -> None:
        """Matches up to this number are on boards; receive others."""
        with self._lock:
            self._given = max(self._given, number)

    def replay(self, number: int) -> Replay | None:
        with self._lock:
            return self._replays.get(number)

    # For the workers.

    @property
    def _is_wanted(self) -> bool:
        if not self._is_watched():
            return False
        is_time = time.monotonic() - self._began >= PAUSE_SECONDS
        return is_time or self._count - self._given < FRESH

    def _accept(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # the socket was closed
            while True:
                is_there, _, _ = select.select([self._socket], [], [], TICK_SECONDS)
                if is_there:
                    connection, _ = self._socket.accept()
                    self._begin(connection)
                self._open_or_close()

    def _begin(self, connection: socket.socket) -> None:
        if not self._is_wanted:
            connection.close()
            return
        self._began = time.monotonic()
        self._count += 1
        threading.Thread(target=self._receive, args=(connection, self._count), daemon=True).start()

    def _open_or_close(self) -> None:
        """Move the socket to its path, or away if no matches are needed."""
        wanted = self._is_wanted
        if wanted != self._is_open:
            closed = Path(f"{self.path}.closed")
            path = Path(self.path)
            (closed if wanted else path).rename(path if wanted else closed)
            self._is_open = wanted

    def _receive(self, connection: socket.socket, number: int) -> None:
        """Receive one match until its end; drop it if the connection breaks."""
        replay: Replay | None = None
        rest = b""
        broken_off = contextlib.suppress(OSError, msgspec.DecodeError, GridbotsError)
        with connection, broken_off:
            while chunk := connection.recv(CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    replay = _apply(replay, _decode(line))
                if replay and lines:
                    self._keep(number, replay)
                    self._on_change(number, replay, replay.result is not None)
        if replay and replay.result is None:
            with self._lock:
                self._replays.pop(number, None)
            self._on_change(number, replay, True)

    def _keep(self, number: int, replay: Replay) -> None:
        with self._lock:
            self._replays[number] = replay
            while len(self._replays) > 1 and self._are_too_many():
                del self._replays[min(self._replays)]

    def _are_too_many(self) -> bool:
        rounds = sum(replay.last for replay in self._replays.values())
        return len(self._replays) > KEPT or rounds > ROUNDS_KEPT


def _apply(replay: Replay | None, message: Match | Round | Result) -> Replay:
    if isinstance(message, Match):
        return Replay(load_game(message.game), message)
    if replay is None:
        raise RecordError("the first line must be a match")
    if isinstance(message, Round):
        replay.add(message)
    else:
        replay.end(message)
    return replay
