"""GPN Tron: lines over TCP, of which the program is the client; fields with `|` between.

That arena is a torus without walls. A torus with one row and one column more, which belong to a
player that never moves, is our board with its walls: so its bots see no edge that is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import read_count
from gridbots_bridges.client_program import ClientOptions, ClientProgram
from gridbots_bridges.line_bridge import NO_ANSWER, LineBridge
from gridbots_bridges.program import why_no_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game
    from gridbots.protocol import Request

GREETING: Final = b"motd|gridbots\n"
MOVES: Final = {f"move|{word}".encode(): word.encode() for word in ("up", "right", "down", "left")}
CHATTER: Final = (b"join|", b"chat|")
"""What clients say besides their moves."""
WALL: Final = "x"


class GpnCodec:
    """It keeps what the client has been told, since only what is new is told."""

    farewell = b""

    def __init__(self) -> None:
        self._told: set[int] = set()
        """Cells that belong to somebody."""
        self._trails: dict[int, list[int]] = {}
        """Of each living player the cells that it was seen in."""

    def request(self, request: Request) -> bytes:
        width = read_count(request.settings, "field_width", 16)
        height = read_count(request.settings, "field_height", 16)
        cells = request.updates.get("field", "").split(",")
        lines = [] if self._told else list(_game(request, width, height))
        is_new = not self._told
        lines += self._news(request.seats, cells, width, is_new=is_new)
        return "\n".join([*lines, "tick", ""]).encode()

    def _news(self, seats: int, cells: list[str], width: int, *, is_new: bool) -> Iterator[str]:
        for seat in range(seats):
            if str(seat) in cells:
                head = cells.index(str(seat))
                self._trails.setdefault(seat, []).append(head)
                self._told.add(head)
                yield _position(seat, head, width)
            elif is_new or seat in self._trails:
                # The trail of one that is out vanishes there, and stays here.
                yield f"die|{seat}"
                yield from (_position(seats, cell, width) for cell in self._trails.pop(seat, ()))
        for cell, letter in enumerate(cells):
            if letter == WALL and cell not in self._told:
                self._told.add(cell)
                yield _position(seats, cell, width)

    def move(self, line: bytes) -> bytes | None:
        line = line.strip()
        return NO_ANSWER if line.startswith(CHATTER) else MOVES.get(line)


def _game(request: Request, width: int, height: int) -> Iterator[str]:
    """The board with its players, of whom the last one is the wall."""
    wall = request.seats
    yield f"game|{width + 1}|{height + 1}|{request.seat}"
    yield from (f"player|{seat}|player{seat}" for seat in range(wall))
    yield f"player|{wall}|wall"
    yield from (f"pos|{wall}|{column}|{height}" for column in range(width + 1))
    yield from (f"pos|{wall}|{width}|{row}" for row in range(height))


def _position(player: int, cell: int, width: int) -> str:
    row, column = divmod(cell, width)
    return f"pos|{player}|{column}|{row}"


class GpnBridge(LineBridge):
    def __init__(self, options: ClientOptions) -> None:
        super().__init__("gpn", GpnCodec(), options.command)
        self._options = options

    def start(self) -> ClientProgram:
        return ClientProgram(self._command, self._options, GREETING)


def make(_: Game, options: Any) -> GpnBridge:
    return GpnBridge(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a bot of GPN Tron, a client over TCP, as gpn:COMMAND",
        options=ClientOptions,
        make=make,
        games=("light-riders",),
        refusal=why_no_program,
    )
