"""Ladder: each newcomer finds its place in the ranking by binary search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.stages import Meeting, Scheduler

WINDOW: Final = 4
"""A newcomer meets all entrants of a range of the ranking that is no longer than this."""


def ladder(scheduler: Scheduler) -> list[int]:
    """Schedule as far as is known; the ranking of the entrants that have a place, the best first.

    The entrants come in their order; each waits until those before it have their place. In the
    ranking so far, a newcomer meets the one in the middle; if it wins the meeting it looks for its
    place above, else below, until the stretch that is left is short: those in it it meets all. It
    is put in the place that contradicts the fewest of these meetings, the lowest of several; a
    tied meeting speaks for neither side. So a newcomer plays about as many meetings as the
    logarithm of the number of entrants. To add entrants at the end changes nothing before them.
    """
    ranking = [0]
    for entrant in range(1, scheduler.bots):
        place = _place(scheduler, entrant, ranking)
        if place is None:
            break
        ranking.insert(place, entrant)
    return ranking


def _place(scheduler: Scheduler, entrant: int, ranking: Sequence[int]) -> int | None:
    """Where a newcomer belongs; None while that is being played out."""
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
    """1 if the newcomer has won a meeting, 0 if it was tied, -1 if it has lost."""
    assert meeting.points is not None  # noqa: S101  narrows the type
    one, other = meeting.points
    return (one > other) - (one < other)


def _insertion_place(balances: Sequence[int]) -> int:
    """The lowest place that most meetings agree with: those above have won, those below lost."""
    agreement = [
        sum(balances[place:]) - sum(balances[:place]) for place in range(len(balances) + 1)
    ]
    return len(balances) - agreement[::-1].index(max(agreement))
