"""Resource limits (setrlimit), which the system enforces in each process of a bot."""

from __future__ import annotations

import contextlib
import os
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridbots.limits import Isolation

MIB: Final = 1 << 20
SPARE_PROCESSES: Final = 1024
"""Processes and threads that the user may start after the start of a launcher.

The system counts all processes of the user, so an exact limit for one bot would count other
programs too. This limit stops a fork bomb. The exact limit is enforced by cgroups, and in a
sandbox, which has a user namespace.
"""
OWN_PROCESSES: Final = 2
"""Processes of the referee that count in a sandbox: the launcher and the init process."""

Rlimits = tuple[tuple[int, int], ...]
"""Resource -> value, for `setrlimit`."""


def rlimits(isolation: Isolation) -> Rlimits:
    """The resource limits of a level, none of them above those of this process."""
    wanted = {
        resource.RLIMIT_DATA: isolation.memory_mib * MIB,
        resource.RLIMIT_NOFILE: isolation.open_files,
        resource.RLIMIT_FSIZE: isolation.file_size_mib * MIB,
        resource.RLIMIT_CORE: 0,
    }
    if isolation.level == "sandbox":
        # A user namespace has its own count, which includes the launcher and the init process.
        wanted[resource.RLIMIT_NPROC] = isolation.processes + OWN_PROCESSES
    elif limits_processes():
        wanted[resource.RLIMIT_NPROC] = _processes_of_user() + SPARE_PROCESSES
    return tuple((kind, _at_most(kind, value)) for kind, value in wanted.items())


def limits_processes() -> bool:
    """Whether the system limits the number of processes of this user; root has no limit."""
    return sys.platform == "linux" and os.geteuid() != 0


def _at_most(kind: int, value: int) -> int:
    most = resource.getrlimit(kind)[1]
    return value if most == resource.RLIM_INFINITY else min(value, most)


def _processes_of_user() -> int:
    """Number of processes and threads of this user."""
    me, count = os.geteuid(), 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == me:
                count += len(os.listdir(folder / "task"))  # noqa: PTH208  a count is all
    return count
