"""The solvers of Snake on 30x30: CPU per move in compiled games, and a game through pipes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from measure import line, one_core
from swift import policy_with

from gridbots.limits import Limits
from gridbots.plugins import installed_bots, load_game
from gridbots.vector import play_matches
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop

GAME: Final = load_game("snake")
SETTINGS: Final = GAME.make_settings()
CLAIMS: Final = {
    "zig-zag": (200, "<= 0.15 us"),
    "fixed": (200, ""),
    "zig-zag-cut": (200, ""),
    "phc": (200, "<= 0.15 us"),
    "dhcr": (2, ""),
    "cell": (2, ""),
    "cell1": (2, ""),
    "cell-fixed": (2, ""),
    "cell-variant": (2, "<= 45 us"),
    "swift:effort=fast": (20, "<= 4 us"),
    "swift": (2, "<= 25 us"),
    "swift:effort=deep": (1, "<= 120 us"),
    "swift:effort=deepest": (1, ""),
}
"""Number of timed games, and the claim."""
THROUGH_PIPES: Final = "cell-variant"


def solvers() -> None:
    """Whole games, including the time of the rules."""
    with one_core():
        for name, (games, claim) in CLAIMS.items():
            cost = min(cost_per_move(name, games) for _ in range(2))
            line(f"snake 30x30, CPU per move, {name}", f"{cost:.2f} us", claim)
    through_pipes()


def cost_per_move(name: str, games: int) -> float:
    """CPU microseconds."""
    policy = policy_with(name)
    play_matches(GAME, GAME.make_settings({"max_rounds": 1}), [policy], 1)
    began = time.process_time()
    outcomes = play_matches(GAME, SETTINGS, [policy], games, seed=1)
    return (time.process_time() - began) / int(outcomes.rounds.sum()) * 1e6


def through_pipes() -> None:
    """One game between processes, with all code compiled before."""
    warm = [Path(sys.executable).parent / "gridbots", "warm", THROUGH_PIPES, "--game", GAME.name]
    subprocess.run(warm, check=True, capture_output=True)
    stop, scratch = Stop(), Scratch()
    launch = find_bot(THROUGH_PIPES, GAME.name, installed_bots())
    spec = MatchSpec("p", GAME, SETTINGS, 1, (launch,), Limits())
    before, began, own = os.times(), time.monotonic(), time.process_time()
    played = play(spec, stop, scratch)
    wall, referee = time.monotonic() - began, time.process_time() - own
    after, moves = os.times(), played.result.rounds
    scratch.end()
    stop.close()
    bot = after.children_user + after.children_system
    bot -= before.children_user + before.children_system
    what = f"a game of {moves:,} moves through pipes, {THROUGH_PIPES}"
    line(what, f"{wall:.1f} s", "< 10 s")
    line("the same, CPU of the referee and of the bot", f"{referee:.1f} s, {bot:.1f} s")
