"""GPN Tron: the program is a client over TCP and exchanges lines of fields separated by `|`.

That arena is a torus without walls. The bridge shows our board as a torus with one more row and one
more column, which belong to a player that never moves and act as the walls.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from gridbots import BotType
from gridbots.errors import PluginError
from gridbots.limits import ArenaTime
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import read_count
from gridbots_bridges.line_bridge import NO_ANSWER, LineBridge
from gridbots_bridges.program import (
    FAREWELL_SECONDS,
    ArenaProgram,
    ProgramOptions,
    end_like,
    log,
    start,
    why_no_program,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.protocol import Request


HERE: Final = "127.0.0.1"
PORT_WORD: Final = "{port}"
"""Placeholder for the port in a command."""
LOOK_MS: Final = 50


class ClientOptions(ProgramOptions, frozen=True):
    port: Annotated[
        int,
        Meta(
            ge=0,
            le=65535,
            description="port that the bridge listens on; 0: a free port, passed as {port}",
        ),
    ] = 0
    start: Annotated[
        float, Meta(gt=0, le=600, description="seconds for the program to connect")
    ] = 60.0


class ClientProgram(ArenaProgram):
    """A started program that connects to the bridge. Its output goes to stderr.

    Raises:
        PluginError: the program cannot be started.
        SystemExit: the program does not connect. It was started, so it forfeits.
    """

    def __init__(self, words: Sequence[str], options: ClientOptions, greeting: bytes) -> None:
        self.name = words[0]
        try:
            listener = socket.create_server((HERE, options.port))
        except OSError as error:
            raise PluginError(f"cannot listen on port {options.port}: {error.strerror}") from None
        with listener:
            port = str(listener.getsockname()[1])
            command = [word.replace(PORT_WORD, port) for word in words]
            self._process = start(command, subprocess.DEVNULL, 2, {"PORT": port, "HOST": HERE})
            self._connection = self._accept(listener, options.start)
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stdin = self.stdout = self._connection.fileno()
        self.send(greeting)

    def _accept(self, listener: socket.socket, seconds: float) -> socket.socket:
        end = time.monotonic() + seconds
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        poll.register(0, 0)  # only for the hang-up that ends the match
        while time.monotonic() < end:
            ready = dict(poll.poll(LOOK_MS))
            if listener.fileno() in ready:
                return listener.accept()[0]
            if 0 in ready:
                os._exit(0)
            if (code := self._process.poll()) is not None:
                log(f"{self.name} ended with code {code} before it connected")
                end_like(code or 1)
        raise SystemExit(f"expected {self.name} to connect within {seconds:g} s, got no connection")

    def say_farewell(self, text: bytes) -> None:
        self.send(text)
        self._connection.close()
        self.exit_code(FAREWELL_SECONDS)


GREETING: Final = b"motd|gridbots\n"
MOVES: Final = {f"move|{word}".encode(): word.encode() for word in ("up", "right", "down", "left")}
CHATTER: Final = (b"join|", b"chat|")
"""Lines of clients that are not moves."""
WALL: Final = "x"


class GpnCodec:
    """Remembers what was sent to the client, since a message contains only what is new."""

    farewell = b""
    is_strict = False
    late_move = b"no_moves"

    def __init__(self) -> None:
        self._sent: set[int] = set()
        """Cells that were sent."""
        self._trails: dict[int, list[int]] = {}
        """The cells that each living player was seen in."""

    def request(self, request: Request) -> bytes:
        width = read_count(request.settings, "field_width", 16)
        height = read_count(request.settings, "field_height", 16)
        cells = request.updates.get("field", "").split(",")
        lines = [] if self._sent else list(_game(request, width, height))
        is_new = not self._sent
        lines += self._changes(request.seats, cells, width, is_new=is_new)
        return "\n".join([*lines, "tick", ""]).encode()

    def _changes(self, seats: int, cells: list[str], width: int, *, is_new: bool) -> Iterator[str]:
        for seat in range(seats):
            if str(seat) in cells:
                head = cells.index(str(seat))
                self._trails.setdefault(seat, []).append(head)
                self._sent.add(head)
                yield _position(seat, head, width)
            elif is_new or seat in self._trails:
                # The arena removes the trail of an eliminated player; here it stays as a wall.
                yield f"die|{seat}"
                yield from (_position(seats, cell, width) for cell in self._trails.pop(seat, ()))
        for cell, letter in enumerate(cells):
            if letter == WALL and cell not in self._sent:
                self._sent.add(cell)
                yield _position(seats, cell, width)

    def move(self, line: bytes) -> bytes | None:
        line = line.strip()
        return NO_ANSWER if line.startswith(CHATTER) else MOVES.get(line)


def _game(request: Request, width: int, height: int) -> Iterator[str]:
    """The board and its players, the last of which is the wall."""
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


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a bot of GPN Tron, a client over TCP, as gpn:COMMAND",
        options=ClientOptions,
        make=lambda game, options: GpnBridge(options),  # noqa: ARG005  one game only
        games=("light-riders",),
        refusal=why_no_program,
        arena=lambda _: ArenaTime(timebank_ms=1_000, time_per_move_ms=1_000),
    )
