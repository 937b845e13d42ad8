"""Tournament site: the contents of a store, also while the tournament is played."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from gridbots.errors import StoreError
from gridbots.record import TERMINATIONS
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.sites.match_analysis import MatchAnalysis, number_in, requested
from gridbots_referee.show.viewer.sites.record_site import Replays
from gridbots_referee.show.viewer.sites.tournament import curves, matches
from gridbots_referee.show.viewer.sites.tournament.bot_page import TimeUse, page_of_bot
from gridbots_referee.show.viewer.sites.tournament.curves import sprt_page
from gridbots_referee.show.viewer.sites.tournament.matches import wall
from gridbots_referee.show.viewer.sites.tournament.schedule_page import schedule_page
from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable, StoreView
from gridbots_referee.tournament.audit.audit import warning_of
from gridbots_referee.tournament.stats.pairwise import crosstable
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import TournamentSummary, summary_dict, summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.show.replay.replay import Replay
    from gridbots_referee.show.viewer.receiver import Receiver
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Finished
    from gridbots_referee.tournament.stats.played import VoidMatch

LIVE: Final = "live"
"""Prefix of the keys of live matches."""
NEWS_SECONDS: Final = 0.5
SHARE: Final = 0.05
"""Share of the time that refreshes of pages may take; with many matches they are rarer."""


class TournamentSite:
    """A read-only site of one store; it can observe a tournament that is being played."""

    def __init__(self, path: Path) -> None:
        self.feed = Feed(self.look)
        self._path = path
        self._seen = self._stamp()
        """Stamp of the files at the last event."""
        self._is_observing = False
        """Whether the runner reports its progress to this site."""
        self._replays = Replays()
        self._analysis = MatchAnalysis(self.feed)
        self._lock = threading.Lock()
        """Guards the columns and all values derived from them."""
        self._table = StoreTable()
        self._summary: tuple[Any, TournamentSummary | None, NDArray[Any] | None] = (
            None,
            None,
            None,
        )
        self._curves = curves.Curves()
        self._time_use = TimeUse()
        self.receiver: Receiver | None = None
        """Receiver of live matches, if any."""
        self._latest = 0
        """Number of the latest live match."""
        self._expected = self._done = 0
        self._published = 0.0
        self._cost = 0.0
        """Duration of the last refresh in seconds."""
        with self._open() as store:
            self._done = len(store)

    def _open(self) -> Store:
        return Store.open(self._path, read_only=True)

    # For the runner of the tournament.

    def stage_started(self, todo: int, done: int) -> None:
        self._is_observing = True
        self._expected, self._done = todo + done, done
        self.publish()

    def match_void(self, _: Fixture, __: VoidMatch) -> None:
        """Ignore void matches: the page shows matches that were played."""

    def match_finished(self, _: Fixture, __: Finished) -> None:
        self._done += 1

    def heartbeat(self) -> None:
        if self._is_time():
            self.publish()

    def broadcast_changed(self, number: int, replay: Replay, is_over: bool) -> None:  # noqa: FBT001  called by a thread
        """A broadcast match has changed; a broken connection also ends it."""
        key = f"{LIVE}{number}"
        state = {"key": key, "last": replay.last, "ended": is_over}
        self.feed.publish("replay", state, subject=key)
        if number > self._latest:
            self._latest = number
            self.heartbeat()

    def look(self) -> None:
        """Notify open pages if another process has written the store."""
        stamp = self._stamp()
        if self._is_observing or stamp == self._seen or not self._is_time():
            return
        self._seen = stamp
        with suppress(StoreError), self._open() as store:
            self._done = len(store)
            self.publish()

    def _is_time(self) -> bool:
        return time.monotonic() - self._published >= max(NEWS_SECONDS, self._cost / SHARE)

    def _stamp(self) -> tuple[tuple[int, int] | None, ...]:
        """Times and sizes of the store and its log, which change when the store is written."""
        return tuple(map(_stamp_of, (self._path, Path(f"{self._path}-wal"))))

    def publish(self) -> None:
        """Notify open pages of progress."""
        self._published = time.monotonic()
        self.feed.publish("site", {"done": self._done, "expected": self._expected})

    # For the page.

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["replay", key, *rest]:
                return self._get_replay(key, rest, query)
            case ["bot", name]:
                with self._view() as view:
                    return page_of_bot(view, self.ratings(view, {}), self._time_use, unquote(name))
            case [name]:
                read = READERS[name]
                with self._view() as view:
                    return read(self, view, query)
        raise KeyError(*path)

    def _get_replay(self, key: str, rest: Sequence[str], query: Mapping[str, str]) -> Any:
        if key.startswith(LIVE):
            return requested(rest, query, self._live(number_in(key.removeprefix(LIVE))))
        path = self._record_path(key)
        return self._analysis.get(rest, query, path, self._replays.replay(path))

    def _record_path(self, key: str) -> Path:
        with self._open() as store:
            return _record(store, key)

    def _live(self, number: int) -> Replay:
        replay = self.receiver.replay(number) if self.receiver else None
        if replay is None:
            raise KeyError(number)
        return replay

    def post(self, path: Sequence[str], value: object) -> Any:
        match path:
            case ["replay", key, *rest]:
                return self._analysis.post(rest, value, self._record_path(key))
        raise KeyError(*path)

    @contextmanager
    def _view(self) -> Iterator[StoreView]:
        """The current state of the store; only new matches are read."""
        with self._lock, self._open() as store:
            began = time.monotonic()
            self._table = self._table if self._table.is_of(store) else StoreTable()
            self._table.read(store)
            yield StoreView(store, self._table, *self._summarised(store))
            self._cost = time.monotonic() - began

    def _summarised(self, store: Store) -> tuple[TournamentSummary, NDArray[Any] | None]:
        voids = store.voids()
        state = (store.tournament, len(self._table), len(voids))
        known, summary, surprise = self._summary
        if summary is None or known != state:
            found = self._table.arrays()
            summary = summary_of(store.tournament, found, voids, self._table.tallies)
            surprise = curves.surprise_of(found, _elo(summary))
            self._summary = (state, summary, surprise)
        return summary, surprise

    def about(self, view: StoreView, _: Mapping[str, str]) -> dict[str, Any]:
        live = self.receiver.fresh() if self.receiver else []
        is_sprt = view.summary.tournament.sprt is not None
        left = self._expected - self._done
        return {
            "kind": "store",
            "count": len(view.table),
            "title": view.summary.tournament.name,
            "bots": view.names,
            "terminations": list(TERMINATIONS),
            "progress": f"{self._done} of {self._expected} matches" if left > 0 else "",
            "done": self._done,
            "expected": self._expected,
            "sprt": is_sprt,
            "warning": warning_of(view.store),
            "live": f"{LIVE}{live[-1]}" if live else "",
            "reads": ["bot", *(name for name in READERS if name != "sprt" or is_sprt)],
        }

    def ratings(self, view: StoreView, _: Mapping[str, str]) -> dict[str, Any]:
        """Rating curves of all bots."""
        names = view.names
        return {"names": names, **self._curves.update(view.table.arrays(), len(names))}

    def wall(self, view: StoreView, query: Mapping[str, str]) -> dict[str, Any]:
        """The next boards of the wall."""
        live = self.receiver.fresh() if self.receiver else []
        boards = wall(view.table, live, query)
        if self.receiver:
            self.receiver.give(boards.live)
        return boards.response


def _stamp_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _elo(summary: TournamentSummary) -> list[float] | None:
    """Ratings of all entrants, in their order."""
    elo = {row.standing.entrant: row.rating.elo for row in summary.rows if row.rating}
    return [elo[entrant] for entrant in range(len(elo))] if elo else None


def _record(store: Store, number: str) -> Path:
    """The path of the record of a match.

    Raises:
        KeyError: the match does not exist.
    """
    query = "SELECT record FROM matches WHERE number = ?"
    for (name,) in store.query(query, (number_in(number),)):
        return store.records / Path(name).name
    raise KeyError(number)


def _sprt(view: StoreView) -> dict[str, Any]:
    sprt = view.summary.tournament.sprt
    if sprt is None:
        raise KeyError("sprt")
    return sprt_page(sprt, view.table.arrays())


def _crosstable(view: StoreView) -> dict[str, Any]:
    """Results of each entrant against each other one, best entrants first."""
    met = crosstable(view.table.arrays(), len(view.names))
    cells = [
        [met[entrant, other].as_dict() if (entrant, other) in met else None for other in view.order]
        for entrant in view.order
    ]
    return {"names": [view.names[entrant] for entrant in view.order], "cells": cells}


READERS: Final[dict[str, Callable[[TournamentSite, StoreView, Mapping[str, str]], Any]]] = {
    "about": TournamentSite.about,
    "ratings": TournamentSite.ratings,
    "matches": lambda _, view, query: matches.page(view.store, view.table, query, view.surprise),
    "standings": lambda _, view, __: summary_dict(view.summary),
    "crosstable": lambda _, view, __: _crosstable(view),
    "schedule": lambda _, view, __: schedule_page(view),
    "sprt": lambda _, view, __: _sprt(view),
    "wall": TournamentSite.wall,
}
"""Functions that answer requests for everything except replays."""
