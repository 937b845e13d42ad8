"""Scheduling latency: for how long the referee was ready to run and had no core.

An answer that comes meanwhile is read later by as much, so it is measured, and kept in the record.
Linux counts it for each thread (`schedstat`); other systems do not tell.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.clock import MICROSECOND, MILLISECOND, SECOND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.limits import Limits


SCHEDSTAT: Final = "/proc/thread-self/schedstat"
"""Time on a core and time of waiting for one, in ns, and how often the thread was given one."""
INTERVAL: Final = MILLISECOND
"""Read no more often: a reading costs over a microsecond, as much as a move in a pipe."""
THREADS: Final = Path("/proc/self/task")
"""A folder for each thread of this process, with a `schedstat` of its own."""
CORES: Final = "/proc/stat"
"""Its first line is what all cores did, in ticks: one word, then a number for each thing."""
STOLEN: Final = 8
"""Which of them is the time that their host took."""
TICK: Final = SECOND // os.sysconf("SC_CLK_TCK")
"""In ns."""
ELSEWHERE_INTERVAL: Final = 50 * MILLISECOND
"""Other threads and the host are read no more often than this."""

BUSY: Final = 0.1
"""A machine is too busy for clocks of which waiting for a core takes such a share."""


def busy_warning(limits: Limits, load: float | None, waits: Sequence[float], rounds: int) -> str:
    """What to say if the referee has waited too long for a core, in ms each time; else nothing."""
    if limits.clock == "cpu":
        return ""
    allotted = limits.timebank_ms + rounds * limits.time_per_move_ms
    if max(waits) <= BUSY * limits.timebank_ms and sum(waits) <= BUSY * allotted:
        return ""
    return (
        f"the machine is too busy for a time bank of {limits.timebank_ms} ms and "
        f"{limits.time_per_move_ms} ms per move: the referee waited for a core for "
        f"{max(waits):.1f} ms at most, {sum(waits):.1f} ms in {rounds} rounds "
        f"(load {load or 0:.1f} on {os.cpu_count()} cores); "
        "allow more time, play fewer matches at a time, or use --clock cpu"
    )


class Scheduling:
    """What the scheduler has counted for the thread that made this."""

    def __init__(self) -> None:
        try:
            self._file: int | None = os.open(SCHEDSTAT, os.O_RDONLY)
        except OSError:
            self._file = None
        self._others, self._host = OtherThreads(), Host()
        self._read_at = self._noted_at = 0
        self._ran = self._waited = self._untold = 0
        self._read()
        self._untold = 0

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def take_latency(self, now: int) -> int | None:
        """Time of waiting for a core since the last call that told, in us.

        None where the system does not tell, and right after another reading.
        """
        if self._file is None or now - self._read_at < INTERVAL:
            return None
        self._read_at = now
        self._read()
        if now - self._noted_at >= ELSEWHERE_INTERVAL:
            self._noted_at = now
            self._take_elsewhere()  # from here on
        told, self._untold = self._untold, 0
        return told // MICROSECOND

    def take_busy_time(self) -> int:
        """Time of running and of waiting for a core since the last reading, in ns.

        That of other threads counts as well: one of them may have kept the interpreter's lock
        meanwhile, without a core to give it back on. So does time that the host has taken.
        """
        return self._read() + self._take_elsewhere()

    def _take_elsewhere(self) -> int:
        return self._others.take_busy_time() + self._host.take_stolen_time()

    def _read(self) -> int:
        """Take a reading; for how much longer than at the last one the thread has run or waited."""
        if self._file is None:
            return 0
        ran, waited, _ = map(int, os.pread(self._file, 64, 0).split())
        busy = ran - self._ran + waited - self._waited
        self._untold += waited - self._waited
        self._ran, self._waited = ran, waited
        return busy


class OtherThreads:
    """What the scheduler has counted for the other threads of this process."""

    def __init__(self) -> None:
        self._busy: dict[Path, int] = {}
        """Of each thread that lives, by its folder: all of its time so far."""
        self.take_busy_time()

    def take_busy_time(self) -> int:
        """Time of running and of waiting for a core since the last reading, in ns."""
        before, self._busy = self._busy, {}
        if threading.active_count() > 1:
            own = THREADS / str(threading.get_native_id())
            with contextlib.suppress(OSError):
                for thread in {*THREADS.iterdir()} - {own}:
                    self._count(thread)
        return sum(busy - before.get(thread, 0) for thread, busy in self._busy.items())

    def _count(self, thread: Path) -> None:
        with contextlib.suppress(OSError):  # it may have ended
            ran, waited, _ = map(int, (thread / "schedstat").read_bytes().split())
            self._busy[thread] = ran + waited


class Host:
    """What the host of a virtual machine has counted: nothing, where there is none."""

    def __init__(self) -> None:
        self._stolen = 0
        """In ns, from all cores together, so far."""
        self.take_stolen_time()

    def take_stolen_time(self) -> int:
        """Time since the last call in which cores were to run and the host ran others, in ns."""
        before = self._stolen
        with contextlib.suppress(OSError), open(CORES, "rb") as file:  # noqa: PTH123  half the time of a Path
            told = file.readline().split()
            if len(told) > STOLEN:
                self._stolen = int(told[STOLEN]) * TICK
        return self._stolen - before


SLICE: Final = 50 * MILLISECOND
"""The poll loop sleeps no longer than this, so that a gap in its sleep is known almost exactly."""
LEAST_GAP: Final = 50 * MILLISECOND
"""A loop that runs later than this after it should have had a gap; less is charged to bots."""
NEVER: Final = 1 << 63


class Gaps:
    """The gaps of a match."""

    def __init__(self, scheduling: Scheduling) -> None:
        self.stops: list[int] = []
        """The lengths, in ns, of those in which the referee neither ran nor waited for a core."""
        self._scheduling = scheduling

    def add(self, gap: int) -> None:
        """A gap has ended now."""
        # A busy machine, or a flood of lines, delays the referee, too: that is no foul play.
        if gap - self._scheduling.take_busy_time() > LEAST_GAP:
            self.stops.append(gap)
