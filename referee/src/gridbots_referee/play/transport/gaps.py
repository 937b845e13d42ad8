"""Gap: time in which the referee itself did not run, so that no bot may be charged with it.

The referee may be stopped (Ctrl-Z, SIGSTOP), swapped out, kept waiting for a core, or paused with
its virtual machine: what bots answer meanwhile is read too late. The poll loop says when it will
run next; when it does so much later, the rest was a gap. (While a machine is suspended the
monotonic clock stands still, and nobody is charged anyway.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.play.clock import MILLISECOND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.play.transport.scheduling import Scheduling

SLICE: Final = 50 * MILLISECOND
"""The poll loop sleeps no longer than this, so that a gap in its sleep is known almost exactly."""
LEAST_GAP: Final = 50 * MILLISECOND
"""A loop that runs later than this after it should have had a gap; less is charged to bots."""
MOST_GAPS: Final = 5
"""A match in which the referee has been stopped so often is void: a bot may have done it."""
NEVER: Final = 1 << 63


class Gaps:
    """The gaps of a match."""

    def __init__(self, scheduling: Scheduling) -> None:
        self.stops: list[int] = []
        """The lengths, in ns, of those in which the referee neither ran nor waited for a core."""
        self._scheduling = scheduling

    def add(self, gap: int) -> None:
        """A gap has ended now."""
        # A busy machine, or a flood of lines, delays the referee, too: that is no foul play.
        if gap - self._scheduling.take_busy_time() > LEAST_GAP:
            self.stops.append(gap)


def cause_of_void(stops: Sequence[int]) -> tuple[None, str] | None:
    """Why a match with these stops of the referee, in ns, does not count; None if it does."""
    if len(stops) < MOST_GAPS:
        return None
    total = sum(stops) // MILLISECOND
    return None, (
        f"the referee itself was stopped {len(stops)} times, for {total} ms in all; "
        "if no person did that, a bot of the same user did: play them with --isolation sandbox"
    )
