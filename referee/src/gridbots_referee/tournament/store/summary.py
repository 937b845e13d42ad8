"""Summary of a tournament: standings, score rates, ratings and terminations of all entrants."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.record import ENDED_WELL, TERMINATIONS
from gridbots_referee.tournament.formats.standings import Standing, rank, ranked_by
from gridbots_referee.tournament.stats import plackett_luce, rating
from gridbots_referee.tournament.stats.score_rate import ScoreRates, score_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.plackett_luce import Skill
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.stats.rating import Ratings
    from gridbots_referee.tournament.stats.score_rate import ScoreRate
    from gridbots_referee.tournament.store.store import Store


FORMAT_FIELDS: Final = (
    "meeting_points", "buchholz", "sonneborn_berger", "direct", "byes", "stage", "rung",
    "game_score",
)  # fmt: skip
"""Fields of `Standing` that only some formats have."""


class Tally(msgspec.Struct, frozen=True):
    """Counts of an entrant's outcomes and terminations."""

    won: int
    """In first place alone; a player alone has won by the rules of the game."""
    drawn: int
    """In first place, with others."""
    lost: int
    terminations: dict[str, int]
    """How often its matches ended in each way, the most frequent first."""
    losses: dict[str, int]
    """The same for its lost matches."""

    @property
    def late(self) -> int:
        """Forfeited on time."""
        return self.terminations.get("late", 0)

    @property
    def forfeits(self) -> int:
        """Forfeited on time, by a crash, or in any other way."""
        return sum(self.terminations.values()) - sum(
            self.terminations.get(word, 0) for word in ENDED_WELL
        )


class Tallies:
    """Tallies of all entrants, added up as matches come."""

    def __init__(self) -> None:
        self._last = 0
        self._terminations: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
        """(Entrant, outcome) -> how often its matches ended in each way."""

    def update(self, store: Store) -> None:
        """Add the matches that are new in the store."""
        ((last,),) = store.query("SELECT COALESCE(MAX(number), 0) FROM matches")
        for entrant, outcome, termination, matches in store.query(
            "SELECT entrant, outcome, termination, COUNT(*) FROM results"
            " WHERE match > ? AND match <= ? GROUP BY entrant, outcome, termination",
            (self._last, last),
        ):
            self._terminations[entrant, outcome][termination] += matches
        self._last = last

    def of(self, entrant: int) -> Tally:
        found = [self._terminations[entrant, word] for word in ("won", "drawn", "lost")]
        won, drawn, lost = (each.total() for each in found)
        every = sum(found, Counter[str]())
        return Tally(won, drawn, lost, dict(every.most_common()), dict(found[2].most_common()))


class EntrantSummary(msgspec.Struct, frozen=True):
    """Everything about an entrant."""

    entrant: Entrant
    standing: Standing
    tally: Tally
    score_rates: ScoreRates
    rating: rating.Rating | None
    """With two seats, once a match has been played."""
    los: tuple[float, ...] | None
    """Likelihood of superiority over each row's entrant, in order; None as for `rating`."""
    los_next: float | None
    """The same over the next entrant below; None for the last one."""
    skill: Skill | None
    """If requested."""


class TournamentSummary(msgspec.Struct, frozen=True):
    tournament: Tournament
    matches: int
    """Played matches."""
    seats: int
    """0 before the first match."""
    ranked_by: tuple[str, ...]
    """Sort keys of the rows, fields of `Standing`."""
    rows: tuple[EntrantSummary, ...]
    """The best entrant first."""
    voids: tuple[VoidMatch, ...]
    """Matches that could not be played."""


def summarise(store: Store, *, with_skill: bool = False) -> TournamentSummary:
    """Read a store.

    Raises:
        StoreError: the store cannot be read.
        ModuleNotFoundError: `with_skill` without the extra `ratings`.
        GridbotsError: the standings of its format need a game that is not installed.
    """
    matches = store.arrays()
    entrants = len(store.tournament.bots)
    skills = (
        plackett_luce.rate(store.played(), entrants) if with_skill and matches.seats > 1 else None
    )
    tallies = Tallies()
    tallies.update(store)
    return summary_of(store.tournament, matches, store.voids(), tallies, skills)


def summary_of(
    tournament: Tournament,
    matches: MatchArrays,
    voids: Sequence[VoidMatch],
    tallies: Tallies,
    skills: Sequence[Skill] | None = None,
) -> TournamentSummary:
    """The summary of these matches; skills are in the order of the entrants."""
    ranking = rank(tournament, matches, voids)
    return TournamentSummary(
        tournament=tournament,
        matches=len(matches.group),
        seats=matches.seats,
        ranked_by=ranked_by(tournament, matches.seats),
        rows=_rows(tournament, matches, ranking, tallies, skills),
        voids=tuple(voids),
    )


