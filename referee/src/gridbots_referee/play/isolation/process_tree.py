"""Process tree of a bot, which is always ended as a whole.

Each bot has its own session and process group. Processes can leave the group but not the referee:
on Linux the referee is a child subreaper, which adopts all orphans among its descendants, and after
a match it kills all children that it did not start itself. A referee process therefore plays one
match at a time.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import select
    from collections.abc import Callable

PR_SET_CHILD_SUBREAPER = 36
LOOK_SECONDS = 1.0
"""Interval at which the referee checks whether a silent helper was stopped."""
SWEEP_SECONDS = 2.0
"""Time limit for ending a tree that keeps spawning. Ordinary trees end within milliseconds."""
CHUNK = 65536
SHORTEST_PAUSE, LONGEST_PAUSE = 0.0001, 0.005
"""Time between two checks of killed children, in seconds."""

spared: set[int] = set()
"""Process ids of helpers that the referee started itself; `sweep` does not end them."""
unreaped: set[int] = set()
"""Process ids of killed children that could not be reaped; they are not waited for again."""


@functools.cache
def adopt_orphans() -> bool:
    """Make orphaned descendants children of this process; whether the system supports it."""
    if sys.platform != "linux":
        return False
    return ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0  # type: ignore[no-any-return]


def suspend(group: int) -> None:
    _signal_group(group, signal.SIGSTOP)


def resume(group: int) -> None:
    _signal_group(group, signal.SIGCONT)


def kill_group(group: int) -> None:
    _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def kill_tree(pid: int) -> None:
    """Send SIGKILL to a process, its descendants, and all their process groups."""
    members = {pid, *descendants_of(pid)}
    for group in {pid, *map(_group_of, members)} - _own_groups():
        kill_group(group)  # a group is killed atomically: no member can fork meanwhile
    for member in members:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return pid


def _own_groups() -> set[int]:
    return {0, os.getpgrp(), *map(_group_of, spared)}


def reap(pid: int, seconds: float) -> bool:
    """Wait for the end of a killed child; whether it was reaped in time.

    A traced child cannot be reaped before its tracer detaches.
    """
    return wait_until(lambda: _reap_now(pid), seconds)


def wait_until(is_done: Callable[[], bool], seconds: float) -> bool:
    """Wait until this is true, such as the end of a process; whether it is true in time."""
    end, pause = time.monotonic() + seconds, SHORTEST_PAUSE
    while not is_done():
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    return True


def _reap_now(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def kill_strangers() -> set[int]:
    """Kill all children that the referee did not start, with their descendants; the children."""
    if not adopt_orphans():
        return set()
    strangers = own_children() - spared
    for pid in strangers:
        kill_tree(pid)
    return strangers


def sweep() -> list[str]:
    """End and reap all children that the referee did not start: processes that bots left behind.

    Returns descriptions of children that could not be reaped in time, once for each child.
    """
    if not adopt_orphans() or not _has_children():
        return []
    if unreaped:
        unreaped.intersection_update(own_children())
    left: set[int] = set()

    def is_clean() -> bool:
        nonlocal left
        strangers = kill_strangers()
        left = {pid for pid in strangers if not _reap_now(pid)}
        return strangers <= unreaped  # reaped processes may leave orphans

    if wait_until(is_clean, SWEEP_SECONDS):
        return []
    fresh = left - unreaped
    unreaped.update(fresh)
    return [f"process {pid} ({_name_of(pid)}) was killed and cannot be reaped" for pid in fresh]


def state_of(pid: int) -> str:
    """The state of a process as shown by ps; empty if unknown."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return ""
    return stat[stat.rindex(")") + 2 :][:1]


def is_stopped(pid: int) -> bool:
    """Whether a process was stopped by a signal or a tracer."""
    return state_of(pid) in {"T", "t"}


def wait_for_answer(pid: int, poll: select.poll, seconds: float) -> bool:
    """Wait until an answer of a helper is readable; false after a timeout or if it was stopped."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if poll.poll(1000 * min(LOOK_SECONDS, seconds)):
            return True
        if is_stopped(pid):
            return False
    return False


def peek_exit_code(pid: int) -> int | None:
    """The exit code of a child that has ended, without reaping it."""
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def open_exit_fd(pid: int) -> int | None:
    """A file descriptor that becomes readable when the process ends, if the system has these."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def exit_text(code: int) -> str:
    """Description of an exit code, or of the signal that killed a process."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _name_of(pid: int) -> str:
    """Program, state and tracer of a process, for people."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(errors="replace")
    except OSError:
        return "unknown"
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    tracer = fields.get("TracerPid", "0")
    traced = f", traced by process {tracer}" if tracer != "0" else ""
    return f"{fields.get('Name', '')}, {fields.get('State', '')}{traced}"


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def is_child(pid: int) -> bool:
    """Whether this is the id of an unreaped child of this process."""
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, OverflowError):
        return False
    return True


def children_of(parent: int) -> set[int]:
    """Process ids of the children of a process."""
    return {pid for pid, above in parents().items() if above == parent}


def own_children() -> set[int]:
    """Process ids of the children of this process."""
    return _listed_children("self") if _lists_children() else children_of(os.getpid())


@functools.cache
def _lists_children() -> bool:
    """Whether the system lists the children of a process, as most Linux kernels do."""
    return Path(f"/proc/self/task/{os.getpid()}/children").exists()


def _listed_children(process: str) -> set[int]:
    """The children of a process as listed by the system; empty if the process is gone."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208  only names are needed
            found.update(map(int, read_file(f"/proc/{process}/task/{thread}/children").split()))
    return found


def read_file(path: str) -> bytes:
    """Contents of a file of the kernel; empty if there is none. Faster than `open`."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(fd, CHUNK), b""))
    except OSError:
        return b""
    finally:
        os.close(fd)


def descendants_of(ancestor: int) -> set[int]:
    """Process ids of all descendants of a process."""
    above = {} if _lists_children() else parents()
    found: set[int] = set()
    fresh = {ancestor}
    while fresh:
        if _lists_children():
            below = {pid for each in fresh for pid in _listed_children(str(each))}
        else:
            below = {pid for pid, by in above.items() if by in fresh}
        fresh = below - found
        found |= fresh
    return found


def parents() -> dict[int, int]:
    """Process id -> parent's process id, for all visible processes."""
    return _parents_from_proc() if sys.platform == "linux" else _parents_from_ps()


def _parents_from_proc() -> dict[int, int]:
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  only names are needed
        if name.isdigit():
            with contextlib.suppress(OSError):
                stat = Path(f"/proc/{name}/stat").read_bytes()
                # The name of the program is in parentheses and may contain anything.
                found[int(name)] = int(stat[stat.rindex(b")") + 2 :].split()[1])
    return found


def _parents_from_ps() -> dict[int, int]:
    listed = subprocess.run(
        ["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=False
    ).stdout
    return {int(pid): int(parent) for pid, parent in map(str.split, listed.splitlines())}
