"""CodinGame, Tron Battle: the first and the current cell of each player, answered by a word.

A request contains the number of players and the own number, then for each player its first and its
current cell as column and row; all -1 for an eliminated player. The bots play the game tron-battle,
which is that of the arena, and Light Riders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.limits import ArenaTime
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import arena_bot

if TYPE_CHECKING:
    from gridbots.protocol import Request

MOVES: Final = {b"UP": b"up", b"RIGHT": b"right", b"DOWN": b"down", b"LEFT": b"left"}
OUT: Final = (-1, -1, -1, -1)


class CodingameCodec:
    """Remembers the first cell of each player if the game does not report it."""

    farewell = b""
    is_strict = True
    late_move = b""

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
    """The cell of each player, counted row by row; -1 for an eliminated player."""
    heads = _numbers(request, "heads")
    cells = request.updates.get("field", "").split(",")
    letters = map(str, range(request.seats))
    return heads or [cells.index(each) if each in cells else -1 for each in letters]


def _numbers(request: Request, name: str) -> list[int]:
    """The numbers of an update, one for each seat; empty if the update is missing."""
    text = request.updates.get(name)
    return list(map(int, text.split(",")))[: request.seats] if text else []


def _place(cell: int, width: int) -> tuple[int, int]:
    """Column and row of a cell."""
    return cell % width, cell // width


codingame = arena_bot(
    "codingame",
    CodingameCodec,
    "a bot of CodinGame's Tron Battle, as codingame:COMMAND",
    ArenaTime(timebank_ms=100, time_per_move_ms=100),
    "light-riders",
    "tron-battle",
)
