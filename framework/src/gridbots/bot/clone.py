"""Clone: forks a sibling of this process, which is created in a cgroup or enters it at once.

Both fork servers, the zygote of a bot and the referee's launcher, use it: the new process is a
child of their parent, the referee. This module imports almost nothing, because each fork costs time
in proportion to the memory of the server.

Moving a process into a cgroup of version 2 waits for the scheduler on all cores, about 8 ms. A
process created there (Linux 5.7) does not wait, and neither does a single thread that moves itself
in version 1.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import stat
import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLONE_PARENT: Final = 0x8000
CLONE_INTO_CGROUP: Final = 0x200000000
SIGCHLD: Final = 17
PR_SET_PDEATHSIG: Final = 1
SYSCALL_CLONE: Final = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
"""Machine -> number of the system call, for machines with the argument order used here."""
SYSCALL_CLONE3: Final = 435
CLONE_ARGUMENTS: Final = struct.Struct("11Q")
"""Flags first, the cgroup last; the fields between them stay 0."""
STREAMS: Final = 3
MOST_ENTRIES: Final = 8
"""Maximum number of cgroup entries in a request for a bot; they follow the streams."""

system = ctypes.PyDLL(None, use_errno=True)
_clone = SYSCALL_CLONE.get(os.uname().machine, -1)


def end_with_parent() -> None:
    """Parent-death signal: the kernel kills this process when its parent dies."""
    system.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def clone_sibling(entries: Iterable[int]) -> tuple[int, bool]:
    """Fork a child of this process's parent: its id, and whether it was created in its cgroup.

    The id is 0 in the child, and negative on failure. An entry is an open file that a process
    writes to in order to enter a cgroup, or the folder of a cgroup of version 2.
    """
    folder = next(filter(_is_folder, entries), None)
    if folder is not None:
        arguments = CLONE_ARGUMENTS.pack(CLONE_PARENT | CLONE_INTO_CGROUP, *[0] * 9, folder)
        pid: int = system.syscall(SYSCALL_CLONE3, arguments, CLONE_ARGUMENTS.size)
        if pid >= 0:
            return pid, True
    return system.syscall(_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0), False


def enter_cgroups(entries: Sequence[int], *, is_born: bool) -> None:
    """Enter cgroups. On failure the referee notices, and moves the process."""
    for entry in entries:
        with contextlib.suppress(OSError):
            if not _is_folder(entry):
                os.write(entry, b"0")
            elif not is_born:
                _enter(entry)


def _enter(folder: int) -> None:
    """Move into a cgroup of version 2."""
    processes = os.open("cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.write(processes, b"0")
    finally:
        os.close(processes)


def _is_folder(entry: int) -> bool:
    return stat.S_ISDIR(os.fstat(entry).st_mode)
