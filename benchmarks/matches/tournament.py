"""Speed of tournaments as users start them, also on a busy machine."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from measure import PROGRAMS, compiled_bot, line

from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REFEREE = str(Path(sys.executable).parent / "referee")
SPINNER = f"{sys.executable} -S -E {PROGRAMS}/spinner.py"
PLAIN = f"{sys.executable} -P -m gridbots minimax depth=2"
"""The command of the bot that a zygote forks when it is given by name."""
PAPERS = "search=paper,depth=2,evaluation=max_direct"
"""A cheap evaluation with long matches."""
ROUND_ROBIN_SECONDS = 120.0
MINIMAX_SECONDS = 45.0
BUSY_LOOPS = 8


class Run(NamedTuple):
    """Result of a tournament."""

    matches: int
    per_second: float
    """Seconds between the first and the last stored match."""
    referee_per_move: float
    """CPU microseconds of everything except the bots."""


def tournaments() -> None:
    """Four instant C bots for two minutes; a pair of numba bots, forked and started by command."""
    with compiled_bot("hugger") as bot:
        run = play([f"{bot} {number}" for number in range(4)], ROUND_ROBIN_SECONDS)
    line("round robin of 4 C bots, concurrency 2, 2 minutes", f"{run.per_second:.0f} matches/s")
    line("the same, CPU of all but the bots per move", f"{run.referee_per_move:.1f} us")
    forked = play(["minimax:depth=2", "minimax:depth=2,nodes=0"], MINIMAX_SECONDS)
    line("minimax depth 2 through the zygote, concurrency 2",
         f"{forked.per_second:.1f} matches/s", ">= 40")  # fmt: skip
    papers = [f"minimax:{PAPERS},seed={seed}" for seed in (1, 2)]
    line("the same, with the evaluation of the CS221 paper",
         f"{play(papers, MINIMAX_SECONDS).per_second:.1f} matches/s", ">= 40")  # fmt: skip
    started = play([PLAIN, f"{PLAIN} nodes=0"], MINIMAX_SECONDS)
    line("the same, plain starts", f"{started.per_second:.1f} matches/s")


def crowded() -> None:
    """Matches between bots that use 1 of their 100 ms, beside eight busy loops."""
    limits = ["--timebank", "100", "--time-per-move", "100", "--set", "max_rounds=20"]
    bots = [f"{SPINNER} {number}" for number in range(2)]
    with busy_loops(), tempfile.TemporaryDirectory() as folder:
        command = tournament(bots, folder, *limits, "--matches", "1000")
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with Store.open(Path(folder) / "speed.db", read_only=True) as store:
            (late,) = next(store.query("SELECT COUNT(*) FROM seats WHERE termination = 'late'"))
            matches = len(store)
    line(f"late of {matches} beside {BUSY_LOOPS} busy loops, 1 ms of 100 used", f"{late}", "0")


@contextmanager
def busy_loops() -> Iterator[None]:
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY_LOOPS)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def tournament(bots: Sequence[str], folder: str, *options: str) -> list[str]:
    """The command; bots are listed in a file, since commands may contain commas."""
    told = "".join(f"    {{ bot = '{bot}', name = 'bot {at}' }},\n" for at, bot in enumerate(bots))
    file = Path(folder) / "speed.toml"
    words = dict(zip(options[::2], options[1::2], strict=True))
    rounds = words.get("--set", "max_rounds=100").partition("=")[2]
    file.write_text(
        f"name = 'speed'\nbots = [\n{told}]\nmatches = {words.get('--matches', '100000')}\n"
        f"concurrency = 2\n[settings]\nmax_rounds = {rounds}\n[time]\n"
        f"timebank = {words.get('--timebank', '10000')}\n"
        f"time_per_move = {words.get('--time-per-move', '200')}\n"
    )
    return [REFEREE, "tournament", str(file), "--quiet", "--json"]


def play(bots: Sequence[str], seconds: float) -> Run:
    """Play for `seconds` after the first match, then interrupt."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            tournament(bots, folder), cwd=folder, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout  # noqa: S101  narrows the type
        count, began = 0, 0.0
        for event in process.stdout:
            if '"match_finished"' not in event:
                continue
            began = began or time.monotonic()
            count += 1
            last = time.monotonic()
            if last - began > seconds:
                break
        process.send_signal(signal.SIGINT)
        process.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with Store.open(Path(folder) / "speed.db", read_only=True) as store:
            bots_ms, moves = next(store.query("SELECT SUM(cpu_ms), SUM(moves) FROM seats"))
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(count, (count - 1) / (last - began), (spent - bots_ms / 1000) / moves * 1e6)
