"""Clone: forks a sibling of this process, which is born in a cgroup or enters it at once.

Both fork servers use it, a bot's zygote and the referee's launcher: the new process is a child of
their parent, the referee. It imports next to nothing, for what they hold in memory is what each
fork costs.

A process that moves into a cgroup of version 2 waits until all cores have passed through the
scheduler: that takes some 8 ms. One that is born there (Linux 5.7) waits for nothing, and neither
does one thread that moves itself in version 1.
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
"""Machine -> number of the system call, of those whose arguments are in the order that we know."""
SYSCALL_CLONE3: Final = 435
CLONE_ARGUMENTS: Final = struct.Struct("11Q")
"""Flags first, the cgroup last; nothing between them is needed."""
STREAMS: Final = 3
MOST_ENTRIES: Final = 8
"""Entries of cgroups that a request for a bot brings at most; they come behind the streams."""

system = ctypes.PyDLL(None, use_errno=True)
_clone = SYSCALL_CLONE.get(os.uname().machine, -1)


def end_with_parent() -> None:
    """Parent-death signal: be killed when the parent dies, whatever is waited for."""
    system.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def clone_sibling(entries: Iterable[int]) -> tuple[int, bool]:
    """Fork a child of this process's parent: its id, and whether it was born in its cgroup.

    The id is 0 in the child, and negative if it fails. An entry is an open file into which a
    process writes in order to enter a cgroup, or the folder of one of version 2.
    """
    folder = next(filter(_is_folder, entries), None)
    if folder is not None:
        told = CLONE_ARGUMENTS.pack(CLONE_PARENT | CLONE_INTO_CGROUP, *[0] * 9, folder)
        pid: int = system.syscall(SYSCALL_CLONE3, told, CLONE_ARGUMENTS.size)
        if pid >= 0:
            return pid, True
    return system.syscall(_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0), False


def enter_cgroups(entries: Sequence[int], *, is_born: bool) -> None:
    """Enter cgroups; where that fails the referee sees it, and tries itself."""
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
