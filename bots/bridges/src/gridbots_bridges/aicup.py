"""AI Cup 2019 (mini, Paper.io): a line of JSON for each move, answered by a line of JSON.

Points are in units of that arena: a cell is 30 units wide, its centre gives its position, and y
grows upwards. Messages contain only what the seat sees.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.limits import ArenaTime
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import arena_bot

if TYPE_CHECKING:
    from gridbots.protocol import Request

WIDTH: Final = 30
"""Width of a cell in units."""
SPEED: Final = 5
"""Units per tick; a bot is asked only in the centres of cells."""
HIDDEN: Final = "?"
MOVES: Final = {word: word.encode() for word in ("up", "right", "down", "left")}


class AicupCodec:
    farewell = b'{"type": "end_game", "params": {}}\n'
    is_strict = False
    late_move = b""

    def __init__(self) -> None:
        self._is_new = True

    def request(self, request: Request) -> bytes:
        columns = read_count(request.settings, "field_width", 7)
        rows = read_count(request.settings, "field_height", 7)
        params = {
            "players": _players(request, columns, rows),
            "bonuses": [],
            "tick_num": 1 + read_count(request.updates, "round", 0) * (WIDTH // SPEED),
        }
        text = _message("tick", params)
        if self._is_new:
            self._is_new = False
            size = {"x_cells_count": columns, "y_cells_count": rows}
            text = _message("start_game", size | {"speed": SPEED, "width": WIDTH}) + text
        return text

    def move(self, line: bytes) -> bytes | None:
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            return None
        word = answer.get("command") if isinstance(answer, dict) else None
        return MOVES.get(word) if isinstance(word, str) else None


def _message(kind: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"type": kind, "params": params}).encode() + b"\n"


def _players(request: Request, columns: int, rows: int) -> dict[str, Any]:
    """All players that the seat sees: `i` for itself, a number from 1 for each other player."""
    heads, headings, out = (
        request.updates.get(name, "").split(",") for name in ("heads", "headings", "out")
    )
    lands, trails = _cells(request.updates.get("field", ""), request.seats, columns, rows)
    number = read_count(request.updates, "round", 0)
    return {
        "i" if seat == request.seat else str(seat + 1): {
            "score": len(lands[seat]),
            "direction": headings[seat] if number else None,
            "territory": lands[seat],
            "lines": trails[seat],
            "position": _point(int(heads[seat]), columns, rows),
            "bonuses": [],
        }
        for seat in range(request.seats)
        if out[seat] == "0" and heads[seat] != HIDDEN
    }


def _cells(
    field: str, seats: int, columns: int, rows: int
) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
    """The land and the trail of each player, as points."""
    lands: list[list[list[int]]] = [[] for _ in range(seats)]
    trails: list[list[list[int]]] = [[] for _ in range(seats)]
    for index, cell in enumerate(field.split(",")):
        if cell in {".", HIDDEN}:
            continue
        point = _point(index, columns, rows)
        if cell[0].isdecimal():
            lands[int(cell[0])].append(point)
        for letter in cell[1:]:
            trails[int(letter)].append(point)
    return lands, trails


def _point(index: int, columns: int, rows: int) -> list[int]:
    """The centre of a cell."""
    row, column = divmod(index, columns)
    return [column * WIDTH + WIDTH // 2, (rows - 1 - row) * WIDTH + WIDTH // 2]


aicup = arena_bot(
    "aicup",
    AicupCodec,
    "a bot of the AI Cup 2019 (Paper.io), as aicup:COMMAND",
    ArenaTime(timebank_ms=120_000, time_per_move_ms=0),
    "paperio",
)
