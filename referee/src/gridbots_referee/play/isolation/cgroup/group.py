"""Control group (cgroup) of a bot, by which it is measured, capped, frozen and killed as a whole.

Whatever a bot starts is in its group as well: helpers in sessions of their own, orphans, programs
behind a shell script. A referee process has a group for each seat, makes it when it is first needed
and keeps it from match to match, for making and removing costs more than entering; but where bots
had to be killed the next match has a new one. It is removed when the referee exits; what a killed
one has left is removed by the next.

Version 2 is used where its controllers are there, and version 1 where those are. A machine may
have both: then version 2 freezes and kills, which it does at a fiftieth of the cost.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from gridbots_referee.play.isolation.cgroup.files import (
    PAUSE_SECONDS,
    group_name,
    remove_leftovers,
    write,
)
from gridbots_referee.play.isolation.cgroup.mounts import Places, enable_controllers, find_places
from gridbots_referee.play.isolation.cgroup.v1 import CgroupV1
from gridbots_referee.play.isolation.cgroup.v2 import CgroupV2
from gridbots_referee.play.isolation.process_tree import descendants_of

if TYPE_CHECKING:
    from collections.abc import Iterable

KILL_SECONDS: Final = 2.0
"""How long a group is killed that does not get empty. Ordinary ones are gone in milliseconds."""


class Hits(msgspec.Struct, frozen=True):
    """How often limits were hit in a match."""

    memory: int = 0
    """Processes that the kernel killed because the group was out of memory."""
    processes: int = 0
    """Forks that it refused because there were too many."""


class Version(Protocol):
    """A bot's group, or groups, in one version of cgroups."""

    @property
    def folders(self) -> tuple[str, ...]: ...
    @property
    def entries(self) -> tuple[str, ...]: ...
    @property
    def birthplaces(self) -> tuple[str, ...]: ...
    @property
    def controllers(self) -> frozenset[str]: ...
    @property
    def is_spent(self) -> bool: ...
    def cpu_time(self) -> int: ...
    def set_caps(self, memory: int | None, processes: int | None) -> None: ...
    def reset_peak(self) -> None: ...
    def peak_memory(self) -> int | None: ...
    def killed_for_memory(self) -> int: ...
    def refused_forks(self) -> int: ...
    def freeze(self) -> bool: ...
    def thaw(self) -> None: ...
    def processes(self) -> set[int]: ...
    def kill(self) -> None: ...
    def remove(self) -> bool: ...


class Cgroup:
    """The group of the bot in one seat, for one match after the other."""

    def __init__(self, controls: Version, freezer: Version) -> None:
        self._controls = controls
        """What measures and caps."""
        self._freezer = freezer
        """What freezes and kills: the same, unless a machine has both versions."""
        versions = (controls,) if freezer is controls else (controls, freezer)
        self._versions: tuple[Version, ...] = versions
        self.folders = tuple(folder for version in versions for folder in version.folders)
        self.entries = _opened(file for version in versions for file in version.entries)
        """Open files into which a process writes "0" in order to enter, whoever it is."""
        self.birthplaces = _opened(place for version in versions for place in version.birthplaces)
        """The same for `gridbots.bot.clone`: a folder in place of the file of version 2."""
        self.controllers = controls.controllers
        self._caps: tuple[int | None, int | None] | None = None
        self._before = Hits()
        self._cpu_before = 0
        self.cpu_time = controls.cpu_time
        """CPU time of all that ever was in the group, in ns."""

    def prepare(self, memory: int | None = None, processes: int | None = None) -> None:
        """Begin a match: caps (in bytes, None for none), and all counts from here."""
        self.thaw()
        if self._caps != (memory, processes):
            self._controls.set_caps(memory, processes)
            self._caps = (memory, processes)
        self._controls.reset_peak()
        self._before = self._hits_in_all()
        self._cpu_before = self.cpu_time()

    def match_cpu_time(self) -> int:
        """CPU time of the match so far, in ns."""
        return self.cpu_time() - self._cpu_before

    def hits(self) -> Hits:
        """How often limits were hit in the match so far."""
        now = self._hits_in_all()
        return Hits(now.memory - self._before.memory, now.processes - self._before.processes)

    def _hits_in_all(self) -> Hits:
        return Hits(self._controls.killed_for_memory(), self._controls.refused_forks())

    def peak_memory(self) -> int | None:
        """Most bytes of memory in the match so far; None where it is not known."""
        return self._controls.peak_memory()

    def freeze(self) -> bool:
        """Suspend all that is in the group; whether it can be done."""
        return self._freezer.freeze()

    def thaw(self) -> None:
        self._freezer.thaw()

    def processes(self) -> set[int]:
        """Process ids of all that live in the group."""
        return self._controls.processes()

    @property
    def is_spent(self) -> bool:
        """Whether it has to be made anew for the next match."""
        return self._freezer.is_spent

    def ways_in(self, *, is_boxed: bool) -> tuple[int, ...]:
        """What a fork server needs in order to start a process in the group.

        In a sandbox it gets no folder: other files of the group could be reached by that.
        """
        return self.entries if is_boxed else self.birthplaces

    def take_in(self, pid: int) -> bool:
        """Take in a process that has not entered, with its descendants; whether it can be done."""
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
        """Kill all that is in the group, without waiting for anything."""
        if self._freezer.processes():
            self._freezer.kill()

    def kill(self) -> bool:
        """Kill all that is in the group; whether it is empty, within KILL_SECONDS.

        What has died still has to be reaped by its parent.
        """
        end = time.monotonic() + KILL_SECONDS
        while self.processes():
            self._freezer.kill()
            for pid in self.processes():
                # Perhaps it has left the hierarchy of the freezer.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if time.monotonic() > end:
                return False
            time.sleep(PAUSE_SECONDS)
        return True

    def remove(self) -> None:
        """End what is there, and remove the group."""
        self.kill()
        for entry in (*self.entries, *self.birthplaces):
            os.close(entry)
        for version in self._versions:
            version.remove()


