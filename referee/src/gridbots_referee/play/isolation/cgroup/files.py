"""Files of cgroupfs; names of groups; and removal of groups that a killed referee left behind."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation.process_tree import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT: Final = 1024
"""Larger than any file with numbers."""
REMOVE_SECONDS: Final = 0.5
"""Time for dying processes to leave a group."""
PAUSE_SECONDS: Final = 0.002


def make_folder(path: str) -> None:
    """Create a group; the kernel adds its files."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(path)  # noqa: PTH102  faster


def remove_folder(path: str) -> bool:
    """Remove a group without living processes; whether it was removed."""
    end = time.monotonic() + REMOVE_SECONDS
    while True:
        try:
            os.rmdir(path)  # noqa: PTH106  faster
        except FileNotFoundError:
            return True
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(PAUSE_SECONDS)
        else:
            return True


def write(path: str, text: str) -> None:
    """Write to a file of the kernel at once.

    Raises:
        OSError: the kernel refuses, or there is no such file.
    """
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def read_processes(folder: str) -> set[int]:
    """Process ids of the members of a group.

    The file is opened each time: in version 1, an open file lists the processes of a second ago.
    """
    return {int(word) for word in read_file(f"{folder}/cgroup.procs").split()}


class OpenFile:
    """A file of the kernel that stays open after its first use: opening costs more than reading.

    Not for lists of processes (see `read_processes`).
    """

    def __init__(self, path: str, mode: int = os.O_RDONLY) -> None:
        self._path = path
        self._mode = mode
        self._fd: int | None = None

    def _handle(self) -> int:
        if self._fd is None:
            self._fd = os.open(self._path, self._mode | os.O_CLOEXEC)
        return self._fd

    def read(self) -> bytes:
        """The contents; empty if there is no such file."""
        try:
            return os.pread(self._handle(), SHORT, 0)
        except OSError:
            return b""

    def number(self) -> int | None:
        """The number in the file; None if there is no such file, or no number."""
        text = self.read().strip()
        return int(text) if text.isdigit() else None

    def count(self, name: bytes) -> int:
        """The number after this name, in a file with a name and a number on each line."""
        for line in self.read().splitlines():
            if line.startswith(name + b" "):
                return int(line.split()[1])
        return 0

    def write(self, text: bytes) -> None:
        """Write at once.

        Raises:
            OSError: the kernel refuses, or there is no such file.
        """
        os.pwrite(self._handle(), text, 0)

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


NAME: Final = re.compile(r"gridbots-(\d+)-(\d+)-(\d+)-\d+")
"""Pid namespace, process id and start time of the referee, and a number."""


def group_name(number: int) -> str:
    """The name of this process's group with this number. It is unique."""
    pid = os.getpid()
    return f"gridbots-{_pid_namespace()}-{pid}-{_start_time(pid)}-{number}"


@functools.cache
def _pid_namespace() -> int:
    """The pid namespace of this process. Groups of other namespaces are not removed."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116  faster
    except OSError:
        return 0


def _start_time(pid: int) -> int:
    """Start time of a process in the system's units; 0 if it is not alive."""
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        # The name of the program is in parentheses and may contain anything.
        return int(stat[stat.rindex(b")") + 2 :].split()[19])
    return 0


def remove_leftovers(places: Iterable[str]) -> None:
    """Remove the groups of dead referees, with their processes."""
    for place in places:
        for name in _names(place):
            if _is_leftover(name):
                _remove(f"{place}/{name}")


def _names(place: str) -> list[str]:
    try:
        return os.listdir(place)  # noqa: PTH208  only names are needed
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
