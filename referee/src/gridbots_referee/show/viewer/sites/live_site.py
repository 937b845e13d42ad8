"""Live site: the current match and earlier ones, as one person may see them.

A person who plays sees only the fields that are listed here. In all games the server withholds the
seed, which determines all chance, and the thoughts of other players; in games with hidden
information also the moves, the notes and the times of other players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.sites.match_analysis import MatchAnalysis, number_in, requested

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.show.replay.replay import Replay
    from gridbots_referee.show.viewer.sites.live_matches import LiveMatches

BEGIN_SECONDS: Final = 5.0
"""How long a page waits for the first match."""


class LiveSite:
    """A site for a person who plays under this name, or for spectators."""

    def __init__(self, matches: LiveMatches, person: str | None = None) -> None:
        self.feed = matches.feeds.setdefault(person, Feed())
        self._matches = matches
        self._person = person
        # A person with a link may read analyses, but not start bots.
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

    def post(self, path: Sequence[str], value: object) -> Any:
        """Process a key of the person who plays.

        Raises:
            KeyError: no person plays this match here.
            ProtocolError: the value is not a move.
        """
        match list(path):
            case ["replay", key, "move"] if self._person is not None:
                if self._matches.is_played(number_in(key)):
                    return self._matches.act(self._person, value)
                return {}  # the match has ended in the meantime
        raise KeyError(*path)


KNOWN: Final = (
    "id", "game", "title", "hidden", "moves", "symbols", "rows", "columns", "last", "stretch",
    "settings", "started", "limits", "how", "verdict",
)  # fmt: skip
"""Fields of a match that all may see."""
KNOWN_OF_PLAYERS: Final = ("name", "bot", "package", "timebank_ms", "time_per_move_ms")
KNOWN_OF_ROUNDS: Final = ("moves", "wall", "cpu", "bank")
"""Lists by seat; all seats are visible unless the game hides information."""
THOUGHTS: Final = ("overlays",)
"""Lists by seat; each seat sees only its own entry."""
KNOWN_SERIES: Final = ("bank", "wall", "cpu")
THOUGHT_SERIES: Final = ("value",)


def about_for(replay: Replay, seat: int) -> dict[str, Any]:
    """All data except the frames, for the person in this seat."""
    about = replay.about()
    hides = about["hidden"]
    known = {name: about[name] for name in KNOWN}
    events = [each for each in about["events"] if not hides or each["seat"] == seat]
    return {
        **known,
        "human": seat,
        "only_seat": seat if hides else None,
        "seed": None,
        "players": [
            {name: player[name] for name in KNOWN_OF_PLAYERS} for player in about["players"]
        ],
        "events": events,
        "events_left_out": 0 if hides else about["events_left_out"],
        "series": _series_for(about["series"], seat, hides=hides),
    }


def stretch_for(replay: Replay, number: int, seat: int) -> dict[str, Any]:
    """A stretch of frames, for the person in this seat.

    Raises:
        RecordError: the stretch does not exist.
    """
    hides = replay.about()["hidden"]
    stretch = replay.stretch(number, seat if hides else None)
    return {
        **{name: stretch[name] for name in ("start", "whole", "changes")},
        "rounds": [_round_for(each, seat, hides=hides) for each in stretch["rounds"]],
        "standing": _own(stretch["standing"], seat),
    }


def _round_for(each: dict[str, Any], seat: int, *, hides: bool) -> dict[str, Any]:
    """A round without the thoughts of others, and without their moves if those are hidden."""
    own = (*KNOWN_OF_ROUNDS, *THOUGHTS) if hides else THOUGHTS
    known: dict[str, Any] = {
        name: _own(each[name], seat) if name in own else each[name]
        for name in (*KNOWN_OF_ROUNDS, *THOUGHTS)
        if name in each
    }
    notes = [note for note in each.get("notes", ()) if not hides or note["seat"] == seat]
    return {**known, "notes": notes} if notes else known


def _series_for(series: dict[str, Any], seat: int, *, hides: bool) -> dict[str, Any]:
    own = (*KNOWN_SERIES, *THOUGHT_SERIES) if hides else THOUGHT_SERIES
    return {
        "width": series["width"],
        **{
            name: [
                line if place == seat or name not in own else [None] * len(line)
                for place, line in enumerate(series[name])
            ]
            for name in (*KNOWN_SERIES, *THOUGHT_SERIES)
        },
    }


def _own(values: Sequence[Any], seat: int) -> list[Any]:
    """A list by seat in which only the value of this seat is not None."""
    return [value if place == seat else None for place, value in enumerate(values)]
