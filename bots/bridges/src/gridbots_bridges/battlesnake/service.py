"""Service of `gridbots serve`: an HTTP server and the matches of its bot.

One thread waits for requests and for moves, so any number of matches can run at once.
"""

from __future__ import annotations

import contextlib
import re
import selectors
import socket
import time
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_bridges.battlesnake.lines import MatchLines, SnakeRequest
from gridbots_bridges.battlesnake.players import ENDED
from gridbots_bridges.battlesnake.requests import MOVES
from gridbots_bridges.program import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots_bridges.battlesnake.players import SnakeProcess

CHUNK: Final = 65536
REQUEST_CAP: Final = 1 << 20
"""Most bytes of a request with its headers."""
HEAD: Final = re.compile(rb"(?P<verb>[A-Z]+) (?P<path>[^ \r\n]+) HTTP/1\.(?P<minor>[01])\r\n")
LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,7})[ \t]*\r\n", re.IGNORECASE)
CLOSES: Final = re.compile(rb"\r\nconnection:[ \t]*close[ \t]*\r\n", re.IGNORECASE)
LAST_BOARD_SECONDS: Final = 2.0
"""Time that a bot has for the last board."""
POLL_SECONDS: Final = 0.1
"""Interval of the check whether that time is over."""
IDLE_SECONDS: Final = 600.0
"""A match without a request for this long counts as over."""
STATUS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class ServedMatch:
    """A match of the bot and the client that waits for its move."""

    def __init__(self, key: tuple[str, str], player: SnakeProcess, lines: MatchLines) -> None:
        self.key = key
        """The ids of the match and of the snake."""
        self.player = player
        self.lines = lines
        self.client: Client | None = None
        self.stale = 0
        """Outstanding moves that no client waits for."""
        self.used = time.monotonic()
        self.leaves_until = 0.0
        """Time at which it is ended after the last board was shown; 0 before that."""
        self.is_over = False


