"""Live site: matches while they are played, and those played before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import ProtocolError
from gridbots.plugins import load_game
from gridbots_referee.play.match_spec import match_header
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.replay.replay import Replay
from gridbots_referee.show.viewer.sites.record_site import Replays, summary_of
from gridbots_referee.show.viewer.sites.replay_requests import number_in, requested
from gridbots_referee.show.viewer.sites.seat_view import about_for, stretch_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gridbots.game import State
    from gridbots.record import Record
    from gridbots_referee.play.human_input import MovePipe
    from gridbots_referee.play.match import LastRound, Watch
    from gridbots_referee.play.match_spec import MatchSpec

KEPT: Final = 500
"""Lines of the list of matches: the latest ones."""


class LiveSite:
    """A site of matches that are played one after the other; a person plays through `pipe`."""

    def __init__(self, matches: int, pipe: MovePipe | None = None) -> None:
        self.feed = Feed()
        self._pipe = pipe
        self._count = matches
        self._key = -1
        """Of the match that is played, or was the last one."""
        self._replay: Replay | None = None
        self._human: int | None = None
        """The seat that a person plays in it."""
        self._paths: dict[int, Path] = {}
        self._rows: dict[int, dict[str, Any]] = {}
        self._replays = Replays()

    # What the referee tells.

    def match_started(self, spec: MatchSpec) -> Watch:
        """A match begins; the callback that watches it."""
        replay = Replay(spec.game, match_header(spec))
        self._human = next(
            (seat for seat, launch in enumerate(spec.launches) if launch.needs_terminal), None
        )
        self._replay, self._key = replay, self._key + 1

        def follow(_: State, last_round: LastRound) -> None:
            if each := last_round():
                replay.add(each)
            self._publish(replay)

        return follow

    def match_finished(self, record: Record, path: Path | None) -> None:
        """The match has ended, and lies there, if it could be written."""
        replay = self._replay
        if replay is None:
            return
        replay.end(record.result)
        if path:
            self._paths[self._key] = path
        self._rows[self._key] = {"key": str(self._key), **summary_of(record)}
        self._rows.pop(self._key - KEPT, None)
        self._publish(replay)
        self.feed.publish("site", {})

    def _publish(self, replay: Replay) -> None:
        ended = replay.result is not None
        self.feed.publish("replay", {"key": str(self._key), "last": replay.last, "ended": ended})

    # What the page asks.

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["about"]:
                return self._about()
            case ["matches"]:
                return {"matches": list(reversed(self._rows.values()))}
            case ["replay", key, *rest]:
                return self._get_replay(number_in(key), rest, query)
        raise KeyError(*path)

    def _about(self) -> dict[str, Any]:
        key = None if self._replay is None else str(self._key)
        return {"kind": "records", "count": self._count, "title": "Live", "replay": key}

    def _get_replay(self, key: int, rest: Sequence[str], query: Mapping[str, str]) -> Any:
        if key != self._key or self._replay is None:
            return requested(rest, query, self._replays.replay(self._paths[key]))
        replay = self._replay
        if replay.result is not None or self._human is None:
            return requested(rest, query, replay)
        match rest:
            case []:
                return about_for(replay, self._human)
            case ["stretch", number]:
                return stretch_for(replay, number_in(number), self._human)
        raise KeyError(*rest)

    def post(self, path: Sequence[str], value: Any) -> Any:
        """A person has chosen a move.

        Raises:
            KeyError: nobody plays this match by hand.
            ProtocolError: it is no move.
        """
        replay = self._replay
        is_played = replay is not None and replay.result is None and self._human is not None
        if list(path) != ["replay", str(self._key), "move"] or not is_played or not self._pipe:
            raise KeyError(*path)
        assert replay is not None  # noqa: S101  is_played says so
        match value:
            case {"round": int(number), "move": str(word)}:
                if word in load_game(replay.match.game).moves:
                    self._pipe.write(number, word)
                    return {}
        raise ProtocolError(f"expected a round and a move, got {value!r}"[:200])
