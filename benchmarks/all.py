"""Measure every claimed speed and print it beside the claim.

    scripts/bench                  all parts
    scripts/bench move start       some of them

Figures are CPU time where possible. The machine should be idle.

decisions   speed of rules, searches and bots
training    speed of training
matches     cost of the referee, tournaments, the store and the viewer
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

import measure
import numpy as np
import speed_page
from decisions.batches import batch
from decisions.cold import cold
from decisions.games import games
from decisions.mcts import mcts
from decisions.multisnake_search import multisnake
from decisions.paperio_search import paperio_search
from decisions.riders_depth import riders_depth
from decisions.search import search
from decisions.solvers import solvers
from matches.broadcast import broadcast
from matches.cgroups import cgroups
from matches.http_snakes import http
from matches.isolation import isolation
from matches.store import store
from matches.tournament import crowded, tournaments
from matches.view import view
from matches.zygote import zygote
from measure import GAME, Player, compiled_bot, cpu_seconds_of, line, one_core
from training.learning import learning
from training.networks import networks
from training.riders_learning import riders_learning
from training.td_learning import td_learning

from gridbots import record
from gridbots.record import verification
from gridbots_referee.play.live_transcript import TranscriptFolder
from gridbots_referee.play.seat import Seat

HONEST = f"{sys.executable} -S -E {measure.ROOT}/tests/villains/_honest.py"
SILENT = f"{sys.executable} -S -E {measure.ROOT}/tests/villains/never_answers.py"
BATCHES = 20
REFEREE = str(Path(sys.executable).parent / "referee")


def cost_of_matches(
    first: str, second: str, matches: int, max_rounds: int, *, transcribed: bool = False
) -> tuple[float, float]:
    """CPU seconds of the referee per match, with its record written; mean rounds."""
    player = Player(first, second, {"max_rounds": max_rounds})
    with tempfile.TemporaryDirectory() as folder:
        rounds, live = 0, TranscriptFolder(Path(folder)) if transcribed else None
        began = time.process_time()
        for seed in range(matches):
            played = player.play(seed, live)
            record.write(played, Path(folder))
            rounds += played.result.rounds
        spent = time.process_time() - began
    player.close()
    return spent / matches, rounds / matches


def move() -> None:
    """Referee CPU per bot move, with the rules, the bank and the record in force."""
    with one_core():
        with compiled_bot("hugger") as bot:
            reference = min(measure.poll_loop_reference(bot) for _ in range(3))
            line("bare poll loop, C bots, per move", f"{reference:.1f} us")
            costs = costs_per_move(bot, bot, 20, 100)
            line("referee CPU per move, C bots", f"{np.median(costs):.1f} us", "<= 15 us")
            line("the same, least of 20 batches", f"{min(costs):.1f} us")
            logged = np.median(costs_per_move(bot, bot, 20, 100, transcribed=True))
            line("the same with live transcripts (--log)", f"{logged:.1f} us")
        python = np.median(costs_per_move(HONEST, HONEST, 5, 40))
        line("referee CPU per move, Python bots (-S -E)", f"{python:.1f} us")


def costs_per_move(
    first: str, second: str, matches: int, max_rounds: int, *, transcribed: bool = False
) -> list[float]:
    """CPU microseconds per move without the start and end of a match; per batch.

    Each batch compares long matches with short ones played right before.
    """
    costs = []
    for _ in range(BATCHES):
        short, few = cost_of_matches(first, second, matches, 1, transcribed=transcribed)
        long, many = cost_of_matches(first, second, matches, max_rounds, transcribed=transcribed)
        costs.append((long - short) / (many - few) / 2 * 1e6)
    return costs


def start() -> None:
    """Matches of 100 rounds per second of referee CPU, two processes started for each."""
    with one_core(), compiled_bot("hugger") as bot:
        batches = [cost_of_matches(bot, bot, 20, 100) for _ in range(BATCHES)]
        begun = np.median([cost_of_matches(bot, bot, 20, 1)[0] for _ in range(BATCHES)])
    rates = [1 / spent for spent, _ in batches]
    line("matches of 100 rounds per CPU second", f"{np.median(rates):.0f}", ">= 250")
    line("the same, most of 20 batches", f"{max(rates):.0f}")
    line("referee CPU to start and end a match", f"{begun * 1000:.2f} ms")


def verdict() -> None:
    """Time from a deadline to the verdict, and from there until the process tree is reaped."""
    late: list[int] = []
    judged: list[int] = []
    reaped: list[int] = []
    fail_late = Seat.fail_late

    def timed(seat: Seat[Any]) -> None:
        judged.append(time.monotonic_ns())
        late.append(judged[-1] - seat.until)
        fail_late(seat)

    Seat.fail_late = timed  # type: ignore[method-assign]
    player = Player(HONEST, SILENT, {}, timebank_ms=50, time_per_move_ms=20, start_allowance_ms=150)
    for seed in range(100):
        player.play(seed)
        reaped.append(time.monotonic_ns() - judged[-1])
    Seat.fail_late = fail_late  # type: ignore[method-assign]
    player.close()
    line("deadline to verdict, p99 of 100", f"{milliseconds(late):.2f} ms", "<= 5 ms")
    line("verdict to whole tree reaped, p99", f"{milliseconds(reaped):.0f} ms", "<= 250 ms")


def milliseconds(nanoseconds: list[int]) -> float:
    """The 99th percentile."""
    return float(np.percentile(nanoseconds, 99)) / 1e6


def commands() -> None:
    """CPU seconds of commands as users start them, best of five."""
    claims = {
        ("--help",): "<= 0.2 s",
        ("bots",): "<= 0.2 s",
        ("run", "straight", "straight", "--seed", "3"): "<= 0.7 s",
    }
    with tempfile.TemporaryDirectory() as folder:
        for words, claim in claims.items():
            spent = min(cpu_seconds_of(REFEREE, *words, cwd=folder) for _ in range(5))
            line(f"CPU of referee {' '.join(words)}", f"{spent:.2f} s", claim)


def verify() -> None:
    """Read 1,000 records of 80 rounds and replay them by the rules."""
    with compiled_bot("hugger") as bot, tempfile.TemporaryDirectory() as folder:
        player = Player(bot, bot, {"max_rounds": 80})
        paths = [record.write(player.play(seed), Path(folder)) for seed in range(1000)]
        player.close()
        began = time.process_time()
        rounds = 0
        for path in paths:
            loaded = record.read(path)
            rounds += len(loaded.rounds)
            if verification.verify(GAME, loaded):
                sys.exit(f"expected a correct record, got {path}")
        spent = time.process_time() - began
    line(f"1,000 records of {rounds / 1000:.0f} rounds verified", f"{spent:.2f} s", "< 5 s")


def memory() -> None:
    """Growth of the referee's memory over 10,000 matches, after the first 500."""
    with compiled_bot("hugger") as bot:
        player = Player(bot, bot, {"max_rounds": 3})
        before = 0
        for seed in range(10500):
            player.play(seed)
            if seed == 500:
                before = resident_kib()
        drift = resident_kib() - before
        player.close()
    line("memory drift over 10,000 matches", f"{drift / 1024:.2f} MiB", "< 2 MiB")


