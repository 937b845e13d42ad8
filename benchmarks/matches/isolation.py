"""Cost of isolation: starts, moves and matches at each level, in one run."""

from __future__ import annotations

import os
import resource
import shutil
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import numpy as np
from measure import Player, compiled_bot, line, one_core

from gridbots.limits import Isolation
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.launcher_pool import end_launchers, launcher_pids
from gridbots_referee.play.isolation.levels import program
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from gridbots.limits import Level

    FloatArray = npt.NDArray[np.float64]

Taken = dict[tuple[str, int], list[float]]
"""By level and rounds: seconds, or moves, of a match in each batch."""
BATCHES: Final = 20
STARTS: Final = 100
MATCHES: Final = 10
BWRAP: Final = (
    "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/mnt",
)  # fmt: skip
"""The closest equivalent of our sandbox in Bubblewrap, without a system-call filter, Landlock and
limits."""


def isolation() -> None:
    """CPU time of all processes: the referee, its launchers and inits, and the bots."""
    levels: list[Level] = ["none", "limits"]
    if not why_no_sandbox():
        levels.append("sandbox")
    _starts(levels)
    with one_core():
        _matches(levels, "on one core")
    _matches(levels, "on all cores")
    end_launchers()


def _starts(levels: list[Level]) -> None:
    """Start and reap a program that does nothing."""
    ways: dict[str, Callable[[], None]] = {
        level: _starter(level, ("/bin/true",)) for level in levels
    }
    if shutil.which("bwrap"):
        shown = (*BWRAP, "/bin/true")
        ways["bwrap"] = _starter("none", shown)
    costs: dict[str, list[float]] = {way: [] for way in ways}
    for start in ways.values():
        start()
    for _ in range(BATCHES):
        for way, start in ways.items():
            before = _cpu_seconds()
            for _ in range(STARTS):
                start()
            costs[way].append((_cpu_seconds() - before) / STARTS * 1e3)
    least = {way: min(spent) for way, spent in costs.items()}
    for way, spent in costs.items():
        line(f"CPU to start and reap a program, {way}", f"{np.median(spent):.2f} ms")
        line("the same, least of 20 batches", f"{least[way]:.2f} ms")
    for way, claim in (("limits", "<= 1 ms"), ("sandbox", "<= 3 ms"), ("bwrap", "")):
        if way in least:
            more = np.median(costs[way]) - np.median(costs["none"])
            line(f"what {way} adds to a start", f"{more:.2f} ms", claim)


def _starter(level: Level, argv: tuple[str, ...]) -> Callable[[], None]:
    started = program(Isolation(level=level), 0, argv)
    nothing = os.open(os.devnull, os.O_RDWR)

    def start() -> None:
        os.waitpid(started.start("/", (), (nothing, nothing, nothing)), 0)

    return start


def _matches(levels: list[Level], where: str) -> None:
    """Matches of 100 rounds between C bots, and the cost per move beyond a match of one round.

    On one core this is the cost of the level alone. On several cores the system also chooses the
    core of each bot, and chooses differently if a launcher has started it.
    """
    end_launchers()  # later ones run on the cores of this process
    with ExitStack() as stack:
        bot = stack.enter_context(compiled_bot("hugger"))
        players = {}
        for level in levels:
            for rounds in (1, 100):
                player = Player(bot, bot, {"max_rounds": rounds}, isolation=Isolation(level=level))
                stack.callback(player.close)
                player.play(0)
                players[level, rounds] = player
        cpu: Taken = {key: [] for key in players}
        wall: Taken = {key: [] for key in players}
        moves: Taken = {key: [] for key in players}
        for _ in range(BATCHES):
            for key, player in players.items():
                began, before, played = time.perf_counter(), _cpu_seconds(), 0
                for seed in range(MATCHES):
                    played += player.play(seed).result.rounds * 2
                cpu[key].append((_cpu_seconds() - before) / MATCHES)
                wall[key].append((time.perf_counter() - began) / MATCHES)
                moves[key].append(played / MATCHES)
    _show_rates(where, levels, cpu, wall, moves)


def _show_rates(where: str, levels: list[Level], cpu: Taken, wall: Taken, moves: Taken) -> None:
    rates = {level: 1 / np.array(cpu[level, 100]) for level in levels}
    _show(f"matches per CPU second {where}", rates, {"limits": "", "sandbox": ">= 0.8"})
    for clock, taken in (("second", wall), ("CPU second", cpu)):
        speeds = {level: _moves_per_second(taken, moves, level) for level in levels}
        _show(f"moves per {clock} {where}", speeds, {"limits": ">= 0.98", "sandbox": ">= 0.95"})


def _show(what: str, speeds: dict[Level, FloatArray], claims: dict[Level, str]) -> None:
    """The median of each level, and of its ratios to the level none within each batch.

    The speed of the machine hardly changes within a batch.
    """
    for level, speed in speeds.items():
        line(f"{what}, {level}", f"{np.median(speed):,.0f}")
    for level, claim in claims.items():
        if level in speeds:
            ratio = float(np.median(speeds[level] / speeds["none"]))
            line(f"{what}, {level} to none", f"{ratio:.3f}", claim)


def _moves_per_second(taken: Taken, moves: Taken, level: Level) -> FloatArray:
    """Matches of 100 rounds minus those of one round, by batch.

    Wall time is meaningful only on an idle machine; CPU time also on a busy one.
    """
    longer = np.subtract(taken[level, 100], taken[level, 1])
    more: FloatArray = np.subtract(moves[level, 100], moves[level, 1]) / longer
    return more


def _cpu_seconds() -> float:
    """CPU time of this process, its reaped children, the launchers and their inits."""
    own = sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
    helpers = launcher_pids()
    helpers |= {init for each in helpers for init in process_tree.children_of(each)}
    return own + sum(time.clock_gettime_ns((~pid << 3) | 2) for pid in helpers) / 1e9
