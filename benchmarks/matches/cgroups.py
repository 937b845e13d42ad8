"""Cost of cgroups per move and match, and their benefit for the opponent of a bot with helpers."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final

import numpy as np
from measure import ROOT, Player, compiled_bot, line, one_core

from gridbots_referee.play.isolation.cgroup.group import Cgroups
from gridbots_referee.play.isolation.cgroup.group import cgroups as groups_of_this_process
from gridbots_referee.play.isolation.cgroup.mounts import Places
from gridbots_referee.play.transport import pipes

if TYPE_CHECKING:
    from collections.abc import Iterator

BATCHES: Final = 20
MATCHES: Final = 10
ROUNDS: Final = 100
PATIENT: Final = {"timebank_ms": 60_000, "start_allowance_ms": 60_000}
SMALL: Final = {"width": 6, "height": 6}


def cgroups() -> None:
    if groups_of_this_process().of_seat(0) is None:
        line("cgroups", "none can be made")
        return
    with one_core(), compiled_bot("hugger") as bot:
        _costs(bot)
    _shares()


def _costs(bot: str) -> None:
    """CPU time of the referee; batches with and without groups alternate."""
    moves: dict[bool, list[float]] = {True: [], False: []}
    matches: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(BATCHES):
        for has_groups in (True, False):
            with contextlib.nullcontext() if has_groups else _without_groups():
                short, few = _match_cost(bot, 1)
                long, many = _match_cost(bot, ROUNDS)
            moves[has_groups].append((long - short) / (many - few) / 2 * 1e6)
            matches[has_groups].append(short * 1e3)
    for what, costs, unit in (
        ("referee CPU per move, C bots", moves, "us"),
        ("referee CPU to start and end a match", matches, "ms"),
    ):
        line(f"{what}, with cgroups", f"{np.median(costs[True]):.2f} {unit}")
        line(f"{what}, without", f"{np.median(costs[False]):.2f} {unit}")
        least = f"{min(costs[True]):.2f} and {min(costs[False]):.2f} {unit}"
        line(f"the same, least of {BATCHES} batches", least)


@contextlib.contextmanager
def _without_groups() -> Iterator[None]:
    before, none = pipes.cgroups, Cgroups(Places())
    pipes.cgroups = lambda: none
    try:
        yield
    finally:
        pipes.cgroups = before


def _match_cost(bot: str, rounds: int) -> tuple[float, float]:
    """CPU seconds of the referee per match; mean rounds."""
    player = Player(bot, bot, {"max_rounds": rounds})
    began = time.process_time()
    played = sum(player.play(seed).result.rounds for seed in range(MATCHES))
    spent = time.process_time() - began
    player.close()
    return spent / MATCHES, played / MATCHES


def _shares() -> None:
    """Wall to CPU time of an opponent that uses 20 ms per move, beside twelve busy helpers."""
    villains = f"{sys.executable} -S -E {ROOT}/tests/villains"
    with one_core():
        for has_groups in (True, False):
            with contextlib.nullcontext() if has_groups else _without_groups():
                player = Player(
                    f"{villains}/spinning_helpers.py", f"{villains}/spins.py 20", SMALL, **PATIENT
                )
                spinner, opponent = player.play(1).result.players
                player.close()
            ratio = opponent.wall_ms / ((opponent.median_cpu_ms or 0) * opponent.moves)
            with_or_without = "with cgroups" if has_groups else "without"
            line(
                f"opponent of 12 helpers on one core, wall / CPU, {with_or_without}", f"{ratio:.1f}"
            )
            line(f"CPU that the bot with helpers shows, {with_or_without}", f"{spinner.cpu_ms} ms")
