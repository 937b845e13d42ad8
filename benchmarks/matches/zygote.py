"""Start time of a bot that needs compiled code, and its effect on matches.

Compares a start by command with a fork by a zygote in the same run.
"""

from __future__ import annotations

import resource
import select
import statistics
import tempfile
import time
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import GAME, line, one_core

from gridbots import record
from gridbots.limits import Isolation, Limits
from gridbots.plugins import installed_bots
from gridbots.protocol import action_line, greeting, wire_names
from gridbots_referee.play.isolation.levels import start_program
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.process import BotProcess
from gridbots_referee.play.transport.zygote import Zygotes, command_for

if TYPE_CHECKING:
    from collections.abc import Callable

BOT = find_bot("minimax:depth=2", GAME.name, installed_bots())
SETTINGS = GAME.make_settings({"max_rounds": 100})
PATIENCE_SECONDS = 10
"""Time that a killed bot has to end."""


def zygote() -> None:
    """Start of a numba bot, and matches between two of them with one referee on one core."""
    with one_core(), ExitStack() as stack:
        stop = Stop()
        stack.callback(stop.close)
        zygotes = stack.enter_context(Zygotes(stop))
        plain = partial(
            BotProcess, partial(start_program, Isolation(level="none"), BOT.argv, None, ())
        )
        show_start("started", plain, times=5)
        show_start("forked", partial(forked, zygotes), times=50)
        show_matches("started", stop, nullcontext, few=1, many=4)
        show_matches("forked", stop, partial(Zygotes, stop), few=20, many=80)


def forked(zygotes: Zygotes) -> BotProcess:
    command = command_for(BOT, GAME, SETTINGS)
    process = command and zygotes.start(command, None)
    assert process  # noqa: S101  where there are no zygotes, there is nothing to measure
    return process


def show_start(how: str, start: Callable[[], BotProcess], times: int) -> None:
    first_answer(start)  # loads code that is not counted
    found = [first_answer(start) for _ in range(times)]
    wall, cpu = (statistics.median(column) for column in zip(*found, strict=True))
    line(f"{BOT.bot} {how}, until its first move", f"{1000 * wall:.1f} ms")
    line("the same, CPU", f"{1000 * cpu:.1f} ms")


def first_answer(start: Callable[[], BotProcess]) -> tuple[float, float]:
    """Seconds from the start of a bot to its first move, and CPU seconds of its whole life."""
    lines = [*greeting(wire_names(2), 0, 10_000, 200), *GAME.wire.settings_lines(SETTINGS)]
    updates = GAME.wire.updates(GAME.setup(SETTINGS, 1), 0)
    began = time.monotonic()
    process = start()
    process.send(b"".join(each + b"\n" for each in lines) + updates + action_line(10_000))
    select.select([process.stdout], [], [])
    wall = time.monotonic() - began
    process.kill()
    process.end(PATIENCE_SECONDS)
    assert process.usage  # noqa: S101  narrows the type
    return wall, process.usage.cpu_ms / 1000


def show_matches(how: str, stop: Stop, zygotes: Callable[[], Any], few: int, many: int) -> None:
    """Matches per CPU second, without one-time loading."""
    short, _ = cost_of_matches(stop, zygotes, few)
    long, rounds = cost_of_matches(stop, zygotes, many)
    what = f"matches of {rounds:.0f} rounds per CPU second of all, {how}"
    rate = (many - few) / (long - short)
    line(what, f"{rate:.1f}", ">= 22" if how == "forked" else "")


def cost_of_matches(stop: Stop, make: Callable[[], Any], matches: int) -> tuple[float, float]:
    """CPU seconds of the referee, the bots and their zygotes, with records written; mean rounds."""
    rounds = 0
    before = cpu_seconds()
    with make() as zygotes, Scratch() as scratch, tempfile.TemporaryDirectory() as folder:
        for seed in range(matches):
            spec = MatchSpec(f"z{seed}", GAME, SETTINGS, seed, (BOT, BOT), Limits())
            played = play(spec, stop, scratch, zygotes=zygotes)
            record.write(played, Path(folder))
            rounds += played.result.rounds
    return cpu_seconds() - before, rounds / matches


def cpu_seconds() -> float:
    """CPU time of this process and of its reaped children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
