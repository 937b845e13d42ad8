"""What the machine can serve at a time, which cores a match runs on, and whether it is busy."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridbots.record import Limits

CROWDED: Final = 1.25
"""Load per core from which on bots wait for a core so often that their times mean little."""


def cores() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def fair_concurrency(seats: int, limits: Limits) -> int:
    """How many matches at a time leave a core to every bot that thinks."""
    return max(len(cores()) // thinking(seats, limits), 1)


def thinking(seats: int, limits: Limits) -> int:
    """How many bots of a match think at the same time."""
    return seats if limits.ask == "together" and not limits.in_process else 1


def share_of(worker: int, workers: int) -> set[int]:
    """The cores of one of so many workers: a part of its own, as far as there are enough."""
    have = cores()
    first, behind = (len(have) * each // workers for each in (worker, worker + 1))
    return set(have[first:behind]) or {have[worker % len(have)]}


def pin(chosen: set[int]) -> None:
    """Keep this process and those that it starts on these cores, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, chosen)


def load_per_core() -> float:
    """The load average of the last minute, divided by the number of cores."""
    return os.getloadavg()[0] / len(cores())
