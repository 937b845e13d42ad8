"""Match results as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.integer[Any]]


class GroupResult(NamedTuple):
    """Results of the played matches of a match group."""

    matches: int
    points: Sequence[tuple[int, float]]
    """(Entrant, sum of its points over these matches)."""


def with_walkovers(
    results: Mapping[int, GroupResult], voids: Sequence[VoidMatch]
) -> dict[int, GroupResult]:
    """These results, with void matches as walkovers."""
    added = dict(results)
    for void in voids:
        before = added.get(void.group, GroupResult(0, ()))
        points = dict(before.points)
        for player, each in zip(void.players, void.walkover, strict=True):
            points[player] = points.get(player, 0.0) + each
        added[void.group] = GroupResult(before.matches + 1, tuple(points.items()))
    return added


class MatchArrays(NamedTuple):
    """m matches of s seats each; s is 0 without matches."""

    players: Integers
    """(m, s), entrants in seat order."""
    points: Floats
    """(m, s), see `PlayedMatch.points`."""
    scores: Floats
    """(m, s), the game's own points."""
    group: Integers
    """(m,), the match group."""
    forfeited: NDArray[np.bool_]
    """(m, s), see `PlayedMatch.forfeited`."""
    cluster: Integers
    """(m,), equal for matches with the same opening, whose results are correlated: the match group,
    or if all pairings have the same openings its round."""

    @property
    def seats(self) -> int:
        return int(self.players.shape[1])

    def part(self, first: int, last: int) -> MatchArrays:
        """The matches of rows `first` to `last` - 1."""
        here = slice(first, last)
        columns: Any = (column[here] for column in self)
        return MatchArrays(*columns)

    def check(self, entrants: int) -> None:
        """Raise ValueError if an entrant is out of range."""
        strange = self.players[(self.players < 0) | (self.players >= entrants)]
        if strange.size:
            raise ValueError(f"expected entrants from 0 to {entrants - 1}, got {strange[0]}")

    def forfeits(self, entrants: int) -> list[int]:
        """How many matches each entrant forfeited."""
        counts = np.bincount(self.players[self.forfeited], minlength=entrants)
        return list(map(int, counts))

    def by_group(self) -> dict[int, GroupResult]:
        """Results by number of the match group."""
        if not self.group.size:
            return {}
        groups, place = np.unique(self.group, return_inverse=True)
        entrants = int(self.players.max()) + 1
        key, place_of = np.unique(
            (place[:, None] * entrants + self.players).ravel(), return_inverse=True
        )
        points = np.bincount(place_of, self.points.ravel()).tolist()
        of_each: list[list[tuple[int, float]]] = [[] for _ in groups]
        for at, entrant, total in zip(
            (key // entrants).tolist(), (key % entrants).tolist(), points, strict=True
        ):
            of_each[at].append((entrant, total))
        counts = np.bincount(place).tolist()
        return dict(zip(groups.tolist(), map(GroupResult, counts, of_each), strict=True))


def arrays_of(played: Sequence[PlayedMatch]) -> MatchArrays:
    """The same matches as arrays.

    Raises:
        ValueError: they differ in the number of seats.
    """
    seats = {len(match.players) for match in played}
    if len(seats) > 1:
        raise ValueError(f"expected matches with equal numbers of seats, got {sorted(seats)}")
    shape = (len(played), max(seats, default=0))
    group = np.array([match.group for match in played], np.int64)
    without = (0,) * shape[1]
    return MatchArrays(
        players=np.array([match.players for match in played], np.int64).reshape(shape),
        points=np.array([match.points for match in played], np.float64).reshape(shape),
        scores=np.array([match.scores or without for match in played], float).reshape(shape),
        group=group,
        cluster=group,
        forfeited=np.array([match.forfeited or without for match in played], bool).reshape(shape),
    )
