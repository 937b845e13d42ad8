"""Tournament site: what is in a store, also while the tournament is played."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import StoreError, UnknownNameError
from gridbots.record import TERMINATIONS
from gridbots_referee.show.tables import standings
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.sites.record_site import Replays
from gridbots_referee.show.viewer.sites.replay_requests import number_in, requested
from gridbots_referee.tournament.run.scoreboard import Scoreboard
from gridbots_referee.tournament.store.crosstable import crosstable
from gridbots_referee.tournament.store.query import MatchFilter
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import standings_of, summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots_referee.show.viewer.replay.replay import Replay
    from gridbots_referee.tournament.formats.fixture import Fixture
    from gridbots_referee.tournament.run.job import Finished
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.store.query import StoredMatch

LISTED: Final = 200
"""Matches in the list at most; older ones are asked for by number."""
POINTS: Final = 40
"""On a curve of ratings."""
NEWS_SECONDS: Final = 0.5


class TournamentSite:
    """A site of one store, which is only read; it may observe the tournament while it is played."""

    def __init__(self, path: Path) -> None:
        self.feed = Feed(self.look)
        self._path = path
        self._seen = self._stamp()
        """Of the files, when the page was told last."""
        self._is_observing = False
        """Whether the runner itself tells what happens."""
        self._replays = Replays()
        self._curves: tuple[int, dict[str, Any]] = (-1, {})
        """Of ratings, and after how many matches."""
        self._live: tuple[str, Replay | None] = ("", None)
        """The match that is played, or was seen last while it was, and its key."""
        self._expected = self._done = 0
        self._told = 0.0
        with self._open() as store:
            self._done = len(store)

    def _open(self) -> Store:
        return Store.open(self._path, read_only=True)

    # What the tournament runner calls.

    def stage_started(self, todo: int, done: int) -> None:
        self._is_observing = True
        self._expected, self._done = todo + done, done
        self.publish()

    def match_void(self, _: Fixture, __: VoidMatch) -> None:
        """Nothing to show: the page is about what was played."""

    def match_finished(self, _: Fixture, __: Finished) -> None:
        self._done += 1

    def heartbeat(self) -> None:
        if time.monotonic() - self._told >= NEWS_SECONDS:
            self.publish()

    def broadcast_changed(self, key: str, replay: Replay) -> None:
        """A broadcast match has changed."""
        is_new = key != self._live[0]
        self._live = (key, replay)
        ended = replay.result is not None
        self.feed.publish("replay", {"key": key, "last": replay.last, "ended": ended})
        if is_new:
            self.publish()

    def look(self) -> None:
        """Tell open pages if another process has written the store."""
        stamp = self._stamp()
        if self._is_observing or stamp == self._seen:
            return
        self._seen = stamp
        with suppress(StoreError), self._open() as store:
            self._done = len(store)
            self.publish()

    def _stamp(self) -> tuple[tuple[int, int] | None, ...]:
        """What changes when the store is written: times and sizes of the file and of its log."""
        return tuple(map(_stamp_of, (self._path, Path(f"{self._path}-wal"))))

    def publish(self) -> None:
        """Tell open pages that there may be more."""
        self._told = time.monotonic()
        self.feed.publish("site", {"done": self._done, "expected": self._expected})

    # What the page asks.

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["replay", key, *rest]:
                return requested(rest, query, self._replay(key))
            case [name]:
                read = READERS[name]
                with self._open() as store:
                    return read(self, store, query)
        raise KeyError(*path)

    def _replay(self, key: str) -> Replay:
        live, replay = self._live
        if replay and key == live:
            return replay
        with self._open() as store:
            path = _record(store, key)
        return self._replays.replay(path)

    def post(self, path: Sequence[str], value: Any) -> Any:  # noqa: ARG002  nothing is taken in
        raise KeyError(*path)

    def about(self, store: Store, _: Mapping[str, str]) -> dict[str, Any]:
        left = self._expected - self._done
        return {
            "kind": "store",
            "count": len(store),
            "title": store.tournament.name,
            "bots": [entrant.name for entrant in store.tournament.bots],
            "terminations": list(TERMINATIONS),
            "progress": f"{self._done} of {self._expected} matches" if left > 0 else "",
            "live": self._live[0],
            "reads": list(READERS),
        }

    def ratings(self, store: Store, _: Mapping[str, str]) -> dict[str, Any]:
        """Rating curves, at POINTS numbers of matches."""
        count = len(store)
        if self._curves[0] != count:
            self._curves = (count, _curves(store))
        return self._curves[1]


def _stamp_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _record(store: Store, number: str) -> Path:
    """The path of the record of a match.

    Raises:
        KeyError: there is no such match.
    """
    query = "SELECT record FROM matches WHERE number = ?"
    for (name,) in store.query(query, (number_in(number),)):
        return store.records / Path(name).name
    raise KeyError(number)


def _filter(store: Store, query: Mapping[str, str]) -> MatchFilter:
    """The matches that a page asks for.

    Raises:
        UnknownNameError: there is no such bot, ending or termination.
        KeyError: a number is none.
    """
    bot, against = (
        store.entrant(name) if name else None for name in map(query.get, ("bot", "against"))
    )
    ending, termination = query.get("ending") or None, query.get("termination", "")
    if ending not in {None, "won", "drawn", "lost"}:
        raise UnknownNameError(f"expected won, drawn or lost, got {ending!r}")
    if termination and termination not in TERMINATIONS:
        raise UnknownNameError(f"expected a termination, got {termination!r}")
    before = query.get("before", "")
    limit = min(number_in(query.get("limit") or str(LISTED)), LISTED)
    return MatchFilter(
        bot,
        against,
        ending if bot is not None else None,  # type: ignore[arg-type]
        termination,
        limit,
        number_in(before) if before else None,
    )


def _row(match: StoredMatch) -> dict[str, Any]:
    return {
        "key": str(match.number),
        "number": match.number,
        "rounds": match.rounds,
        "how": match.how,
        "started": match.started,
        "players": [
            {
                "name": player.name,
                "place": player.place,
                "score": player.score,
                "termination": player.termination,
            }
            for player in match.players
        ],
    }


def _crosstable(store: Store) -> dict[str, Any]:
    """What each entrant has reached against each other one, the best first."""
    order = [standing.entrant for standing in standings_of(store)]
    met = crosstable(store)
    cells = [[met.get((entrant, other)) for other in order] for entrant in order]
    names = [store.tournament.bots[entrant].name for entrant in order]
    return {"names": names, "cells": msgspec.to_builtins(cells)}


def _curves(store: Store) -> dict[str, Any]:
    """How the ratings went: Elo where matches are of two, else the score in percent."""
    names = [entrant.name for entrant in store.tournament.bots]
    board, matches = Scoreboard(len(names)), store.arrays()
    total, counts = len(matches.group), list[int]()
    lines: list[list[float | None]] = [[] for _ in names]
    every = max(-(-total // POINTS), 1)
    has_elo = False
    for number, row in enumerate(
        zip(matches.players.tolist(), matches.points.tolist(), strict=True), 1
    ):
        board.add(*row)
        if number % every == 0 or number == total:
            counts.append(number)
            elo = board.elo()
            has_elo = elo is not None
            for entrant, line in enumerate(lines):
                line.append(_strength(board, elo, entrant))
    return {
        "names": names,
        "matches": counts,
        "lines": lines,
        "unit": "Elo" if has_elo else "score, %",
    }


def _strength(board: Scoreboard, elo: Sequence[float] | None, entrant: int) -> float | None:
    mean = board.scores[entrant].mean
    if mean is None:
        return None
    return round(100 * mean if elo is None else elo[entrant], 1)


READERS: Final[dict[str, Callable[[TournamentSite, Store, Mapping[str, str]], Any]]] = {
    "about": TournamentSite.about,
    "ratings": TournamentSite.ratings,
    "matches": lambda _, store, query: {
        "matches": [_row(match) for match in store.matches(_filter(store, query))]
    },
    "standings": lambda _, store, __: standings.as_dict(summarise(store)),
    "crosstable": lambda _, store, __: _crosstable(store),
}
"""What there is besides replays, and who reads it from the store."""