class Client:
    """A connection and the received part of its next request."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.received = b""

    def answer(self, status: int, body: bytes) -> None:
        """Send an answer in one packet; ignored if the client does not read."""
        head = f"HTTP/1.1 {status} {STATUS[status]}\r\nContent-Type: application/json\r\n"
        with contextlib.suppress(OSError):
            self.connection.sendall(
                b"%bContent-Length: %d\r\n\r\n%b" % (head.encode(), len(body), body)
            )


class SnakeService:
    """The bot as a Battlesnake at an address.

    `start` starts a player; `info` is the answer to GET /.
    """

    def __init__(
        self,
        start: Callable[[], SnakeProcess],
        info: bytes,
        address: tuple[str, int],
        overhead_ms: int,
        most_matches: int,
    ) -> None:
        self._start = start
        self._info = info
        self._overhead_ms = overhead_ms
        self._most_matches = most_matches
        self._is_over = False
        self._matches: dict[tuple[str, str], ServedMatch] = {}
        self._leaving: set[ServedMatch] = set()
        """Matches that are over but whose bot still reads the last board."""
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server(address)
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._selector.register(self._listener, selectors.EVENT_READ)

    def stop(self) -> None:
        """End `run` from another thread."""
        address, self._is_over = self._listener.getsockname(), True
        with contextlib.suppress(OSError):  # `run` may have ended already
            socket.create_connection(address).close()

    def run(self) -> None:
        """Serve until `stop` is called or an exception such as KeyboardInterrupt is raised."""
        try:
            while not self._is_over:
                for ready, _ in self._selector.select(POLL_SECONDS if self._leaving else None):
                    self._handle(ready.fileobj, ready.data)
                self._end_late()
        finally:
            for match in [*self._matches.values(), *self._leaving]:
                self._end(match)
            for found in list(self._selector.get_map().values()):
                if isinstance(found.fileobj, socket.socket):
                    found.fileobj.close()
            self._selector.close()

    def _handle(self, file: object, data: object) -> None:
        if file is self._listener:
            connection, _ = self._listener.accept()
            connection.settimeout(1.0)  # for sending to a client that does not read
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(connection, selectors.EVENT_READ, Client(connection))
        elif isinstance(data, Client):
            self._read_client(data)
        elif isinstance(data, ServedMatch) and not data.is_over:
            self._read_player(data, file)

    def _read_client(self, client: Client) -> None:
        try:
            data = client.connection.recv(CHUNK)
        except OSError:
            data = b""
        client.received += data
        if not data or len(client.received) > REQUEST_CAP:
            self._drop(client)
            return
        while (found := _first_request(client.received)) is not None:
            verb, path, body, closes, client.received = found
            self._serve(client, verb, path, body)
            if closes:
                self._drop(client)
                return

    def _drop(self, client: Client) -> None:
        for match in self._matches.values():
            if match.client is client:
                match.client = None
                match.stale += 1
        self._selector.unregister(client.connection)
        client.connection.close()

    def _serve(self, client: Client, verb: str, path: str, body: bytes) -> None:
        name = path.partition("?")[0].rstrip("/").rpartition("/")[2]
        if verb == "GET":
            client.answer(200, self._info)
            return
        if verb != "POST" or name not in {"start", "move", "end"}:
            client.answer(404, b"")
            return
        try:
            request = msgspec.json.decode(body, type=SnakeRequest)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            client.answer(400, str(error).encode())
            return
        key = request.game.id, request.you.id
        if name == "end":
            client.answer(200, b"")
            self._show_end(key, request)
        elif name == "start":
            client.answer(200, b"")
            self._match(key, request)
        else:
            self._ask(client, key, request)

    def _match(self, key: tuple[str, str], request: SnakeRequest) -> ServedMatch | None:
        """The match of this snake, started if it is new; None if there are too many matches."""
        self._end_idle()
        match = self._matches.get(key)
        if match is None and len(self._matches) + len(self._leaving) < self._most_matches:
            match = ServedMatch(key, self._start(), MatchLines(request, self._overhead_ms))
            self._matches[key] = match
            for stream in (match.player.stdout, match.player.stderr):
                self._selector.register(stream, selectors.EVENT_READ, match)
            match.player.send(match.lines.greeting)
        return match

    def _ask(self, client: Client, key: tuple[str, str], request: SnakeRequest) -> None:
        match = self._match(key, request)
        if match is None:
            client.answer(503, b"too many matches at the same time")
            return
        match.used = time.monotonic()
        if match.client is not None:
            match.client.answer(500, b"another request arrived before the move")
            match.stale += 1
        match.client = client
        if why := match.player.send(match.lines.request(request)):
            self._fail(match, why)

    def _read_player(self, match: ServedMatch, stream: object) -> None:
        if stream == match.player.stderr:
            if not match.player.forward_stderr():
                self._selector.unregister(match.player.stderr)
            return
        lines = match.player.read()
        if lines is None and match.leaves_until:
            self._end(match)
        elif lines is None:
            self._fail(match, ENDED)
        else:
            self._forward_moves(match, lines)

    def _forward_moves(self, match: ServedMatch, lines: list[bytes]) -> None:
        for line in lines:
            if match.stale:
                match.stale -= 1
            elif match.client is not None:
                client, match.client = match.client, None
                _answer(client, line)

    def _show_end(self, key: tuple[str, str], request: SnakeRequest) -> None:
        """End a match; show the last board to a bot that has asked for it."""
        match = self._matches.get(key)
        if match is None:
            return
        player = match.player
        player.forward_stderr()
        if not player.asks_end or player.send(match.lines.end(request)):
            self._end(match)
            return
        player.close_input()
        match.leaves_until = time.monotonic() + LAST_BOARD_SECONDS
        self._leaving.add(self._matches.pop(key))

    def _fail(self, match: ServedMatch, why: str) -> None:
        """Give up a match; its next request starts a new player."""
        log(f"gridbots serve: match {match.key[0]}: {why}")
        if match.client is not None:
            match.client.answer(500, why.encode())
        self._end(match)

    def _end(self, match: ServedMatch) -> None:
        match.is_over = True
        if self._matches.get(match.key) is match:
            del self._matches[match.key]
        self._leaving.discard(match)
        for stream in (match.player.stdout, match.player.stderr):
            if stream in self._selector.get_map():
                self._selector.unregister(stream)
        match.player.end()

    def _end_late(self) -> None:
        now = time.monotonic()
        for match in [each for each in self._leaving if now > each.leaves_until]:
            self._end(match)

    def _end_idle(self) -> None:
        now = time.monotonic()
        for match in [m for m in self._matches.values() if now - m.used > IDLE_SECONDS]:
            self._end(match)


def _answer(client: Client, line: bytes) -> None:
    """Answer with the move in a line of the bot."""
    word = line.decode(errors="replace").rstrip().lower()
    if word in MOVES:
        client.answer(200, b'{"move":"%b"}' % word.encode())
    else:
        client.answer(500, f"expected a move from the bot, got {line[:80]!r}".encode())


def _first_request(received: bytes) -> tuple[str, str, bytes, bool, bytes] | None:
    """Verb, path and body of the first complete request, whether it is the last, and the rest."""
    head, end, rest = received.partition(b"\r\n\r\n")
    if not end:
        return None
    found, length = HEAD.match(head + b"\r\n"), LENGTH.search(head + b"\r\n")
    size = int(length[1]) if length else 0
    if len(rest) < size:
        return None
    if found is None:
        return "", "", b"", True, b""
    closes = bool(CLOSES.search(head + b"\r\n")) or found["minor"] == b"0"
    path = found["path"].decode(errors="replace")
    return found["verb"].decode(), path, rest[:size], closes, rest[size:]
