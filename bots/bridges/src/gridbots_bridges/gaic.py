"""Google AI Challenge 2010, Tron: the whole map for each move, answered by a digit.

The map includes the walls around it. A bot always sees itself as 1 and its opponent as 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import PluginError
from gridbots.limits import ArenaTime
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import arena_bot

if TYPE_CHECKING:
    from gridbots.protocol import Request

MOVES: Final = {b"1": b"up", b"2": b"right", b"3": b"down", b"4": b"left"}
SEATS: Final = 2


class GaicCodec:
    farewell = b""
    is_strict = True
    late_move = b""

    def request(self, request: Request) -> bytes:
        if request.seats != SEATS:
            raise PluginError(f"gaic: expected a match of {SEATS} seats, got {request.seats}")
        width = read_count(request.settings, "field_width", 16)
        height = read_count(request.settings, "field_height", 16)
        cells = request.updates.get("field", "").replace(",", "").translate(_letters(request.seat))
        wall = "#" * (width + 2)
        rows = [f"#{cells[row * width :][:width]}#" for row in range(height)]
        lines = [f"{width + 2} {height + 2}", wall, *rows, wall, ""]
        return "\n".join(lines).encode()

    def move(self, line: bytes) -> bytes | None:
        return MOVES.get(line.strip())


def _letters(seat: int) -> dict[int, str]:
    """Translation of our letters to those that a bot in this seat expects."""
    return str.maketrans({".": " ", "x": "#", str(seat): "1", str(1 - seat): "2"})


gaic = arena_bot(
    "gaic",
    GaicCodec,
    "a bot of the Google AI Challenge 2010 (Tron), as gaic:COMMAND",
    ArenaTime(timebank_ms=1_000, time_per_move_ms=1_000),
    "light-riders",
)