def resident_kib() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


PARTS = {
    part.__name__: part
    for part in (
        move,
        cgroups,
        games,
        learning,
        start,
        isolation,
        http,
        cold,
        verdict,
        commands,
        verify,
        memory,
        batch,
        store,
        broadcast,
        zygote,
        tournaments,
        crowded,
        multisnake,
        search,
        riders_depth,
        mcts,
        solvers,
        paperio_search,
        td_learning,
        view,
        networks,
        riders_learning,
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="page to write the figures to after each part; other parts stay unchanged",
    )
    asked = parser.parse_args()
    chosen = asked.parts or list(PARTS)
    unknown = set(chosen) - set(PARTS)
    if unknown:
        parser.error(f"expected parts among {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    failed = [name for name in chosen if not measures(name, asked.write)]
    if failed:
        sys.exit(f"could not be measured: {', '.join(failed)}")


def measures(name: str, target: Path | None) -> bool:
    """Measure a part and write the result; return whether it succeeded."""
    measure.rows.clear()
    machine = machine_now()
    print(f"\n{name}: {machine}", flush=True)
    before = measure.python_ms()
    try:
        PARTS[name]()
    except (Exception, SystemExit):  # noqa: BLE001  the other parts are measured all the same
        traceback.print_exc()
        return False
    pace = f"a million additions in Python: {before:.0f} ms before, {measure.python_ms():.0f} after"
    print(pace, flush=True)
    if target:
        page = target.read_text("utf-8") if target.exists() else ""
        text = speed_page.with_part(page, name, f"{machine}; {pace}", measure.rows, list(PARTS))
        target.write_text(text, "utf-8")
    return True


def machine_now() -> str:
    """Machine, date and versions of a measurement."""
    today = datetime.datetime.now(datetime.UTC).date()
    commit, load = os.environ.get("COMMIT", "unknown"), os.getloadavg()[0]
    python = platform.python_version()
    return f"{today}, commit {commit}, Python {python}, {os.cpu_count()} cores, load {load:.2f}"


if __name__ == "__main__":
    main()
