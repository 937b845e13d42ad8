"""Table of matches and their seats, in columns that grow together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.record import TERMINATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

MATCH: Final = {
    "number": np.int64,
    "started": np.float64,  # days, NaN if unknown
    "rounds": np.int32,
    "seconds": np.float32,
    "is_forfeit": np.int8,
    "game": np.int16,
    "stage": np.int32,
    "group": np.int64,
    "seats": np.int16,  # 0 for a record that cannot be read
    "first": np.int64,  # its first row of the seats
}
SEAT: Final = {
    "match": np.int64,  # row of the match
    "seat": np.int16,
    "player": np.int64,  # index into the names
    "place": np.int16,
    "points": np.float64,
    "score": np.float64,
    "termination": np.int8,  # index into WORDS
}
WORDS: Final = tuple(TERMINATIONS)


class MatchTable:
    """Matches in order of arrival, with any number of seats."""

    def __init__(self) -> None:
        self.matches = Columns(MATCH)
        self.seats = Columns(SEAT)
        self.names: list[str] = []
        """Names of players by index."""
        self.games: list[str] = []

    def __len__(self) -> int:
        return len(self.matches)

    def extend(
        self,
        matches: Mapping[str, ArrayLike],
        counts: NDArray[np.integer[Any]],
        seats: Mapping[str, ArrayLike],
    ) -> None:
        """Add matches; `counts` holds their numbers of seats, `seats` the rows of all seats."""
        ends = len(self.seats) + np.cumsum(counts)
        rows = np.repeat(np.arange(len(self), len(self) + len(counts)), counts)
        firsts = ends - counts
        seat = np.arange(len(self.seats), len(self.seats) + len(rows)) - np.repeat(firsts, counts)
        self.seats.extend({"match": rows, "seat": seat, **seats})
        self.matches.extend({**matches, "seats": counts, "first": firsts})

    def of_each(self, column: ArrayLike, empty: float, reduce: np.ufunc) -> NDArray[Any]:
        """A column of the seats reduced to one value per match; `empty` if it has no seats."""
        found = np.full(len(self), empty, dtype=float)
        filled = self.matches["seats"] > 0
        if filled.any():
            values = np.asarray(column, dtype=float)
            found[filled] = reduce.reduceat(values, self.matches["first"][filled])
        return found

    def of_seat(self, name: str, seat: int, empty: float) -> NDArray[Any]:
        """The values of a column for this seat of each match."""
        found = np.full(len(self), empty, dtype=float)
        filled = self.matches["seats"] > seat
        found[filled] = self.seats[name][self.matches["first"][filled] + seat]
        return found

    def winner(self) -> NDArray[Any]:
        """The winner of each match; -1 if the first place is shared."""
        is_first = self.seats["place"] == 1
        firsts = self.of_each(is_first, 0, np.add)
        player = self.of_each(np.where(is_first, self.seats["player"], -1), -1, np.maximum)
        return np.where(firsts == 1, player, -1)


def code_of(names: list[str], known: dict[str, int], name: str) -> int:
    """The index of a name; new names are added."""
    if name not in known:
        known[name] = len(names)
        names.append(name)
    return known[name]


def ranks(names: Sequence[str]) -> NDArray[np.integer[Any]]:
    """The alphabetical rank of each name, from 1; index -1 (no name) has rank 0."""
    order = sorted(range(len(names)), key=lambda index: (names[index].casefold(), names[index]))
    places = np.zeros(len(names) + 1, np.int64)
    places[order] = np.arange(1, len(names) + 1)
    return places


class Columns:
    """Named columns of the same length: amortised arrays, a few bytes per row."""

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self._arrays = {name: np.empty(0, kind) for name, kind in kinds.items()}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The filled part of a column; added rows do not change it."""
        return self._arrays[name][: self._length]

    def extend(self, values: Mapping[str, ArrayLike]) -> None:
        """Add rows; the caller fills columns that are not given."""
        count = len(np.atleast_1d(next(iter(values.values()))))
        self._reserve(self._length + count)
        for name, column in values.items():
            self._arrays[name][self._length : self._length + count] = column
        self._length += count

    def _reserve(self, length: int) -> None:
        for name, column in self._arrays.items():
            if len(column) < length:
                larger = np.zeros(max(length, len(column) * 3 // 2), column.dtype)
                larger[: self._length] = column[: self._length]
                self._arrays[name] = larger
