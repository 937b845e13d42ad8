"""Capacity: how many matches at a time this machine can hold, however many are asked for."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Final, NamedTuple

from gridbots_referee.play.cores import cores

MIB: Final = 1 << 20
WORKER_MIB: Final = 24
"""Memory of its own that a worker takes at least."""
BOT_MIB: Final = 8
"""Memory that the process of a bot takes at least, an interpreter without anything."""
PER_CORE: Final = 64
"""Matches for each core at most: more of them would do nothing but wait for each other."""
FILES: Final = 2
"""Files that are open for each worker."""
OWN_FILES: Final = 64
"""Files that are open besides."""
CGROUP: Final = (
    ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"),
    ("sys/fs/cgroup/memory/memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Limit and use of memory in a container, by version 2 and by version 1."""


class Capacity(NamedTuple):
    matches: int
    """At a time, one at least."""
    why: str
    """What the machine lacks for more."""


def capacity(seats: int, root: Path = Path("/")) -> Capacity:
    """Matches of so many seats that fit into this machine at a time, roughly and at most."""
    each = (WORKER_MIB + seats * BOT_MIB) * MIB
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    bounds = [Capacity(PER_CORE * len(cores()), f"{PER_CORE} for each core")]
    if (free := free_memory(root)) is not None:
        why = f"each takes {each // MIB} MiB at least, and {free // MIB} MiB are free"
        bounds.append(Capacity(free // each, why))
    if files != resource.RLIM_INFINITY:
        why = f"{files} files may be open; allow more: ulimit -n"
        bounds.append(Capacity((files - OWN_FILES) // FILES, why))
    least = min(bounds, key=lambda bound: bound.matches)
    return least._replace(matches=max(least.matches, 1))


def free_memory(root: Path = Path("/")) -> int | None:
    """Bytes that can still be had, in a container those of the container; None: not known."""
    found = [_available(root / "proc/meminfo")]
    found += [_below(root / limit, root / used) for limit, used in CGROUP]
    known = [each for each in found if each is not None]
    return max(min(known), 0) if known else None


def _available(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text().splitlines()
    except OSError:
        return None
    values = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(values[0]) * 1024 if values else None


def _below(limit: Path, used: Path) -> int | None:
    try:
        return int(limit.read_text()) - int(used.read_text())
    except (OSError, ValueError):  # `max` where there is no limit
        return None
