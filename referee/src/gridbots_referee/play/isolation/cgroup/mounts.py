"""Where this process may make cgroups: its own group in each hierarchy that is mounted."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Final

import msgspec

from gridbots_referee.play.isolation.cgroup.files import make_folder, read_processes, write
from gridbots_referee.play.isolation.process_tree import descendants_of, parents

V1_CONTROLLERS: Final = ("cpu", "cpuacct", "memory", "pids", "freezer")
V2_CONTROLLERS: Final = ("cpu", "memory", "pids")
REFEREES: Final = "gridbots-referees"
"""The group that referees move into, where a group that has children may hold no process."""


class Places(msgspec.Struct, frozen=True):
    """Folders in which groups can be made."""

    v1: dict[str, str] = {}
    """Controller -> folder."""
    v2: str | None = None


def find_places(proc: str = "/proc/self") -> Places:
    """The places of this process; empty where there are none, or none that it may write."""
    try:
        mounts = Path(proc, "mountinfo").read_text()
        groups = Path(proc, "cgroup").read_text()
    except OSError:
        return Places()
    v1: dict[str, str] = {}
    v2: str | None = None
    own = _own_groups(groups)
    for root, folder, kind, options in _mounts(mounts):
        if kind == "cgroup2":
            v2 = v2 or _writable(root, folder, own.get(""))
        elif kind == "cgroup":
            for controller in set(options.split(",")).intersection(V1_CONTROLLERS, own):
                found = _writable(root, folder, own[controller])
                if found:
                    v1.setdefault(controller, found)
    return Places(v1, _above_referees(v2))


def _own_groups(text: str) -> dict[str, str]:
    """Controller -> the path of the own group in its hierarchy; "" stands for version 2."""
    found = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            found[controller] = path
    return found


def _mounts(text: str) -> list[tuple[str, str, str, str]]:
    """Root within the file system, mount point, type and options of each mount."""
    found = []
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        root, folder = before.split()[3:5]
        kind, _, options = (*after.split(), "", "", "")[:3]
        found.append((_unescaped(root), _unescaped(folder), kind, options))
    return found


def _unescaped(path: str) -> str:
    """A path of mountinfo: blanks are written in octal there."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), path)


def _writable(root: str, folder: str, own: str | None) -> str | None:
    """The folder of the own group under a mount of its hierarchy, if groups can be made there."""
    if own is None or not f"{own}/".startswith(f"{root.rstrip('/')}/"):
        return None
    path = os.path.normpath(f"{folder}/{own[len(root.rstrip('/')) :]}")
    return path if os.access(path, os.W_OK | os.X_OK) else None


def _above_referees(folder: str | None) -> str | None:
    if folder and os.path.basename(folder) == REFEREES:  # noqa: PTH119  as text
        return os.path.dirname(folder)  # noqa: PTH120  likewise
    return folder


def enable_controllers(folder: str) -> frozenset[str]:
    """Have groups below this one controlled, as far as it can be; by which controllers they are.

    In version 2 a group whose children are controlled holds no process itself (but the root does).
    Those of this process's own line are moved into a child; strangers stay where they are, and
    then the groups of bots are not controlled: they tell CPU time, freeze and kill all the same.
    """
    wanted = _words(f"{folder}/cgroup.controllers").intersection(V2_CONTROLLERS)
    missing = wanted - _words(f"{folder}/cgroup.subtree_control")
    if missing:
        request = " ".join(f"+{name}" for name in sorted(missing))
        with contextlib.suppress(OSError):
            try:
                write(f"{folder}/cgroup.subtree_control", request)
            except OSError:
                if _move_own_line(folder):
                    write(f"{folder}/cgroup.subtree_control", request)
    return wanted & _words(f"{folder}/cgroup.subtree_control")


def _words(path: str) -> frozenset[str]:
    try:
        return frozenset(Path(path).read_text().split())
    except OSError:
        return frozenset()


def _move_own_line(folder: str) -> bool:
    """Move all processes of a group into a child; whether they are of this process's line."""
    there = read_processes(folder)
    if not there or not there <= _own_line():
        return False
    make_folder(f"{folder}/{REFEREES}")
    for pid in there:
        with contextlib.suppress(ProcessLookupError):
            write(f"{folder}/{REFEREES}/cgroup.procs", str(pid))
    return True


def _own_line() -> set[int]:
    """This process, its ancestors, and what its parent has started: other workers."""
    above = parents()
    pid = os.getpid()
    line = {pid} | descendants_of(os.getppid())
    while (pid := above.get(pid, 0)) > 0:
        line.add(pid)
    return line
