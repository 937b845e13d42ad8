"""Who stands where: the table of a contest, while it is played and at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.contest.course import Course
from gridbots_referee.contest.knockout import knockout
from gridbots_referee.contest.ladder import ladder
from gridbots_referee.contest.swiss import points_of, swiss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.contest.course import Meeting
    from gridbots_referee.contest.fixture import Played
    from gridbots_referee.contest.tournament import Tournament

PLACES = 9
"""Decimal places to which points are compared: thirds may add up in any order."""

Key = tuple[float, ...]
"""What an entrant is ranked by; the greater is the better."""


class Standing(msgspec.Struct, frozen=True):
    """Where an entrant stands, and why."""

    place: int
    """1 for the best; equals share a place, and the next one counts them."""
    entrant: int
    matches: int
    wins: int
    """Matches in which it alone was first."""
    points: float
    """Of all its matches, see `Played.points`."""
    score: float
    """What is looked at first: points per match in a round robin or gauntlet, points of the
    meetings with byes in a Swiss contest, the stage reached in a knockout, 0 in a ladder."""
    buchholz: float = 0.0
    """Swiss: the scores of those it has met, added up. A bye adds nothing."""
    sonneborn_berger: float = 0.0
    """The points, in a Swiss contest the scores, of the others, each times how it did against
    them."""
    direct: float = 0.0
    """Round robin and gauntlet: wins less losses against those with whom it is equal so far."""
    byes: int = 0
    game_score: float = 0.0
    """Mean of the game's own points. It counts where bots play alone: then equal scores are ranked
    by it."""


def standings(tournament: Tournament, played: Sequence[Played]) -> list[Standing]:
    """The table, the best first; unfinished stages count as far as `score` says.

    A round robin or gauntlet looks at score, Sonneborn-Berger, direct encounter and wins, in this
    order, and where bots play alone at the game's own points; a Swiss contest at score, Buchholz,
    Sonneborn-Berger; a knockout at the stage reached; a ladder at the ranking, those who have no
    place yet behind it.
    """
    course = Course(tournament, played)
    tally = _Tally(course.bots, played)
    ranked = RANKINGS[tournament.format](course, tally)
    keys = [_rounded(key) for key, _ in ranked]
    table = [
        msgspec.structs.replace(standing, place=1 + sum(key < other for other in keys))
        for key, (_, standing) in zip(keys, ranked, strict=True)
    ]
    return sorted(table, key=lambda each: (each.place, each.entrant))


def _rounded(key: Key) -> Key:
    return tuple(round(part, PLACES) for part in key)


class _Tally:
    """What all entrants have done against each other."""

    def __init__(self, bots: int, played: Sequence[Played]) -> None:
        self.matches = [0] * bots
        self.wins = [0] * bots
        self.points = [0.0] * bots
        self.scores = [0.0] * bots
        """The game's own points."""
        self.against = [[0.0] * bots for _ in range(bots)]
        """How often each entrant was better placed than each other one; ties count half."""
        for each in played:
            for seat, entrant in enumerate(each.players):
                self._add(entrant, seat, each)

    def _add(self, entrant: int, seat: int, each: Played) -> None:
        mine = each.points[seat]
        self.matches[entrant] += 1
        self.points[entrant] += mine
        self.scores[entrant] += each.scores[seat] if each.scores else 0.0
        self.wins[entrant] += mine == 1.0
        against = self.against[entrant]
        for other, points in zip(each.players, each.points, strict=True):
            if other != entrant:
                against[other] += 1.0 if mine > points else 0.5 * (mine == points)

    def standing(self, entrant: int, score: float) -> Standing:
        return Standing(
            place=0,
            entrant=entrant,
            matches=self.matches[entrant],
            wins=self.wins[entrant],
            points=self.points[entrant],
            score=score,
            game_score=self.scores[entrant] / (self.matches[entrant] or 1),
        )


Ranked = list[tuple[Key, Standing]]


def _round_robin(course: Course, tally: _Tally) -> Ranked:
    scores = [
        points / (matches or 1) for points, matches in zip(tally.points, tally.matches, strict=True)
    ]
    sonneborn_berger = [
        sum(share * points for share, points in zip(against, tally.points, strict=True))
        for against in tally.against
    ]
    keys = [_rounded(key) for key in zip(scores, sonneborn_berger, strict=True)]
    ranked: Ranked = []
    for entrant, key in enumerate(keys):
        equals = [other for other in range(course.bots) if keys[other] == key]
        direct = sum(
            tally.against[entrant][other] - tally.against[other][entrant] for other in equals
        )
        standing = msgspec.structs.replace(
            tally.standing(entrant, scores[entrant]),
            sonneborn_berger=sonneborn_berger[entrant],
            direct=direct,
        )
        alone = standing.game_score if course.seats == 1 else 0.0
        ranked.append(((*key, direct, tally.wins[entrant], alone), standing))
    return ranked


def _swiss(course: Course, tally: _Tally) -> Ranked:
    meetings = swiss(course)
    scores = points_of(course.bots, meetings)
    buchholz, sonneborn_berger = [0.0] * course.bots, [0.0] * course.bots
    for meeting in meetings:
        for entrant, points in zip(meeting.table, meeting.points or (), strict=False):
            others = sum(scores[other] for other in meeting.table if other != entrant)
            buchholz[entrant] += others
            sonneborn_berger[entrant] += points * others
    return [
        (
            (scores[entrant], buchholz[entrant], sonneborn_berger[entrant]),
            msgspec.structs.replace(
                tally.standing(entrant, scores[entrant]),
                buchholz=buchholz[entrant],
                sonneborn_berger=sonneborn_berger[entrant],
                byes=_byes(entrant, meetings),
            ),
        )
        for entrant in range(course.bots)
    ]


def _byes(entrant: int, meetings: Sequence[Meeting]) -> int:
    return sum(meeting.is_bye and meeting.table[0] == entrant for meeting in meetings)


def _knockout(course: Course, tally: _Tally) -> Ranked:
    return [
        ((stage,), tally.standing(entrant, stage)) for entrant, stage in enumerate(knockout(course))
    ]


def _ladder(course: Course, tally: _Tally) -> Ranked:
    places = {entrant: place for place, entrant in enumerate(ladder(course))}
    return [
        ((-places.get(entrant, course.bots),), tally.standing(entrant, 0.0))
        for entrant in range(course.bots)
    ]


RANKINGS = {
    "round-robin": _round_robin,
    "gauntlet": _round_robin,
    "swiss": _swiss,
    "knockout": _knockout,
    "ladder": _ladder,
}
