"""Limits that a bot has hit: the cause of its failure, or a warning.

For a cgroup, the kernel counts refused forks and processes killed for memory. Hits of per-process
limits are known only to the process; they are inferred from the exit code and the last line of
stderr. A bot can forge that line, but only to rename its own failure.
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

MESSAGES: Final = {
    "memory": rb"MemoryError|bad_alloc|[Oo]ut ?[Oo]f ?[Mm]emory|Cannot allocate memory",
    "processes": rb"Resource temporarily unavailable|can't start new thread|Cannot fork",
    "disk": rb"File too large|No space left on device|Disk quota exceeded",
}
"""Termination -> the last message of programs that hit the limit."""


class LimitHit(msgspec.Struct, frozen=True):
    """A limit that was hit: the termination of a bot that fails by it, and a description."""

    termination: str
    text: str


def hit_limits(isolation: Isolation, hits: Hits) -> Iterator[LimitHit]:
    """The limits hit according to the bot's cgroup."""
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
    """The limit that explains the failure of a bot, or None."""
    if isolation.level == "none":
        return None
    for hit in hit_limits(isolation, hits):
        return hit
    if exit_code == -signal.SIGXFSZ:
        return LimitHit("disk", _limit_of("disk", isolation))
    if not exit_code:
        return None  # it is alive, or reported success
    last = stderr.strip().rpartition(b"\n")[2]
    for termination, words in MESSAGES.items():
        if re.search(words, last):
            return LimitHit(termination, _limit_of(termination, isolation))
    return None


def _limit_of(termination: str, isolation: Isolation) -> str:
    if termination == "memory":
        return f"out of memory at the limit of {isolation.memory_mib} MiB"
    if termination == "processes":
        return f"out of processes at the limit of {isolation.processes} processes"
    limit = f"a file exceeded the limit of {isolation.file_size_mib} MiB"
    if isolation.level == "sandbox":
        return f"{limit}, or all files exceeded the quota of {isolation.quota_mib} MiB"
    return limit


NO_HITS: Final = Hits()
