"""Resource usage of a bot in a match, with all that it has started."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    import resource

    from gridbots_referee.play.isolation.cgroup.group import Cgroup

MIB: Final = 1 << 20
MAXRSS_UNIT: Final = 1 if sys.platform == "darwin" else 1024
"""Bytes, in which the system tells the peak of a process."""


class Usage(msgspec.Struct, frozen=True):
    """What a bot has used."""

    cpu_ms: float
    is_partial: bool
    """Whether processes may be missing from the CPU time."""
    peak_memory_mib: float


def usage_so_far(pid: int, spent: int) -> Usage:
    """Of a process that lives on, alone, and has used so much CPU time in a match, in ns."""
    status = Path(f"/proc/{pid}/status").read_text(errors="replace")
    peak = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return Usage(
        cpu_ms=round(spent / 1e6, 3),
        is_partial=False,
        peak_memory_mib=round(int(peak[1]) / 1024, 1) if peak else 0.0,
    )


def usage_of(waited: resource.struct_rusage, group: Cgroup | None, seen: int) -> Usage:
    """What the system tells when a process is reaped, and of its group.

    The CPU time that was `seen` before, in ns, may be more: of helpers that nobody has waited for.
    """
    cpu_ms = (waited.ru_utime + waited.ru_stime) * 1000
    others = group.match_cpu_time() if group else seen
    peak = group.peak_memory() if group else None
    return Usage(
        cpu_ms=round(max(cpu_ms, others / 1e6), 3),
        is_partial=group is None,
        peak_memory_mib=round((peak or waited.ru_maxrss * MAXRSS_UNIT) / MIB, 1),
    )
