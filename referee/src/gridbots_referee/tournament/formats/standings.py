"""Standings: points, places and tie-breaks of a tournament, also while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots_referee.tournament.formats.knockout import knockout
from gridbots_referee.tournament.formats.ladder import ladder
from gridbots_referee.tournament.formats.stages import Scheduler
from gridbots_referee.tournament.formats.swiss import meeting_points, swiss
from gridbots_referee.tournament.stats.arrays import arrays_of, with_walkovers
from gridbots_referee.tournament.stats.pairwise import meetings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.tournament.formats.stages import Meeting
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch

    Floats = NDArray[np.floating[Any]]

PLACES = 9
"""Decimal places to which points are compared, since thirds add up with rounding errors."""


class Standing(msgspec.Struct, frozen=True):
    """An entrant's place and tie-breaks."""

    place: int
    """1 for the best; ties share a place, and the following places are skipped."""
    entrant: int
    matches: int
    won: int
    """Matches in which it alone was first."""
    points: float
    """Of all its matches, see `PlayedMatch.points`."""
    score: float
    """Points per match."""
    meeting_points: float = 0.0
    """Swiss: one point per meeting, divided by the results of its matches; one for a bye."""
    buchholz: float = 0.0
    """Swiss: sum of the meeting points of its opponents. A bye adds nothing."""
    sonneborn_berger: float = 0.0
    """Sum over opponents: their points (Swiss: meeting points) times its results against them."""
    direct: float = 0.0
    """Round robin, gauntlet: matches won minus lost against those it is tied with so far."""
    byes: int = 0
    stage: int = 0
    """Knockout: the stage reached; the winner of the final reaches the stage after it."""
    rung: int = 0
    """Ladder: place from the bottom, counted from 1; 0 for an entrant without a place."""
    game_score: float = 0.0
    """Mean of the game's own points."""


ROUND_ROBIN: Final = ("score", "sonneborn_berger", "direct", "won")
RANKED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "round-robin": ROUND_ROBIN,
    "gauntlet": ROUND_ROBIN,
    "swiss": ("meeting_points", "buchholz", "sonneborn_berger"),
    "knockout": ("stage",),
    "ladder": ("rung",),
}
"""Sort keys of each format, fields of `Standing`: each breaks ties of those before it."""


def ranked_by(tournament: Tournament, seats: int) -> tuple[str, ...]:
    """Sort keys of a tournament; bots that play alone are also ranked by the game's own points."""
    fields = RANKED_BY[tournament.format]
    return (*fields, "game_score") if seats == 1 and fields is ROUND_ROBIN else fields


def standings(
    tournament: Tournament, played: Sequence[PlayedMatch], voids: Sequence[VoidMatch] = ()
) -> list[Standing]:
    """Standings, the best first; a stage in progress counts as far as it has been played."""
    return rank(tournament, arrays_of(played), voids)


def rank(
    tournament: Tournament, matches: MatchArrays, voids: Sequence[VoidMatch] = ()
) -> list[Standing]:
    """As `standings`, for matches as arrays."""
    entrants = len(tournament.bots)
    add = ADDITIONS[tournament.format]
    unplaced = add(
        _sums(matches, entrants),
        matches,
        lambda: Scheduler(tournament, with_walkovers(matches.by_group(), voids)),
    )
    key = _key_by(ranked_by(tournament, matches.seats))
    keys = sorted(map(key, unplaced), reverse=True)
    places: dict[tuple[float, ...], int] = {}
    for place, each in enumerate(keys, 1):
        places.setdefault(each, place)
    table = [msgspec.structs.replace(each, place=places[key(each)]) for each in unplaced]
    return sorted(table, key=lambda each: (each.place, each.entrant))


def deciding(table: Sequence[Standing], fields: Sequence[str]) -> set[str]:
    """The fields that break ties of all fields before them."""
    return {
        field
        for number, field in enumerate(fields)
        if len(set(map(_key_by(fields[: number + 1]), table)))
        > len(set(map(_key_by(fields[:number]), table)))
    }


