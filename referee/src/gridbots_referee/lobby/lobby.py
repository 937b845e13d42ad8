"""Lobby: plays the matches that are ordered, one after the other, in the thread that runs it."""

from __future__ import annotations

import queue
import signal
import threading
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import GridbotsError
from gridbots_referee.lobby.order import OrderError, session_of, session_onward
from gridbots_referee.play.session import play_session
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.show.viewer.sites.live_matches import LiveMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.lobby.order import Order
    from gridbots_referee.play.human_input import MovePipes
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.session import Session

IDLE_SECONDS: Final = 0.2
"""How often it is looked whether somebody is still there."""


class Lobby:
    """Orders from the page, and the matches that come of them."""

    def __init__(self, folder: Path, pipes: MovePipes, commands: Sequence[str] = ()) -> None:
        self.matches = LiveMatches(0, pipes)
        self.commands = commands
        self.problem = ""
        """Why the last match that was ordered could not be played."""
        self.preparing = False
        """Whether a match was ordered that has not begun."""
        self.orders: dict[str, Order] = {}
        """By the keys of their matches, their seeds drawn."""
        self._folder = folder
        self._waiting: queue.Queue[tuple[Order, Session]] = queue.Queue(maxsize=1)
        self._lock = threading.Lock()
        self._stop: Stop | None = None
        self._is_ended_by_page = False

    def place(self, order: Order) -> None:
        """Order a match; the one that is played ends for it.

        Raises:
            OrderError: it does not fit, or one is waiting already.
        """
        session = self._session(order)
        with self._lock:
            if self.preparing:
                raise OrderError({"order": "a match is being prepared; wait until it begins"})
            self.preparing, self.problem = True, ""
            self._waiting.put_nowait((order, session))
        self.end_match()

    def _session(self, order: Order) -> Session:
        if order.onward is None:
            return session_of(order, self.commands)
        path = self.matches.path_of(order.onward.match)
        if path is None:
            raise OrderError({"onward": f"there is no match {order.onward.match} that has ended"})
        return session_onward(order, path, self.commands)

    def end_match(self) -> None:
        """End the match that is played, without a result."""
        with self._lock:
            if self._stop is not None:
                self._is_ended_by_page = True
                self._stop.request(signal.SIGINT)

    def run(self, is_deserted: Callable[[], bool], log: Callable[[str], None]) -> None:
        """Play what is ordered until nobody is there any more, or the user stops it."""
        is_stopped = False
        while not is_stopped and not is_deserted():
            try:
                order, session = self._waiting.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                continue
            try:
                is_stopped = self._play(order, session, log)
            except GridbotsError as error:
                self.problem = str(error)
                log(self.problem)
            finally:
                self.preparing = False
                self.matches.notify_all()

    def _play(self, order: Order, session: Session, log: Callable[[str], None]) -> bool:
        """Play a match; whether the user has stopped the command meanwhile."""
        from msgspec.structs import replace

        warm_bots(session.launches, session.game.name, session.values, log)
        self.matches.rate = order.pace

        def begin(spec: MatchSpec) -> Any:
            watch = self.matches.match_started(spec)
            self.orders[str(self.matches.key)] = replace(order, seed=session.seed)
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
