"""Names of cgroups, and those that a killed referee has left: ended and removed by the next one."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation.cgroup.files import read_processes, remove_folder, write

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME: Final = re.compile(r"gridbots-(\d+)-(\d+)-(\d+)-\d+")
"""Pid namespace, process id and start time of the referee; and a number."""


def group_name(number: int) -> str:
    """The name of this process's group of this number: no other process ever has the same."""
    pid = os.getpid()
    return f"gridbots-{_pid_namespace()}-{pid}-{_start_time(pid)}-{number}"


@functools.cache
def _pid_namespace() -> int:
    """Process ids of other namespaces mean nothing here; their groups are left alone."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116  a name is all that is needed
    except OSError:
        return 0


def _start_time(pid: int) -> int:
    """When a process started, in the system's own units; 0 if it does not live."""
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        # The name of the program stands in parentheses and may hold anything.
        return int(stat[stat.rindex(b")") + 2 :].split()[19])
    return 0


def remove_leftovers(places: Iterable[str]) -> None:
    """End what is left in groups whose referee lives no more, and remove them."""
    for place in places:
        for name in _names(place):
            if _is_leftover(name):
                _remove(f"{place}/{name}")


def _names(place: str) -> list[str]:
    try:
        return os.listdir(place)  # noqa: PTH208  names are all that is needed
    except OSError:
        return []


def _is_leftover(name: str) -> bool:
    found = NAME.fullmatch(name)
    if not found or int(found[1]) != _pid_namespace():
        return False
    return _start_time(int(found[2])) != int(found[3])


def _remove(folder: str) -> None:
    for pid in read_processes(folder):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    for file, thawed in (("freezer.state", "THAWED"), ("cgroup.freeze", "0")):
        with contextlib.suppress(OSError):
            write(f"{folder}/{file}", thawed)
    remove_folder(folder)