def _key_by(fields: Sequence[str]) -> Callable[[Standing], tuple[float, ...]]:
    """Sort key; greater is better."""
    return lambda standing: tuple(round(float(getattr(standing, name)), PLACES) for name in fields)


def _sums(matches: MatchArrays, entrants: int) -> list[Standing]:
    """Sums over the matches of each entrant, without places."""
    matches.check(entrants)
    players, points = matches.players.ravel(), matches.points.ravel()
    count = np.bincount(players, minlength=entrants)
    total = np.bincount(players, points, entrants)
    columns = {
        "matches": count,
        "won": np.bincount(players[points == 1], minlength=entrants),
        # Thirds add up to whole numbers only after rounding.
        "points": np.round(total, PLACES),
        "score": total / np.maximum(count, 1),
        "game_score": np.bincount(players, matches.scores.ravel(), entrants) / np.maximum(count, 1),
    }
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [
        Standing(place=0, entrant=entrant, **dict(zip(columns, row, strict=True)))
        for entrant, row in enumerate(rows)
    ]


def _against(matches: MatchArrays, entrants: int) -> Floats:
    """How often (n, n) each entrant was better placed than each other one; ties count half."""
    cells, _, points = meetings(matches, entrants)
    counts: Floats = np.bincount(cells, points, entrants**2).astype(float)
    table = counts.reshape(entrants, entrants)
    np.fill_diagonal(table, 0)
    return table


def _add_round_robin(
    sums: Sequence[Standing], matches: MatchArrays, _: Callable[[], Scheduler]
) -> list[Standing]:
    against = _against(matches, len(sums))
    points = np.array([each.score * each.matches for each in sums])
    berger = np.round(against @ points, PLACES).tolist()
    table = [msgspec.structs.replace(each, sonneborn_berger=berger[each.entrant]) for each in sums]
    key = _key_by(ROUND_ROBIN[: ROUND_ROBIN.index("direct")])
    equals: dict[tuple[float, ...], list[int]] = {}
    for each in table:
        equals.setdefault(key(each), []).append(each.entrant)
    balance = against - against.T
    return [
        msgspec.structs.replace(each, direct=float(balance[each.entrant, equals[key(each)]].sum()))
        for each in table
    ]


def _add_swiss(
    sums: Sequence[Standing], _: MatchArrays, scheduler: Callable[[], Scheduler]
) -> list[Standing]:
    bots = len(sums)
    swiss_meetings = swiss(scheduler())
    points = meeting_points(bots, swiss_meetings)
    buchholz, sonneborn_berger = [0.0] * bots, [0.0] * bots
    for meeting in swiss_meetings:
        for entrant, share in zip(meeting.pairing, meeting.points or (), strict=False):
            others = sum(points[other] for other in meeting.pairing if other != entrant)
            buchholz[entrant] += others
            sonneborn_berger[entrant] += share * others
    return [
        msgspec.structs.replace(
            each,
            meeting_points=points[each.entrant],
            buchholz=buchholz[each.entrant],
            sonneborn_berger=sonneborn_berger[each.entrant],
            byes=_byes(each.entrant, swiss_meetings),
        )
        for each in sums
    ]


def _byes(entrant: int, meetings: Sequence[Meeting]) -> int:
    return sum(meeting.is_bye and meeting.pairing[0] == entrant for meeting in meetings)


def _add_knockout(
    sums: Sequence[Standing], _: MatchArrays, scheduler: Callable[[], Scheduler]
) -> list[Standing]:
    stages = knockout(scheduler())
    return [msgspec.structs.replace(each, stage=stages[each.entrant]) for each in sums]


def _add_ladder(
    sums: Sequence[Standing], _: MatchArrays, scheduler: Callable[[], Scheduler]
) -> list[Standing]:
    rungs = {entrant: rung for rung, entrant in enumerate(reversed(ladder(scheduler())), 1)}
    return [msgspec.structs.replace(each, rung=rungs.get(each.entrant, 0)) for each in sums]


ADDITIONS: Final = {
    "round-robin": _add_round_robin,
    "gauntlet": _add_round_robin,
    "swiss": _add_swiss,
    "knockout": _add_knockout,
    "ladder": _add_ladder,
}
"""Format -> function that adds the fields it ranks by."""
