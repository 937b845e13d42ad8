"""CodinGame, Tron Battle: where all started and where all are, answered by a word.

Numbers of players, then for each its first and its present cell, as column and row; all -1 for one
that is out. It plays the game tron-battle, which is that of the arena, and Light Riders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import LineBridge
from gridbots_bridges.program import ProgramOptions, why_no_program

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.protocol import Request

MOVES: Final = {b"UP": b"up", b"RIGHT": b"right", b"DOWN": b"down", b"LEFT": b"left"}
OUT: Final = (-1, -1, -1, -1)


class CodingameCodec:
    """It keeps where each player was seen first, where the game does not tell."""

    farewell = b""

    def __init__(self) -> None:
        self._starts: dict[int, int] = {}

    def request(self, request: Request) -> bytes:
        width = read_count(request.settings, "field_width", 0)  # of Light Riders
        width = width or read_count(request.settings, "width", 30)
        heads = _heads(request)
        for seat, start in enumerate(_numbers(request, "starts") or heads):
            if start >= 0:
                self._starts.setdefault(seat, start)
        lines = [f"{request.seats} {request.seat}"]
        for seat, head in enumerate(heads):
            places = OUT if head < 0 else (*_place(self._starts[seat], width), *_place(head, width))
            lines.append(" ".join(map(str, places)))
        return "\n".join([*lines, ""]).encode()

    def move(self, line: bytes) -> bytes | None:
        return MOVES.get(line.strip())


def _heads(request: Request) -> list[int]:
    """Where each player is, row by row; -1 for one that is out."""
    told = _numbers(request, "heads")
    cells = request.updates.get("field", "").split(",")
    letters = map(str, range(request.seats))
    return told or [cells.index(each) if each in cells else -1 for each in letters]


def _numbers(request: Request, name: str) -> list[int]:
    """The numbers of a line, one for each seat; none if there is no such line."""
    text = request.updates.get(name)
    return list(map(int, text.split(",")))[: request.seats] if text else []


def _place(cell: int, width: int) -> tuple[int, int]:
    """Column and row of a cell."""
    return cell % width, cell // width


def make(_: Game, options: Any) -> LineBridge:
    return LineBridge("codingame", CodingameCodec(), options.command)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a bot of CodinGame's Tron Battle, as codingame:COMMAND",
        options=ProgramOptions,
        make=make,
        games=("light-riders", "tron-battle"),
        refusal=why_no_program,
    )
