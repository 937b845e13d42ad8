"""What the matches of a store come to: points per entrant, and per pairing."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots_referee.contest.store import Store
    from gridbots_referee.contest.tournament import Entrant


class SeatScore(msgspec.Struct, frozen=True):
    """What an entrant reached in one seat."""

    matches: int
    points: float

    @property
    def mean(self) -> float | None:
        return self.points / self.matches if self.matches else None


class Standing(msgspec.Struct, frozen=True):
    """What an entrant reached."""

    rank: int
    """1 for the best; equals share a rank, and the next one counts them."""
    entrant: int
    name: str
    bot: str
    points: float
    """As in `Played`: 1 for a match won, with two seats a half for a draw."""
    matches: int
    won: int
    """In first place alone; a player alone has won by the rules of the game."""
    drawn: int
    """In first place, with others."""
    lost: int
    seats: tuple[SeatScore, ...]
    """In seat order."""
    terminations: dict[str, int]
    """How often its matches ended for it in this way, the most frequent first."""

    @property
    def score(self) -> float | None:
        """Points per match."""
        return self.points / self.matches if self.matches else None


class _Tally:
    def __init__(self, seats: int) -> None:
        self.seats = [SeatScore(0, 0.0)] * seats
        self.outcomes: Counter[str] = Counter()
        self.terminations: Counter[str] = Counter()

    def count(self, seat: int, outcome: str, termination: str, scored: SeatScore) -> None:
        before = self.seats[seat]
        self.seats[seat] = SeatScore(before.matches + scored.matches, before.points + scored.points)
        self.outcomes[outcome] += scored.matches
        self.terminations[termination] += scored.matches

    def standing(self, entrant: int, about: Entrant) -> Standing:
        return Standing(
            rank=0,
            entrant=entrant,
            name=about.name,
            bot=about.bot,
            # Thirds and fifths do not add up to whole numbers exactly.
            points=round(sum(seat.points for seat in self.seats), 9),
            matches=sum(seat.matches for seat in self.seats),
            won=self.outcomes["won"],
            drawn=self.outcomes["drawn"],
            lost=self.outcomes["lost"],
            seats=tuple(self.seats),
            terminations=dict(sorted(self.terminations.items(), key=lambda item: -item[1])),
        )


def standings(store: Store) -> list[Standing]:
    """All entrants, the best first: by points, then by fewer matches, then as they were entered."""
    rows = list(
        store.query(
            "SELECT entrant, seat, outcome, termination, COUNT(*), SUM(points) FROM results"
            " GROUP BY entrant, seat, outcome, termination"
        )
    )
    seats = 1 + max((seat for _, seat, *_ in rows), default=-1)
    tallies: defaultdict[int, _Tally] = defaultdict(lambda: _Tally(seats))
    for entrant, seat, outcome, termination, matches, points in rows:
        tallies[entrant].count(seat, outcome, termination, SeatScore(matches, points))
    bots = enumerate(store.tournament.bots)
    return ranked(tallies[entrant].standing(entrant, about) for entrant, about in bots)


def ranked(unranked: Iterable[Standing]) -> list[Standing]:
    best_first = sorted(unranked, key=_order)
    ranks: dict[tuple[float, int], int] = {}
    for rank, each in enumerate(best_first, 1):
        ranks.setdefault(_order(each), rank)
    return [msgspec.structs.replace(each, rank=ranks[_order(each)]) for each in best_first]


def _order(standing: Standing) -> tuple[float, int]:
    return (-standing.points, standing.matches)


class Pairing(msgspec.Struct, frozen=True):
    """What an entrant reached against another one."""

    points: float
    """1 for each match in which it was placed before the other, a half for the same place."""
    matches: int
    won: int
    drawn: int
    lost: int


def crosstable(store: Store) -> dict[tuple[int, int], Pairing]:
    """(Entrant, other) -> what the one reached against the other, for all that have met."""
    counts: defaultdict[tuple[int, int], Counter[float]] = defaultdict(Counter)
    for entrant, other, points, matches in store.query(
        "SELECT entrant, other, points, COUNT(*) FROM meetings WHERE entrant <> other"
        " GROUP BY entrant, other, points"
    ):
        counts[entrant, other][points] = matches
    return {who: _pairing(count) for who, count in counts.items()}


def _pairing(count: Counter[float]) -> Pairing:
    won, drawn, lost = count[1.0], count[0.5], count[0.0]
    return Pairing(won + drawn / 2, won + drawn + lost, won, drawn, lost)
