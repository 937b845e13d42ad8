"""CodinGame, Tron Battle: where all started and where all are, answered by a word.

Numbers of players, then for each its first and its present cell, as column and row; all -1 for one
that is out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import LineBridge
from gridbots_bridges.program import ProgramOptions, why_no_program

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.protocol import Request

MOVES: Final = {b"UP": b"up", b"RIGHT": b"right", b"DOWN": b"down", b"LEFT": b"left"}
OUT: Final = (-1, -1)


class CodingameCodec:
    """It keeps where each player was seen first."""

    farewell = b""

    def __init__(self) -> None:
        self._starts: dict[int, tuple[int, int]] = {}

    def request(self, request: Request) -> bytes:
        width = read_count(request.settings, "field_width", 16)
        cells = request.updates.get("field", "").split(",")
        lines = [f"{request.seats} {request.seat}"]
        for seat in range(request.seats):
            letter = str(seat)
            head, start = OUT, OUT
            if letter in cells:
                row, column = divmod(cells.index(letter), width)
                head = (column, row)
                start = self._starts.setdefault(seat, head)
            lines.append(f"{start[0]} {start[1]} {head[0]} {head[1]}")
        return "\n".join([*lines, ""]).encode()

    def move(self, line: bytes) -> bytes | None:
        return MOVES.get(line.strip())


def make(_: Game, options: Any) -> LineBridge:
    return LineBridge("codingame", CodingameCodec(), options.command)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a bot of CodinGame's Tron Battle, as codingame:COMMAND",
        options=ProgramOptions,
        make=make,
        games=("light-riders",),
        refusal=why_no_program,
    )
