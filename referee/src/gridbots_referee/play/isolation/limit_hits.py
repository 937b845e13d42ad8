"""Limits of its level that a bot has hit: what its failure is put down to, or a warning.

The kernel tells of a cgroup how often it refused a fork there, or killed a process for memory. Of
limits that it keeps for each process it tells the process alone: that is read from how the bot has
ended, and from the last line that it wrote to stderr. A bot may write there what it likes, but it
only gives another name to a failure of its own.
"""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.isolation.cgroup.group import Hits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.limits import Isolation

SAID: Final = {
    "memory": rb"MemoryError|bad_alloc|[Oo]ut ?[Oo]f ?[Mm]emory|Cannot allocate memory",
    "processes": rb"Resource temporarily unavailable|can't start new thread|Cannot fork",
    "disk": rb"File too large|No space left on device|Disk quota exceeded",
}
"""Termination -> what programs say last that end since they have hit the limit."""


class LimitHit(msgspec.Struct, frozen=True):
    """A limit that was hit: the termination of a bot that fails by it, and figures for people."""

    termination: str
    text: str


def hit_limits(isolation: Isolation, hits: Hits) -> Iterator[LimitHit]:
    """What the kernel tells of a bot's cgroup."""
    if hits.memory:
        killed = "a process" if hits.memory == 1 else f"{hits.memory} processes"
        yield LimitHit(
            "memory", f"out of memory: {killed} killed at the limit of {isolation.memory_mib} MiB"
        )
    if hits.processes:
        refused = "a fork was" if hits.processes == 1 else f"{hits.processes} forks were"
        yield LimitHit(
            "processes", f"{refused} refused at the limit of {isolation.processes} processes"
        )


def cause(
    isolation: Isolation, hits: Hits, exit_code: int | None, stderr: bytes
) -> LimitHit | None:
    """The limit to which the failure of a bot is put down; None if there is none."""
    if isolation.level == "none":
        return None
    for hit in hit_limits(isolation, hits):
        return hit
    if exit_code == -signal.SIGXFSZ:
        return LimitHit("disk", _limit_of("disk", isolation))
    if not exit_code:
        return None  # it lives, or has ended as if all were well
    last = stderr.strip().rpartition(b"\n")[2]
    for termination, words in SAID.items():
        if re.search(words, last):
            return LimitHit(termination, _limit_of(termination, isolation))
    return None


def _limit_of(termination: str, isolation: Isolation) -> str:
    if termination == "memory":
        return f"out of memory at the limit of {isolation.memory_mib} MiB"
    if termination == "processes":
        return f"out of processes at the limit of {isolation.processes} processes"
    limit = f"a file was to be larger than the limit of {isolation.file_size_mib} MiB"
    if isolation.level == "sandbox":
        return f"{limit}, or all files larger than the quota of {isolation.quota_mib} MiB"
    return limit


NO_HITS: Final = Hits()
