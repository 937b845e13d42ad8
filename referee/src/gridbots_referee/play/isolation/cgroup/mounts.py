"""Folders in which this process may create cgroups: its own group in each mounted hierarchy."""

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
"""The group that referees move into if a group with children may have no processes."""


class Places(msgspec.Struct, frozen=True):
    """Folders in which groups can be created."""

    v1: dict[str, str] = {}
    """Controller -> folder."""
    v2: str | None = None


def find_places(proc: str = "/proc/self") -> Places:
    """The folders that this process may write to; empty if there are none."""
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
    """Controller -> path of this process's group in its hierarchy; "" stands for version 2."""
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
    """A path of mountinfo, which has spaces in octal."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), path)


def _writable(root: str, folder: str, own: str | None) -> str | None:
    """The folder of this process's group under a mount, if groups can be created there."""
    if own is None or not f"{own}/".startswith(f"{root.rstrip('/')}/"):
        return None
    path = os.path.normpath(f"{folder}/{own[len(root.rstrip('/')) :]}")
    return path if os.access(path, os.W_OK | os.X_OK) else None


def _above_referees(folder: str | None) -> str | None:
    if folder and os.path.basename(folder) == REFEREES:  # noqa: PTH119  as text
        return os.path.dirname(folder)  # noqa: PTH120  likewise
    return folder


def enable_controllers(folder: str) -> frozenset[str]:
    """Enable controllers for groups below this one, if possible; the controllers that are enabled.

    In version 2, a group whose children have controllers may have no processes itself, except the
    root. If all its processes are relatives of this process, they are moved into a child.
    Otherwise the groups of bots have no controllers; they still measure CPU time, freeze and kill.
    """
    wanted = _words(f"{folder}/cgroup.controllers").intersection(V2_CONTROLLERS)
    missing = wanted - _words(f"{folder}/cgroup.subtree_control")
    if missing:
        request = " ".join(f"+{name}" for name in sorted(missing))
        with contextlib.suppress(OSError):
            try:
                write(f"{folder}/cgroup.subtree_control", request)
            except OSError:
                if _move_relatives(folder):
                    write(f"{folder}/cgroup.subtree_control", request)
    return wanted & _words(f"{folder}/cgroup.subtree_control")


def _words(path: str) -> frozenset[str]:
    try:
        return frozenset(Path(path).read_text().split())
    except OSError:
        return frozenset()


def _move_relatives(folder: str) -> bool:
    """Move all processes of a group into a child; whether they are relatives of this process."""
    there = read_processes(folder)
    if not there or not there <= _relatives():
        return False
    make_folder(f"{folder}/{REFEREES}")
    for pid in there:
        with contextlib.suppress(ProcessLookupError):
            write(f"{folder}/{REFEREES}/cgroup.procs", str(pid))
    return True


def _relatives() -> set[int]:
    """This process, its ancestors, and all descendants of its parent: other workers."""
    above = parents()
    pid = os.getpid()
    found = {pid} | descendants_of(os.getppid())
    while (pid := above.get(pid, 0)) > 0:
        found.add(pid)
    return found
