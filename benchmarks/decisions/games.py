"""Cost of a move for the referee in each game except Light Riders, which is the part `move`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final

import measure
import numpy as np
from measure import line, one_core

from gridbots import record
from gridbots.limits import Limits
from gridbots.plugins import load_game
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop

STARTERS: Final = measure.ROOT / "examples" / "starters" / "c"
BATCHES: Final = 10
MATCHES: Final = 5
"""In a batch."""
GAMES: Final[dict[str, dict[str, Any]]] = {
    "multisnake": {"max_rounds": 100},
    "paperio": {"max_rounds": 70},
    "snake": {"width": 12, "height": 12, "max_rounds": 200},
}
"""Settings of long matches; short matches have one round."""


def games() -> None:
    """CPU per move in matches between the C starters, including rules, bank and record."""
    for name, settings in GAMES.items():
        with one_core(), measure.compiled_program(STARTERS / f"{name}.c") as bot:
            cost = np.median(costs_per_move(name, bot, settings))
        line(f"referee CPU per move, {name}, C bots", f"{cost:.1f} us")


def costs_per_move(name: str, bot: str, settings: dict[str, Any]) -> list[float]:
    """CPU microseconds per batch, without the start and end of a match."""
    limit = list(settings)[-1]
    costs = []
    for _ in range(BATCHES):
        short, few = cost_of(name, bot, settings | {limit: 1})
        long, many = cost_of(name, bot, settings)
        costs.append((long - short) / (many - few) * 1e6)
    return costs


def cost_of(name: str, bot: str, values: dict[str, Any]) -> tuple[float, int]:
    """CPU seconds of the referee for matches of a bot against itself, and their moves."""
    game, stop, scratch = load_game(name), Stop(), Scratch()
    settings, limits = game.make_settings(values), Limits()
    launches = tuple(find_bot(bot, name, {}) for _ in range(game.seats(settings)))
    moves = 0
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        for seed in range(MATCHES):
            spec = MatchSpec(f"g{seed}", game, settings, seed, launches, limits)
            played = play(spec, stop, scratch)
            record.write(played, Path(folder))
            moves += sum(move is not None for each in played.rounds for move in each.moves)
        spent = time.process_time() - began
    scratch.end()
    stop.close()
    return spent, moves
