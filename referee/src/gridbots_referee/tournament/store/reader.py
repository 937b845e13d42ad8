"""Reading a store: one tournament in one SQLite file, with its entrants and all matches played."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import StoreError, UnknownNameError, nearest
from gridbots_referee.tournament.formats.growth import PlayedPart
from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch
from gridbots_referee.tournament.store.database import store_errors
from gridbots_referee.tournament.store.query import FORFEITED, MatchFilter, read, select

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.store.query import StoredMatch


class StoreReader:
    """Reads a store. A store opened for reading shows its state at the first use."""

    path: Path
    tournament: Tournament
    """With all entrants, including those added later."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def __len__(self) -> int:
        """The number of matches."""
        ((count,),) = self.query("SELECT COUNT(*) FROM matches")
        return int(count)

    def ids(self) -> set[str]:
        """Ids of the played fixtures."""
        return {fixture for (fixture,) in self.query("SELECT fixture FROM matches")}

    def played(self) -> list[PlayedMatch]:
        """All matches, in order of arrival."""
        columns = f"SELECT entrant, points, score, {FORFEITED} FROM seats ORDER BY match, seat"  # noqa: S608
        # Slicing each column takes half the time of a query per match or of grouping rows.
        values = list(zip(*self.query(columns), strict=True)) or [()] * 4
        matches, first = [], 0
        for fixture, stage, group, seats in self.query(
            "SELECT fixture, stage, match_group, COUNT(*) FROM matches"
            " JOIN seats ON match = number GROUP BY number ORDER BY number"
        ):
            here = slice(first, first + seats)
            matches.append(PlayedMatch(fixture, stage, group, *(each[here] for each in values)))
            first += seats
        return matches

    def played_part(self) -> PlayedPart:
        """The played part, which limits how the tournament may grow."""
        entrants = {entrant for (entrant,) in self.query("SELECT DISTINCT entrant FROM seats")}
        ((groups,),) = self.query("SELECT COALESCE(MAX(match_group), 0) FROM matches")
        return PlayedPart(frozenset(entrants), groups)

    def entrant_files(self) -> list[dict[str, str] | None]:
        """Files of each entrant, file -> digest; None for one that was not prepared yet."""
        rows = self.query("SELECT files FROM entrants ORDER BY entrant")
        return [msgspec.json.decode(files) if files else None for (files,) in rows]

    def retired(self) -> set[int]:
        """Entrants that new versions have replaced."""
        return {entrant for (entrant,) in self.query("SELECT entrant FROM entrants WHERE retired")}

    def voids(self) -> list[VoidMatch]:
        """Void matches, ordered by id."""
        columns = "SELECT fixture, match_group, players, suspect, cause, why FROM voids"
        return [
            VoidMatch(fixture, group, tuple(msgspec.json.decode(players)), suspect, cause, why)
            for fixture, group, players, suspect, cause, why in self.query(columns)
        ]

    def arrays(self) -> MatchArrays:
        """`played` as arrays, in a third of the time.

        Raises:
            StoreError: the matches differ in their seats.
        """
        import numpy as np

        from gridbots_referee.tournament.stats.arrays import MatchArrays

        ((rows, seats),) = self.query("SELECT COUNT(*), COALESCE(MAX(seat) + 1, 0) FROM seats")
        if rows != len(self) * seats:
            raise StoreError(
                f"{self.path}: matches have different numbers of seats: {seats} or fewer"
            )
        kinds = np.dtype(
            [
                ("players", np.int64), ("points", float), ("scores", float), ("group", np.int64),
                ("forfeited", bool),
            ]
        )  # fmt: skip
        query = (
            f"SELECT entrant, points, score, match_group, {FORFEITED} FROM seats"  # noqa: S608
            " JOIN matches ON match = number ORDER BY match, seat"
        )
        found = np.fromiter(self.query(query), kinds, rows).reshape(len(self), seats)
        columns = {name: found[name].copy() for name in kinds.names or ()}
        columns["group"] = columns["group"][:, 0] if seats else columns["group"].ravel()
        return MatchArrays(**columns, cluster=self.clusters(columns["group"]))

    def clusters(self, groups: NDArray[np.int64]) -> NDArray[np.int64]:
        """The clusters of matches, given their match groups; see `MatchArrays`."""
        if self.tournament.openings.policy == "default":
            return groups
        import numpy as np

        openings: dict[tuple[int, str], int] = {}
        query = "SELECT DISTINCT match_group, seed, opening FROM matches"
        of_group = {
            group: openings.setdefault((seed, moves), len(openings))
            for group, seed, moves in self.query(query)
        }
        return np.array([of_group[group] for group in groups.tolist()], np.int64)

    def matches(self, chosen: MatchFilter | None = None) -> Iterator[StoredMatch]:
        """The selected matches, in order of arrival, one at a time."""
        return read(self.query(*select(chosen or MatchFilter())))

    def entrant(self, name: str) -> int:
        """The index of the entrant with this name.

        Raises:
            UnknownNameError: there is no such entrant.
        """
        names = [entrant.name for entrant in self.tournament.bots]
        if name not in names:
            raise UnknownNameError(f"expected an entrant, got {name!r}; {nearest(name, names)}")
        return names.index(name)

    def query(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> Iterator[Any]:
        """The rows of a SELECT, one at a time; docs/referee.md lists the tables.

        Raises:
            StoreError: the store is damaged or cannot be read.
        """
        with store_errors(self.path):
            # A bare cursor would be closed with this generator, perhaps after the store.
            yield from itertools.chain(self._connection.execute(sql, values))

    def meta(self, key: str) -> str:
        """A value of the table meta.

        Raises:
            StoreError: it is missing.
        """
        rows = list(self.query("SELECT value FROM meta WHERE key = ?", (key,)))
        if not rows:
            raise StoreError(f"{key!r} is missing in the table meta")
        return str(rows[0][0])
