"""Lobby: plays requested matches, one after the other, in the thread that runs it."""

from __future__ import annotations

import queue
import signal
import threading
from typing import TYPE_CHECKING, Final

from gridbots.errors import GridbotsError
from gridbots_referee.lobby.match_request import (
    LobbyRequestError,
    session_from_position,
    session_of,
)
from gridbots_referee.play.session import play_session
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.show.viewer.sites.live_matches import LiveMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.lobby.match_request import LobbyRequest
    from gridbots_referee.play.human_input import MovePipes
    from gridbots_referee.play.match import Watch
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.session import Session

IDLE_SECONDS: Final = 0.2
"""Interval between two checks whether a page is still open."""


class Lobby:
    """Requests from the page, and their matches."""

    def __init__(self, folder: Path, pipes: MovePipes, commands: Sequence[str] = ()) -> None:
        self.matches = LiveMatches(0, pipes)
        self.commands = commands
        self.problem = ""
        """Why the last requested match could not be played."""
        self.preparing = False
        """Whether a requested match has not started yet."""
        self.requests: dict[str, LobbyRequest] = {}
        """Key of the match -> its request, with the seed."""
        self._folder = folder
        self._waiting: queue.Queue[tuple[LobbyRequest, Session]] = queue.Queue(maxsize=1)
        self._lock = threading.Lock()
        self._stop: Stop | None = None
        self._is_ended_by_page = False

    def submit(self, request: LobbyRequest) -> None:
        """Request a match; it replaces the current one.

        Raises:
            LobbyRequestError: the request is invalid, or another one is waiting.
        """
        session = self._session(request)
        with self._lock:
            if self.preparing:
                raise LobbyRequestError(
                    {"request": "a match is being prepared; wait until it starts"}
                )
            self.preparing, self.problem = True, ""
            self._waiting.put_nowait((request, session))
        self.end_match()

    def _session(self, request: LobbyRequest) -> Session:
        if request.start is None:
            return session_of(request, self.commands)
        path = self.matches.path_of(request.start.match)
        if path is None:
            raise LobbyRequestError(
                {"start": f"expected a finished match, got {request.start.match}"}
            )
        return session_from_position(request, path, self.commands)

    def end_match(self) -> None:
        """Stop the current match, without a result."""
        with self._lock:
            if self._stop is not None:
                self._is_ended_by_page = True
                self._stop.request(signal.SIGINT)

    def run(self, is_deserted: Callable[[], bool], log: Callable[[str], None]) -> None:
        """Play requested matches until all pages are closed or the user stops the command."""
        is_stopped = False
        while not is_stopped and not is_deserted():
            try:
                request, session = self._waiting.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                continue
            try:
                is_stopped = self._play(request, session, log)
            except GridbotsError as error:
                self.problem = str(error)
                log(self.problem)
            finally:
                self.preparing = False
                self.matches.notify_all()

    def _play(self, request: LobbyRequest, session: Session, log: Callable[[str], None]) -> bool:
        """Play a match; returns whether the user has stopped the command."""
        from msgspec.structs import replace

        warm_bots(session.launches, session.game.name, session.values, log)
        self.matches.rate = request.pace

        def begin(spec: MatchSpec) -> Watch | None:
            watch = self.matches.match_started(spec)
            self.requests[str(self.matches.key)] = replace(request, seed=session.seed)
            self.preparing = False
            return watch

        def finish(record: Record, path: Path | None) -> None:
            self.matches.match_finished(record, path)
            log(f"{record.match.id}: {self.matches.rows[self.matches.key]['verdict']}")

        with Stop() as stop:
            with self._lock:
                self._stop, self._is_ended_by_page = stop, False
            try:
                play_session(session, self._folder, stop, begin, finish)
            finally:
                with self._lock:
                    self._stop = None
            return bool(stop) and not self._is_ended_by_page
