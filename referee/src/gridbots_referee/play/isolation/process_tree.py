"""A bot's process tree: ended as a whole, whatever it does.

Each bot has a session and process group of its own. Processes that leave the group cannot leave the
referee: on Linux the referee is a child subreaper, which adopts every orphan among its descendants,
and after a match it kills all children that it did not start itself. A referee process therefore
plays one match at a time.
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

PR_SET_CHILD_SUBREAPER = 36
SWEEP_SECONDS = 2.0
"""How long a tree that goes on spawning is hunted. Ordinary trees are gone in milliseconds."""

spared: set[int] = set()
"""Process ids of helpers that the referee started itself: `sweep` leaves them alone."""


@functools.cache
def adopt_orphans() -> bool:
    """Make orphaned descendants children of this process; whether the system can do it."""
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


def sweep() -> None:
    """End and reap every child that was not started on purpose: what bots have left behind."""
    if not adopt_orphans():
        return
    end = time.monotonic() + SWEEP_SECONDS
    while _has_children() and time.monotonic() < end:
        strangers = own_children() - spared
        if not strangers:
            return
        for pid in strangers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in strangers:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def is_child(pid: int) -> bool:
    """Whether this is the id of a child of this process that has not been reaped."""
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, OverflowError):
        return False
    return True


def children_of(parent: int) -> set[int]:
    """Process ids of the children of a process."""
    return {pid for pid, above in parents().items() if above == parent}


def own_children() -> set[int]:
    """Process ids of the children of this process: the quick way, where the system has it."""
    try:
        threads = os.listdir("/proc/self/task")  # noqa: PTH208  names are all that is needed
        listed = [Path(f"/proc/self/task/{thread}/children").read_bytes() for thread in threads]
    except OSError:
        return children_of(os.getpid())
    return {int(pid) for pid in b" ".join(listed).split()}


def descendants_of(ancestor: int) -> set[int]:
    """Process ids of the children of a process, their children and so on."""
    above = parents()
    found: set[int] = set()
    while fresh := {pid for pid, by in above.items() if by in found | {ancestor}} - found:
        found |= fresh
    return found


def parents() -> dict[int, int]:
    """Process id -> parent's process id, of all processes that can be seen."""
    return _parents_from_proc() if sys.platform == "linux" else _parents_from_ps()


def _parents_from_proc() -> dict[int, int]:
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  names are all that is needed
        if name.isdigit():
            with contextlib.suppress(OSError):
                stat = Path(f"/proc/{name}/stat").read_bytes()
                # The name of the program stands in parentheses and may hold anything.
                found[int(name)] = int(stat[stat.rindex(b")") + 2 :].split()[1])
    return found


def _parents_from_ps() -> dict[int, int]:
    listed = subprocess.run(
        ["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=False
    ).stdout
    return {int(pid): int(parent) for pid, parent in map(str.split, listed.splitlines())}
