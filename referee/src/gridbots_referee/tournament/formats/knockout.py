"""Knockout (single elimination): the loser of a meeting is eliminated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.round_robin import Pairing
    from gridbots_referee.tournament.formats.stages import Scheduler

EXTRA: Final = 8
"""Extra match groups that may decide a tied meeting. After them the higher seed advances, since two
identical bots could tie for ever."""


def knockout(scheduler: Scheduler) -> list[int]:
    """Schedule the stages as far as they are known; returns the stage each entrant has reached.

    The order of the entrants is their seeding: in the bracket the first two seeds meet last, if the
    higher seeds win. The highest seeds get the byes of a bracket with empty places. A tied meeting
    is decided by extra match groups, played after all meetings of the stage. The winner of the
    final reaches the stage after it.
    """
    reached = [1] * scheduler.bots
    left = bracket(scheduler.bots)
    stage = 0
    while len(left) > 1:
        stage += 1
        winners = _play(scheduler, stage, left)
        if winners is None:
            break
        left = winners
        for entrant in left:
            reached[entrant] = stage + 1
    return reached


def bracket(bots: int) -> list[int]:
    """The seeds in the order of the bracket; seeds from `bots` on are empty places."""
    order = [0]
    while len(order) < bots:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return order


def _play(scheduler: Scheduler, stage: int, left: Sequence[int]) -> list[int] | None:
    """The winners of a stage, in order; None while it is being played."""
    pairs: list[Pairing] = [
        (min(pair), max(pair)) for pair in zip(left[::2], left[1::2], strict=True)
    ]
    # The higher seed advances after a bye, and after a tie that the extra groups leave undecided.
    winners = {pair: pair[0] for pair in pairs}
    tied = [pair for pair in pairs if pair[1] < scheduler.bots]
    for wave in range(1 + EXTRA):
        meetings = scheduler.meet(stage, tied, 1 if wave else None) if tied else []
        tied = []
        for meeting in meetings:
            if meeting.points is None:
                return None
            one, other = meeting.points
            if one == other:
                tied.append(meeting.pairing)
            elif one < other:
                winners[meeting.pairing] = meeting.pairing[1]
    return list(winners.values())
