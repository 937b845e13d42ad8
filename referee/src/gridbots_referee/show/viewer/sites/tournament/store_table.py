"""Columnar cache of a store, which reads each match once, and a view of the store."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import StoreError
from gridbots.record import ENDED_WELL
from gridbots_referee.show.viewer.sites.match_table import WORDS, MatchTable
from gridbots_referee.tournament.stats.arrays import MatchArrays
from gridbots_referee.tournament.store.summary import Tallies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.tournament.store.store import Store
    from gridbots_referee.tournament.store.summary import TournamentSummary

AT_ONCE: Final = 20_000
"""Matches that are read together, to limit memory."""
LAST: Final = "SELECT COALESCE(MAX(number), 0) FROM matches"
MATCHES: Final = """
SELECT number, stage, match_group, how = 'forfeit', rounds, seconds,
    COALESCE(julianday(NULLIF(started, '')), -1)
FROM matches WHERE number > ? AND number <= ? ORDER BY number
"""
MATCH_COLUMNS: Final = (
    "number", "stage", "group", "is_forfeit", "rounds", "seconds", "started",
)  # fmt: skip
ENDED_WELL_CODES: Final = [WORDS.index(word) for word in ENDED_WELL]
CODE: Final = " ".join(f"WHEN '{word}' THEN {code}" for code, word in enumerate(WORDS))
SEATS: Final = f"""
SELECT match, entrant, place, points, score, CASE termination {CODE} ELSE -1 END
FROM seats WHERE match > ? AND match <= ? ORDER BY match, seat
"""  # noqa: S608  constant words
SEAT_COLUMNS: Final = ("match", "player", "place", "points", "score", "termination")


class StoreTable(MatchTable):
    """The matches of a store, as far as they are in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._last = 0
        """Number of the last match that has been read."""
        self.tallies = Tallies()
        self._cluster = self.matches["group"]
        self._genesis = ""
        """The tournament at the beginning of the hash chain of the store."""

    def is_of(self, store: Store) -> bool:
        """Whether the matches in memory are the beginning of this store."""
        ((last,),) = store.query(LAST)
        return self._genesis in {"", store.meta("tournament")} and last >= self._last

    def read(self, store: Store) -> None:
        """Read new matches."""
        self.names = [entrant.name for entrant in store.tournament.bots]
        self.games = [store.tournament.game]
        self._genesis = store.meta("tournament")
        self.tallies.update(store)
        ((last,),) = store.query(LAST)
        for first in range(self._last, last, AT_ONCE):
            self._read_some(store, first, min(first + AT_ONCE, last))
            self._last = min(first + AT_ONCE, last)
        self._cluster = store.clusters(self.matches["group"])

    def _read_some(self, store: Store, first: int, last: int) -> None:
        matches = _columns(store, MATCHES, MATCH_COLUMNS, (first, last))
        seats = _columns(store, SEATS, SEAT_COLUMNS, (first, last))
        place = np.searchsorted(matches["number"], seats.pop("match"))
        counts = np.bincount(place, minlength=len(matches["number"]))
        if len(counts) > len(matches["number"]):
            raise StoreError(f"{store.path}: there are seats without a match")
        matches["started"] = np.where(matches["started"] < 0, np.nan, matches["started"])
        self.extend({**matches, "game": np.zeros(len(counts))}, counts, seats)

    def arrays(self) -> MatchArrays:
        """The results; see `Store.arrays`.

        Raises:
            StoreError: the matches differ in their seats.
        """
        counts = self.matches["seats"]
        seats = int(counts.max()) if len(counts) else 0
        if (counts != seats).any():
            raise StoreError(f"matches have different numbers of seats: {seats} or fewer")
        columns = [self.seats[name] for name in ("player", "points", "score")]
        columns.append(~np.isin(self.seats["termination"], ENDED_WELL_CODES))
        players, points, scores, forfeited = (each.reshape(len(self), seats) for each in columns)
        group = self.matches["group"]
        return MatchArrays(players, points, scores, group, forfeited, self._cluster)


def _columns(
    store: Store, sql: str, names: tuple[str, ...], values: tuple[int, int]
) -> dict[str, NDArray[Any]]:
    """The columns of a query whose values are all numbers."""
    found = np.fromiter(itertools.chain.from_iterable(store.query(sql, values)), float)
    rows = found.reshape(-1, len(names))
    return {name: rows[:, place] for place, name in enumerate(names)}


class StoreView(NamedTuple):
    """The state of a store at a moment, and values derived from it."""

    store: Store
    table: StoreTable
    summary: TournamentSummary
    surprise: NDArray[Any] | None
    """See `curves.surprise_of`."""

    @property
    def order(self) -> list[int]:
        """The entrants, best first."""
        return [row.standing.entrant for row in self.summary.rows]

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.summary.tournament.bots]