def _opened(places: Iterable[str]) -> tuple[int, ...]:
    """Files to write to, and folders to be born in."""
    return tuple(os.open(place, _mode(place) | os.O_CLOEXEC) for place in places)


def _mode(place: str) -> int:
    return os.O_PATH if Path(place).is_dir() else os.O_WRONLY


class Cgroups:
    """The groups of a process that plays matches: one for each seat, where they can be made."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._controllers = enable_controllers(places.v2) if places.v2 else frozenset()
        remove_leftovers({*places.v1.values(), *([places.v2] if places.v2 else ())})
        self._of_seats: dict[int, Cgroup] = {}
        self._made = 0
        self._is_refused = False

    def of_seat(self, seat: int) -> Cgroup | None:
        """The group for this seat; None where none can be made."""
        if seat not in self._of_seats and not self._is_refused:
            try:
                self._of_seats[seat] = self._make(group_name(self._made))
                self._made += 1
            except (OSError, ValueError):
                self._is_refused = True
        return self._of_seats.get(seat)

    def prepared(self, seat: int, memory: int | None, processes: int | None) -> Cgroup | None:
        """The group for this seat at the beginning of a match, with caps; None without one."""
        group = self.of_seat(seat)
        if group is not None and group.is_spent:
            self._of_seats.pop(seat).remove()
            group = self.of_seat(seat)
        if group is not None:
            try:
                group.prepare(memory, processes)
            except OSError:  # somebody has removed it: it is made anew for the next match
                self._of_seats.pop(seat).remove()
                return None
        return group

    def _make(self, name: str) -> Cgroup:
        places = self._places
        if "cpuacct" in places.v1 and not self._controllers:
            controls = CgroupV1(_unfrozen(places), name)
            return Cgroup(controls, CgroupV2(places.v2, name, ()) if places.v2 else controls)
        if places.v2 is None:
            raise FileNotFoundError("expected a hierarchy that can be written, got none")
        version = CgroupV2(places.v2, name, self._controllers)
        return Cgroup(version, version)

    def measures(self) -> dict[str, bool]:
        """What groups do for a bot -> whether they do it on this machine."""
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
    """The hierarchies of version 1 that are used: not its freezer where version 2 can freeze."""
    return {name: place for name, place in places.v1.items() if name != "freezer" or not places.v2}


@functools.cache
def cgroups() -> Cgroups:
    """The groups of this process, removed when it exits."""
    made = Cgroups(find_places())
    atexit.register(made.remove)
    return made
