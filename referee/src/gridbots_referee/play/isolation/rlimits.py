"""Resource limits (setrlimit) of a bot's processes, which the system enforces in each of them."""

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
"""Processes and threads that a user may have besides those that run when a launcher starts.

The system counts those of the user, whoever started them: an exact number for each bot would blame
it for what others start. This one stops a fork bomb. The exact number is kept by cgroups, and in
the sandbox, whose users are its own.
"""
OWN_PROCESSES: Final = 2
"""Processes of ours that count in a sandbox: the launcher, and the init."""

Rlimits = tuple[tuple[int, int], ...]
"""Resource -> value, for `setrlimit`."""


def rlimits(isolation: Isolation) -> Rlimits:
    """The resource limits of a level, none of them above what this process has."""
    wanted = {
        resource.RLIMIT_DATA: isolation.memory_mib * MIB,
        resource.RLIMIT_NOFILE: isolation.open_files,
        resource.RLIMIT_FSIZE: isolation.file_size_mib * MIB,
        resource.RLIMIT_CORE: 0,
    }
    if isolation.level == "sandbox":
        # Its user namespace counts for itself. The launcher and an init are among them.
        wanted[resource.RLIMIT_NPROC] = isolation.processes + OWN_PROCESSES
    elif binds_processes():
        wanted[resource.RLIMIT_NPROC] = _processes_of_user() + SPARE_PROCESSES
    return tuple((kind, _at_most(kind, value)) for kind, value in wanted.items())


def binds_processes() -> bool:
    """Whether the system limits the processes of this user: it lets root have any number."""
    return sys.platform == "linux" and os.geteuid() != 0


def _at_most(kind: int, value: int) -> int:
    most = resource.getrlimit(kind)[1]
    return value if most == resource.RLIM_INFINITY else min(value, most)


def _processes_of_user() -> int:
    """Processes and threads of this user."""
    me, count = os.geteuid(), 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == me:
                count += len(os.listdir(folder / "task"))  # noqa: PTH208  a count is all
    return count
