"""Situations for the test of a bot: lines that it is told, and what it should answer.

In a file, `> ` is before a line for the bot and `< ` before the answer, as in protocol.md; answers
that are as good stand behind each other with `|` between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import is_to_move
from gridbots.protocol import action_line, greeting, wire_names
from gridbots_referee.scaffold.starters import SITUATIONS, STARTERS

if TYPE_CHECKING:
    from gridbots.game import Game

TIMEBANK_MS, TIME_PER_MOVE_MS = 10_000, 200


def situations(game: Game) -> dict[str, str]:
    """Path within the folder of a bot -> text: those of the examples, or else an opening."""
    files = sorted((STARTERS / SITUATIONS / game.name).glob("*.txt"))
    if files:
        return {f"{SITUATIONS}/{file.name}": file.read_text(encoding="utf-8") for file in files}
    return {f"{SITUATIONS}/opening.txt": opening(game)}


def opening(game: Game) -> str:
    """What the seat that moves first is told at the start, by the default settings."""
    settings = game.make_settings()
    state = game.setup(settings, 1)
    seats = game.seats(settings)
    seat = next((each for each in range(seats) if is_to_move(state, each)), 0)
    lines = greeting(wire_names(seats), seat, TIMEBANK_MS, TIME_PER_MOVE_MS)
    lines += game.wire.settings_lines(settings)
    told = b"".join(line + b"\n" for line in lines)
    told += game.wire.updates(game.observation(state, seat), seat) + action_line(TIMEBANK_MS)
    sent = "".join(f"> {line}\n" for line in told.decode().splitlines())
    return f"{sent}< {'|'.join(game.moves)}\n"
