"""Processor cores: how many matches run at the same time, on which cores, and the load."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridbots.limits import Limits

OVERLOADED: Final = 1.25
"""Load per core above which bots wait for cores so often that their times mean little."""


def cores() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def fair_concurrency(seats: int, limits: Limits) -> int:
    """Number of concurrent matches that leave a core to every bot that thinks."""
    return max(len(cores()) // thinking(seats, limits), 1)


def thinking(seats: int, limits: Limits) -> int:
    """Number of bots of a match that think at the same time."""
    return seats if limits.ask == "together" and not limits.in_process else 1


def core_share(worker: int, workers: int) -> set[int]:
    """The cores of one of several workers: disjoint sets if there are enough cores."""
    have = cores()
    first, behind = (len(have) * each // workers for each in (worker, worker + 1))
    return set(have[first:behind]) or {have[worker % len(have)]}


def pin(chosen: set[int]) -> None:
    """CPU affinity: keep this process and its children on these cores, if possible."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, chosen)


def load_per_core() -> float:
    """The load average of the last minute, divided by the number of cores."""
    return os.getloadavg()[0] / len(cores())
