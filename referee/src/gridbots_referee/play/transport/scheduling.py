"""Scheduling latency of the referee, and gaps in which it did not run.

Latency is the time during which the referee was ready to run but had no core. An answer that
arrives meanwhile is read late, so latency is measured and recorded. Linux counts it for each thread
(`schedstat`); other systems do not report it.

A gap is a time in which the referee did not run: it was stopped (Ctrl-Z, SIGSTOP), swapped out,
waited for a core, or was paused with its virtual machine. The poll loop sets the time of its next
run; if it runs much later, the rest was a gap, and no bot is charged for it. (While a machine is
suspended, the monotonic clock stands still.)
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
"""Running time and waiting time of the thread, in ns, and how often it was given a core."""
INTERVAL: Final = MILLISECOND
"""Minimum interval of readings: one takes over a microsecond, as much as a move in a pipe."""
THREADS: Final = Path("/proc/self/task")
"""A folder for each thread of this process, with its `schedstat`."""
CORES: Final = "/proc/stat"
"""Its first line has the times of all cores, in ticks: a word, then one number for each use."""
STOLEN: Final = 8
"""Index of the time that the host of a virtual machine took."""
TICK: Final = SECOND // os.sysconf("SC_CLK_TCK")
"""In ns."""
ELSEWHERE_INTERVAL: Final = 50 * MILLISECOND
"""Minimum interval of readings for other threads and the host."""

BUSY: Final = 0.1
"""Share of the clock time spent waiting for a core above which a machine is too busy."""


def busy_warning(limits: Limits, load: float | None, waits: Sequence[float], rounds: int) -> str:
    """A warning if the referee waited too long for a core (ms per round); otherwise empty."""
    if limits.clock == "cpu":
        return ""
    allotted = limits.timebank_ms + rounds * limits.time_per_move_ms
    if max(waits) <= BUSY * limits.timebank_ms and sum(waits) <= BUSY * allotted:
        return ""
    return (
        f"the machine is too busy for a time bank of {limits.timebank_ms} ms and "
        f"{limits.time_per_move_ms} ms per move: the referee waited for a core for up to "
        f"{max(waits):.1f} ms, {sum(waits):.1f} ms in {rounds} rounds "
        f"(load {load or 0:.1f} on {os.cpu_count()} cores); "
        "allow more time, play fewer matches at the same time, or use --clock cpu"
    )


class Scheduling:
    """The scheduler's counters for the thread that creates this object."""

    def __init__(self) -> None:
        try:
            self._file: int | None = os.open(SCHEDSTAT, os.O_RDONLY)
        except OSError:
            self._file = None
        self._others, self._host = OtherThreads(), Host()
        self._read_at = self._noted_at = 0
        self._ran = self._waited = self._unreported = 0
        self._read()
        self._unreported = 0

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def take_latency(self, now: int) -> int | None:
        """Time spent waiting for a core since the last value that was returned, in us.

        None if the system does not report it, and shortly after another reading.
        """
        if self._file is None or now - self._read_at < INTERVAL:
            return None
        self._read_at = now
        self._read()
        if now - self._noted_at >= ELSEWHERE_INTERVAL:
            self._noted_at = now
            self._take_elsewhere()  # from here on
        latency, self._unreported = self._unreported, 0
        return latency // MICROSECOND

    def take_busy_time(self) -> int:
        """Time spent running or waiting for a core since the last reading, in ns.

        The time of other threads counts too: a thread without a core may have held the
        interpreter's lock. So does the time that the host took.
        """
        return self._read() + self._take_elsewhere()

    def _take_elsewhere(self) -> int:
        return self._others.take_busy_time() + self._host.take_stolen_time()

    def _read(self) -> int:
        """Read the counters; the time that the thread ran or waited since the last reading."""
        if self._file is None:
            return 0
        ran, waited, _ = map(int, os.pread(self._file, 64, 0).split())
        busy = ran - self._ran + waited - self._waited
        self._unreported += waited - self._waited
        self._ran, self._waited = ran, waited
        return busy


class OtherThreads:
    """The scheduler's counters for the other threads of this process."""

    def __init__(self) -> None:
        self._busy: dict[Path, int] = {}
        """Folder of each living thread -> its total time."""
        self.take_busy_time()

    def take_busy_time(self) -> int:
        """Time spent running or waiting for a core since the last reading, in ns."""
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
    """Time that the host of a virtual machine took; zero without a host."""

    def __init__(self) -> None:
        self._stolen = 0
        """Total of all cores, in ns."""
        self.take_stolen_time()

    def take_stolen_time(self) -> int:
        """Time since the last call in which the host withheld cores, in ns."""
        before = self._stolen
        with contextlib.suppress(OSError), open(CORES, "rb") as file:  # noqa: PTH123  half the time of a Path
            counters = file.readline().split()
            if len(counters) > STOLEN:
                self._stolen = int(counters[STOLEN]) * TICK
        return self._stolen - before


SLICE: Final = 50 * MILLISECOND
"""Maximum sleep of the poll loop, so that a gap during its sleep is measured accurately."""
LEAST_GAP: Final = 50 * MILLISECOND
"""Minimum delay of the loop that counts as a gap; shorter delays are charged to bots."""
NEVER: Final = 1 << 63


class Gaps:
    """The gaps of a match."""

    def __init__(self, scheduling: Scheduling) -> None:
        self.stops: list[int] = []
        """Gaps in which the referee neither ran nor waited for a core, in ns."""
        self._scheduling = scheduling

    def add(self, gap: int) -> None:
        """Record a gap that ends now."""
        # A busy machine or a flood of lines also delays the referee: then it was not stopped.
        if gap - self._scheduling.take_busy_time() > LEAST_GAP:
            self.stops.append(gap)
