"""Live site: matches while they are played and those before them, as one person may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.sites.match_analysis import MatchAnalysis
from gridbots_referee.show.viewer.sites.replay_requests import number_in, requested
from gridbots_referee.show.viewer.sites.seat_view import about_for, stretch_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.show.viewer.live.live_matches import LiveMatches

BEGIN_SECONDS: Final = 5.0
"""How long a page that was opened before the first match waits for it."""


class LiveSite:
    """A site for the person of this name, or for who only looks."""

    def __init__(self, matches: LiveMatches, person: str | None = None) -> None:
        self.feed = matches.feeds.setdefault(person, Feed())
        self._matches = matches
        self._person = person
        # Who has a link to play may look at lines, and start no programs.
        self._analysis = MatchAnalysis(self.feed, runs=False)

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["about"]:
                return self._about()
            case ["matches"]:
                return {"matches": list(reversed(self._matches.rows.values()))}
            case ["replay", key, *rest]:
                return self._get_replay(number_in(key), rest, query)
        raise KeyError(*path)

    def _about(self) -> dict[str, Any]:
        matches = self._matches
        if matches.count:
            matches.has_begun.wait(BEGIN_SECONDS)
        key = None if matches.replay is None else str(matches.key)
        return {"kind": "records", "count": matches.count, "title": "Live", "replay": key}

    def _get_replay(self, key: int, rest: Sequence[str], query: Mapping[str, str]) -> Any:
        matches = self._matches
        replay = matches.replay_of(key)
        if (path := matches.path_of(key)) is not None:
            return self._analysis.get(rest, query, path, replay)
        seat = matches.seat_of(self._person) if matches.is_played(key) else None
        if seat is None or self._person is None:
            return requested(rest, query, replay)
        match rest:
            case []:
                return about_for(replay, seat) | {"seat": matches.seat_status(self._person)}
            case ["stretch", number]:
                return stretch_for(replay, number_in(number), seat)
        raise KeyError(*rest)

    def post(self, path: Sequence[str], value: Any) -> Any:
        """A person has pressed a key.

        Raises:
            KeyError: nobody plays this match by hand here.
            ProtocolError: it is no move.
        """
        match list(path):
            case ["replay", key, "move"] if self._person is not None:
                if self._matches.is_played(number_in(key)):
                    return self._matches.act(self._person, value)
                return {}  # the match has ended in the meantime
        raise KeyError(*path)
