"""Control group (cgroup) of a bot, by which it is measured, capped, frozen and killed as a whole.

Every process that a bot starts is in its group: helpers in other sessions, orphans, programs
started by a shell script. A referee process has a group for each seat, which it creates when first
needed and keeps for later matches, because creating and removing costs more than entering. After
bots had to be killed, the next match gets a new group. Groups are removed when the referee exits;
those of a killed referee are removed by the next one.

Version 2 is used if it has controllers, otherwise version 1. If a machine has both, version 2 still
freezes and kills, at a fiftieth of the cost.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.isolation.cgroup.files import (
    PAUSE_SECONDS,
    group_name,
    remove_leftovers,
    write,
)
from gridbots_referee.play.isolation.cgroup.mounts import Places, enable_controllers, find_places
from gridbots_referee.play.isolation.cgroup.versions import CgroupV1, CgroupV2, CgroupVersion
from gridbots_referee.play.isolation.process_tree import descendants_of

if TYPE_CHECKING:
    from collections.abc import Iterable

KILL_SECONDS: Final = 2.0
"""Time limit for killing a group. Ordinary groups are empty within milliseconds."""


class Hits(msgspec.Struct, frozen=True):
    """How often limits were hit in a match."""

    memory: int = 0
    """Number of processes that the kernel killed because the group was out of memory."""
    processes: int = 0
    """Number of forks that the kernel refused because there were too many processes."""


class Cgroup:
    """The group of the bot in one seat, used for one match after the other."""

    def __init__(self, controls: CgroupVersion, freezer: CgroupVersion) -> None:
        self._controls = controls
        """The version that measures and caps."""
        self._freezer = freezer
        """The version that freezes and kills: the same, unless the machine has both versions."""
        versions = (controls,) if freezer is controls else (controls, freezer)
        self._versions: tuple[CgroupVersion, ...] = versions
        self.folders = tuple(folder for version in versions for folder in version.folders)
        self.entries = _opened(file for version in versions for file in version.entries)
        """Open files; any process that writes "0" to them enters the group."""
        self.clone_targets = _opened(
            place for version in versions for place in version.clone_targets
        )
        """The same for `gridbots.bot.clone`, with a folder in place of the file of version 2."""
        self.controllers = controls.controllers
        self._caps: tuple[int | None, int | None] | None = None
        self._before = Hits()
        self._cpu_before = 0
        self.cpu_time = controls.cpu_time
        """CPU time of all processes that were ever in the group, in ns."""

    def prepare(self, memory: int | None = None, processes: int | None = None) -> None:
        """Begin a match: set caps (memory in bytes; None: no cap) and reset all counts."""
        self.thaw()
        if self._caps != (memory, processes):
            self._controls.set_caps(memory, processes)
            self._caps = (memory, processes)
        self._controls.reset_peak()
        self._before = self._total_hits()
        self._cpu_before = self.cpu_time()

    def match_cpu_time(self) -> int:
        """CPU time in this match, in ns."""
        return self.cpu_time() - self._cpu_before

    def hits(self) -> Hits:
        """How often limits were hit in this match."""
        now = self._total_hits()
        return Hits(now.memory - self._before.memory, now.processes - self._before.processes)

    def _total_hits(self) -> Hits:
        return Hits(self._controls.killed_for_memory(), self._controls.refused_forks())

    def peak_memory(self) -> int | None:
        """Peak memory in this match, in bytes; None if unknown."""
        return self._controls.peak_memory()

    def freeze(self) -> bool:
        """Suspend all processes of the group; whether that is possible."""
        return self._freezer.freeze()

    def thaw(self) -> None:
        self._freezer.thaw()

    def processes(self) -> set[int]:
        """Process ids of the members of the group."""
        return self._controls.processes()

    @property
    def is_spent(self) -> bool:
        """Whether the next match needs a new group."""
        return self._freezer.is_spent

    def entry_fds(self, *, is_boxed: bool) -> tuple[int, ...]:
        """File descriptors with which a fork server starts a process in the group.

        In a sandbox they are no folders, from which other files of the group could be reached.
        """
        return self.entries if is_boxed else self.clone_targets

    def adopt(self, pid: int) -> bool:
        """Move a process and its descendants into the group; whether that is possible."""
        if pid in self.processes():
            return True
        try:
            for each in (pid, *descendants_of(pid)):
                self._move(each)
        except OSError:
            return False
        return True

    def _move(self, pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            for folder in self.folders:
                write(f"{folder}/cgroup.procs", str(pid))

    def send_kill(self) -> None:
        """Kill all processes of the group, without waiting."""
        if self._freezer.processes():
            self._freezer.kill()

    def kill(self) -> bool:
        """Kill all processes of the group; whether it is empty within KILL_SECONDS.

        The dead processes still have to be reaped by their parents.
        """
        end = time.monotonic() + KILL_SECONDS
        while self.processes():
            self._freezer.kill()
            for pid in self.processes():
                # It may have left the hierarchy of the freezer.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if time.monotonic() > end:
                return False
            time.sleep(PAUSE_SECONDS)
        return True

    def remove(self) -> None:
        """Kill all processes of the group, and remove it."""
        self.kill()
        for entry in (*self.entries, *self.clone_targets):
            os.close(entry)
        for version in self._versions:
            version.remove()


def _opened(places: Iterable[str]) -> tuple[int, ...]:
    """File descriptors of files to write to, and of folders to clone into."""
    return tuple(os.open(place, _mode(place) | os.O_CLOEXEC) for place in places)


def _mode(place: str) -> int:
    return os.O_PATH if Path(place).is_dir() else os.O_WRONLY


class Cgroups:
    """The groups of a process that plays matches, one for each seat, if they can be created."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._controllers = enable_controllers(places.v2) if places.v2 else frozenset()
        remove_leftovers({*places.v1.values(), *([places.v2] if places.v2 else ())})
        self._of_seats: dict[int, Cgroup] = {}
        self._made = 0
        self._is_refused = False

    def of_seat(self, seat: int) -> Cgroup | None:
        """The group for this seat; None if it cannot be created."""
        if seat not in self._of_seats and not self._is_refused:
            try:
                self._of_seats[seat] = self._make(group_name(self._made))
                self._made += 1
            except (OSError, ValueError):
                self._is_refused = True
        return self._of_seats.get(seat)

    def prepared(self, seat: int, memory: int | None, processes: int | None) -> Cgroup | None:
        """The group for this seat at the beginning of a match, with caps; None if not available."""
        group = self.of_seat(seat)
        if group is not None and group.is_spent:
            self._of_seats.pop(seat).remove()
            group = self.of_seat(seat)
        if group is not None:
            try:
                group.prepare(memory, processes)
            except OSError:  # it was removed: the next match gets a new one
                self._of_seats.pop(seat).remove()
                return None
        return group

    def _make(self, name: str) -> Cgroup:
        places = self._places
        if "cpuacct" in places.v1 and not self._controllers:
            controls = CgroupV1(_unfrozen(places), name)
            return Cgroup(controls, CgroupV2(places.v2, name, ()) if places.v2 else controls)
        if places.v2 is None:
            raise FileNotFoundError("expected a writable hierarchy, got none")
        version = CgroupV2(places.v2, name, self._controllers)
        return Cgroup(version, version)

    def measures(self) -> dict[str, bool]:
        """Measure -> whether cgroups provide it on this machine."""
        group = self.of_seat(0)
        controllers = group.controllers if group else frozenset()
        return {
            "cgroup": group is not None,
            "equal weight of bots": "cpu" in controllers,
            "cap of memory": "memory" in controllers,
            "cap of processes": "pids" in controllers,
        }

    def remove(self) -> None:
        while self._of_seats:
            self._of_seats.popitem()[1].remove()


def _unfrozen(places: Places) -> dict[str, str]:
    """The hierarchies of version 1 to use: without its freezer if there is version 2."""
    return {name: place for name, place in places.v1.items() if name != "freezer" or not places.v2}


@functools.cache
def cgroups() -> Cgroups:
    """The groups of this process, removed when it exits."""
    made = Cgroups(find_places())
    atexit.register(made.remove)
    return made
