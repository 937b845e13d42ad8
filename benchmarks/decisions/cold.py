"""The first minute of a new user: CPU seconds from an empty cache to a bot's first answer."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Final

from measure import line

from gridbots.bot.warm import compiles
from gridbots.game import is_to_move
from gridbots.plugins import installed_bots, installed_games, load_game
from gridbots.protocol import greeting, wire_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CLAIM: Final = "<= 10 s"
OTHERWISE: Final = (("td", "paperio", {"order": "alternating"}),)
"""Bots that compile different code for other settings of a game."""
AFTER: Final = (
    ("minimax", "mcts", "light-riders"),
    ("mcts", "minimax", "paperio"),
    ("viper", "minimax", "battlesnake"),
)
"""Bots that share compiled code with another bot."""


def cold() -> None:
    """Measure each bot that compiles in each of its games with default settings, twice."""
    for bot, game, values in [*((*pair, {}) for pair in pairs()), *OTHERWISE]:
        request = first_request(game, values)
        with tempfile.TemporaryDirectory() as cache:
            first = cpu_seconds_to_answer(bot, game, request, cache)
            again = cpu_seconds_to_answer(bot, game, request, cache)
        where = ", ".join([game, *(f"{name} {value}" for name, value in values.items())])
        line(f"first answer of {bot} in {where}, nothing compiled", f"{first:.1f} s", CLAIM)
        line("the same, compiled before", f"{again:.1f} s")
    for bot, other, game in AFTER:
        request = first_request(game, {})
        with tempfile.TemporaryDirectory() as cache:
            cpu_seconds_to_answer(other, game, request, cache)
            first = cpu_seconds_to_answer(bot, game, request, cache)
        line(f"first answer of {bot} in {game}, {other} compiled before", f"{first:.1f} s", CLAIM)


def pairs() -> Iterator[tuple[str, str]]:
    """Bots that compile, with their games; all games for a bot that names none."""
    for name, bot in installed_bots().items():
        if compiles(bot):
            for game in bot.games or installed_games():
                yield name, game


def first_request(game_name: str, values: Mapping[str, str]) -> bytes:
    """The referee's lines to the first seat to move, before its first move."""
    game = load_game(game_name)
    settings = game.make_settings(values)
    state = game.setup(settings, 1)
    seat = next(each for each in range(game.seats(settings)) if is_to_move(state, each))
    lines = greeting(wire_names(game.seats(settings)), seat, 10_000, 200)
    lines += game.wire.settings_lines(settings)
    updates = game.wire.updates(game.observation(state, seat), seat)
    return b"".join(each + b"\n" for each in lines) + updates + b"action move 10000\n"


def cpu_seconds_to_answer(bot: str, game: str, request: bytes, cache: str) -> float:
    """CPU time of all processes of a bot that answers one request, using this cache."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "gridbots", "--game", game, bot]
    environment = {**os.environ, "GRIDBOTS_CACHE": cache}
    done = subprocess.run(command, input=request, capture_output=True, check=True, env=environment)
    if not done.stdout:
        sys.exit(f"expected an answer of {bot} in {game}, got none: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