def standings_of(store: Store) -> list[Standing]:
    """The ranking alone."""
    matches = store.arrays()
    return rank(store.tournament, matches, store.voids())


def _rows(
    tournament: Tournament,
    matches: MatchArrays,
    ranking: Sequence[Standing],
    tallies: Tallies,
    skills: Sequence[Skill] | None,
) -> tuple[EntrantSummary, ...]:
    entrants = len(ranking)
    order = [standing.entrant for standing in ranking]
    rates = score_rates(matches, entrants)
    ratings = _ratings(matches, entrants)
    return tuple(
        EntrantSummary(
            entrant=tournament.bots[entrant],
            standing=standing,
            tally=tallies.of(entrant),
            score_rates=rates[entrant],
            rating=ratings.ratings[entrant] if ratings else None,
            los=tuple(ratings.los[entrant][other] for other in order) if ratings else None,
            los_next=ratings.los[entrant][lower] if ratings and lower is not None else None,
            skill=skills[entrant] if skills else None,
        )
        for standing, (entrant, lower) in zip(ranking, zip_longest(order, order[1:]), strict=True)
    )


def _ratings(matches: MatchArrays, entrants: int) -> Ratings | None:
    return rating.fit_matches(matches, entrants) if matches.seats == 2 else None


# Plain values: for JSON, CSV, the pages of the viewer and the Python interface.


def summary_dict(summary: TournamentSummary) -> dict[str, Any]:
    """The summary as plain values, for JSON."""
    tournament = summary.tournament
    los = [row.los for row in summary.rows]
    return {
        "tournament": tournament.name,
        "game": tournament.game,
        "format": tournament.format,
        "matches": summary.matches,
        "ranked_by": summary.ranked_by,
        "standings": [
            {
                **_row_values(summary, row),
                "seats": [_seat_values(seat) for seat in row.score_rates.seats],
                "terminations": row.tally.terminations,
            }
            for row in summary.rows
        ],
        "los": los if los and None not in los else None,
        "void": void_rows(summary),
    }


def standings_rows(summary: TournamentSummary) -> list[dict[str, Any]]:
    """A flat row per entrant, the best first; of the LOS matrix only the next entrant below."""
    return [
        {
            **_row_values(summary, row),
            **{f"seat_{seat}": rate.mean for seat, rate in enumerate(row.score_rates.seats, 1)},
            **{word: row.tally.terminations.get(word, 0) for word in TERMINATIONS},
        }
        for row in summary.rows
    ]


def void_rows(summary: TournamentSummary) -> list[dict[str, Any]]:
    """Void matches: a row for each suspect and cause, with the first match as the example."""
    groups: dict[tuple[int | None, str], list[VoidMatch]] = {}
    for void in summary.voids:
        groups.setdefault((void.suspect, void.cause), []).append(void)
    bots = summary.tournament.bots
    return [
        {
            "suspect": None if suspect is None else bots[suspect].name,
            "cause": cause,
            "matches": len(voids),
            "fixture": voids[0].id,
            "why": voids[0].why,
        }
        for (suspect, cause), voids in groups.items()
    ]


def _row_values(summary: TournamentSummary, row: EntrantSummary) -> dict[str, Any]:
    """The scalar values of an entrant; None where the format or the game has none."""
    standing, tally, rate = row.standing, row.tally, row.score_rates.overall
    rating, skill = row.rating, row.skill
    has = {*summary.ranked_by, "game_score", "byes" if "buchholz" in summary.ranked_by else ""}
    return {
        "place": standing.place,
        "name": row.entrant.name,
        "bot": row.entrant.bot,
        "points": standing.points,
        "matches": standing.matches,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "score": rate.mean,
        "score_low": rate.low,
        "score_high": rate.high,
        "elo": rating and rating.elo,
        "elo_low": rating and rating.low,
        "elo_high": rating and rating.high,
        "los_next": row.los_next,
        "skill": skill and skill.ordinal,
        "skill_mu": skill and skill.mu,
        "skill_sigma": skill and skill.sigma,
        **{name: getattr(standing, name) if name in has else None for name in FORMAT_FIELDS},
        "forfeits": tally.forfeits,
        "late": tally.late,
    }


def _seat_values(seat: ScoreRate) -> dict[str, Any]:
    return {
        "matches": seat.matches,
        "points": seat.points,
        "score": seat.mean,
        "score_low": seat.low,
        "score_high": seat.high,
    }
