"""Ladder: each newcomer finds its place in the ranking by binary search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.stages import Meeting, Scheduler

WINDOW: Final = 4
"""A newcomer meets all entrants of a range of the ranking of at most this length."""


def ladder(scheduler: Scheduler) -> list[int]:
    """Schedule as far as possible; returns the ranking of the placed entrants, the best first.

    Entrants join in their order, each after those before it have been placed. A newcomer meets the
    entrant in the middle of the ranking; after a win it searches above, else below, until the
    remaining range is short; then it meets all entrants in it. It gets the place that contradicts
    the fewest of these meetings, the lowest if there are several; tied meetings do not count. So
    the number of meetings of a newcomer grows with the logarithm of the number of entrants. Adding
    entrants at the end changes nothing for those before them.
    """
    ranking = [0]
    for entrant in range(1, scheduler.bots):
        place = _place(scheduler, entrant, ranking)
        if place is None:
            break
        ranking.insert(place, entrant)
    return ranking


def _place(scheduler: Scheduler, entrant: int, ranking: Sequence[int]) -> int | None:
    """The place of a newcomer; None until its meetings have been played."""
    stage = entrant
    low, high = 0, len(ranking)
    while high - low > WINDOW:
        middle = (low + high) // 2
        (meeting,) = scheduler.meet(stage, [(entrant, ranking[middle])])
        if meeting.points is None:
            return None
        if _compare(meeting) > 0:
            high = middle
        else:
            low = middle + 1
    if low == high:
        return low
    meetings = scheduler.meet(stage, [(entrant, other) for other in ranking[low:high]])
    if any(meeting.points is None for meeting in meetings):
        return None
    return low + _insertion_place([_compare(meeting) for meeting in meetings])


def _compare(meeting: Meeting) -> int:
    """1 if the newcomer won the meeting, 0 for a tie, -1 if it lost."""
    assert meeting.points is not None  # noqa: S101  narrows the type
    one, other = meeting.points
    return (one > other) - (one < other)


def _insertion_place(balances: Sequence[int]) -> int:
    """The lowest place that most meetings support: losses above it, wins below."""
    agreement = [
        sum(balances[place:]) - sum(balances[:place]) for place in range(len(balances) + 1)
    ]
    return len(balances) - agreement[::-1].index(max(agreement))
