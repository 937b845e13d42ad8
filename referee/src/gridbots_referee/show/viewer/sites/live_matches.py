"""Live matches: a series of matches that sites show and people play."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import ProtocolError
from gridbots_referee.play.match_spec import match_header
from gridbots_referee.show.replay.replay import Replay
from gridbots_referee.show.viewer.sites.person_seat import PersonSeat
from gridbots_referee.show.viewer.sites.record_site import Replays, summary_of
from gridbots_referee.show.viewer.sites.round_timer import RoundTimer

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import State
    from gridbots.record import Record
    from gridbots_referee.play.human_input import MovePipes
    from gridbots_referee.play.match import LastRound, Watch
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.show.viewer.feed import Feed

KEPT: Final = 500
"""Number of latest matches in the list."""


class LiveMatches:
    """The current match, and earlier ones. The names of their bots identify people.

    `rate` is the number of rounds per second in real-time matches with people.
    """

    def __init__(
        self, count: int, pipes: MovePipes | None = None, rate: float | None = None
    ) -> None:
        self.count = count
        self.rate = rate
        self.key = -1
        """Key of the current match, or of the last one."""
        self.replay: Replay | None = None
        self.has_begun = threading.Event()
        """Set when the first match has begun."""
        self.rows: dict[int, dict[str, Any]] = {}
        self.feeds: dict[str | None, Feed] = {}
        """The feed of each person, and of spectators (None)."""
        self._pipes = pipes
        self._lock = threading.RLock()
        self._serials = itertools.count()
        """Serial numbers of seat states: an event may arrive before an older response."""
        self._people: dict[str, PersonSeat] = {}
        self._timer: RoundTimer | None = None
        self._paths: dict[int, Path] = {}
        self._replays = Replays()

    # For the referee.

    def match_started(self, spec: MatchSpec) -> Watch:
        """A match begins; return the callback that watches it."""
        replay = Replay(spec.game, match_header(spec))
        with self._lock:
            self.replay, self.key = replay, self.key + 1
            self._seat_people(spec)
        self.has_begun.set()

        def follow(state: State, last_round: LastRound) -> None:
            if each := last_round():
                replay.add(each)
            with self._lock:
                self._begin_round(state)
            self._publish(replay)

        return follow

    def _seat_people(self, spec: MatchSpec) -> None:
        pipes = self._pipes
        self._people = {}
        if pipes is None:
            return
        pipes.drain()
        for seat, launch in enumerate(spec.launches):
            if launch.needs_terminal:
                write = pipes.writer(seat)
                self._people[launch.name] = PersonSeat(spec.game, seat, write)
        if self.rate and self._people:
            self._timer = RoundTimer(
                self.rate, self._lock, self._end_round, self._are_all_there, self._notify_people
            )
            for person in self._people.values():
                person.is_paced = True

    def _begin_round(self, state: State) -> None:
        for person in self._people.values():
            person.see(state)
        if self._timer and any(person.is_due for person in self._people.values()):
            self._timer.begin_round()
        self._notify_people()

    def _end_round(self) -> None:
        for person in self._people.values():
            person.end_round()
        self._notify_people()

    def _are_all_there(self) -> bool:
        return all(self.is_there(name) for name in self._people)

    def is_there(self, name: str) -> bool:
        """Whether this person has the page open."""
        return name in self.feeds and self.feeds[name].readers > 0

    def match_finished(self, record: Record, path: Path | None) -> None:
        """The match has ended; `path` is its record, if it could be written."""
        replay = self.replay
        if replay is None:
            return
        replay.end(record.result)
        with self._lock:
            if self._timer:
                self._timer.close()
            self._people, self._timer = {}, None
        if path:
            self._paths[self.key] = path
        self.rows[self.key] = {"key": str(self.key), **summary_of(record)}
        self.rows.pop(self.key - KEPT, None)
        self._publish(replay)
        self.notify_all()

    def notify_all(self) -> None:
        """Notify all pages that the site has changed."""
        for feed in self.feeds.values():
            feed.publish("site", {})

    def _publish(self, replay: Replay) -> None:
        ended = replay.result is not None
        for feed in self.feeds.values():
            feed.publish("replay", {"key": str(self.key), "last": replay.last, "ended": ended})

    def _notify_people(self) -> None:
        for name in self._people:
            if name in self.feeds:
                self.feeds[name].publish("seat", self.seat_status(name))

    # For sites.

    def is_played(self, key: int) -> bool:
        """Whether this match is being played."""
        return key == self.key and self.replay is not None and self.replay.result is None

    def replay_of(self, key: int) -> Replay:
        """The replay of a match.

        Raises:
            KeyError: the match does not exist.
        """
        if key == self.key and self.replay is not None:
            return self.replay
        return self._replays.replay(self._paths[key])

    def path_of(self, key: int) -> Path | None:
        """The path of the record of a match that has ended."""
        return self._paths.get(key)

    def seat_of(self, name: str | None) -> int | None:
        """The seat of a person in the current match; None for spectators."""
        person = self._people.get(name) if name is not None else None
        return None if person is None else person.seat

    def seat_status(self, name: str) -> dict[str, Any]:
        """State of a seat for the page of a person: moves that are due or queued, and the pace."""
        with self._lock:
            person, timer = self._people[name], self._timer
            return {
                "key": str(self.key),
                "serial": next(self._serials),
                **person.status(),
                "pace": timer and timer.status(),
                "there": {name: self.is_there(name) for name in self._people},
            }

    def act(self, name: str, value: object) -> dict[str, Any]:
        """Process a key of a person in the current match; return the new state of the seat.

        Raises:
            KeyError: the person does not play in the current match.
            ProtocolError: the value is not a move.
        """
        with self._lock:
            person = self._people[name]
            match value:
                case {"move": str(word)}:
                    person.press(word)
                case {"cancel": True}:
                    person.cancel()
                case {"pause": bool(is_paused)} if self._timer:
                    self._timer.pause(is_paused=is_paused)
                case _:
                    raise ProtocolError(f"expected a move, got {value!r}"[:200])
            self._notify_people()
            return self.seat_status(name)
