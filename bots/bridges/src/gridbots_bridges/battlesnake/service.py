"""Service of `gridbots serve`: an HTTP server, and the matches that its bot plays.

One thread waits for requests and for moves, so any number of matches goes on at a time.
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
from gridbots_bridges.program import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots_bridges.battlesnake.players import SnakeProcess

CHUNK: Final = 65536
REQUEST_CAP: Final = 1 << 20
"""Bytes of a request with its headers."""
HEAD: Final = re.compile(rb"(?P<verb>[A-Z]+) (?P<path>[^ \r\n]+) HTTP/1\.(?P<minor>[01])\r\n")
LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,7})[ \t]*\r\n", re.IGNORECASE)
CLOSES: Final = re.compile(rb"\r\nconnection:[ \t]*close[ \t]*\r\n", re.IGNORECASE)
IDLE_SECONDS: Final = 600.0
"""After so long without a request a match is taken for over."""
STATUS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class ServedMatch:
    """A match of the bot, and the client that waits for its move."""

    def __init__(self, player: SnakeProcess, lines: MatchLines) -> None:
        self.player = player
        self.lines = lines
        self.client: Client | None = None
        self.owed = 0
        """Moves that nobody waits for any more."""
        self.used = time.monotonic()


class Client:
    """A connection, and what has come of its next request."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.received = b""

    def answer(self, status: int, body: bytes) -> None:
        """Send an answer, in one packet; one who reads none is left."""
        head = f"HTTP/1.1 {status} {STATUS[status]}\r\nContent-Type: application/json\r\n"
        with contextlib.suppress(OSError):
            self.connection.sendall(
                b"%bContent-Length: %d\r\n\r\n%b" % (head.encode(), len(body), body)
            )


class SnakeService:
    """The bot as a Battlesnake, at an address.

    `start` starts a player, `info` is what GET / answers.
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
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server(address)
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._selector.register(self._listener, selectors.EVENT_READ)

    def stop(self) -> None:
        """End `run`, from another thread."""
        address, self._is_over = self._listener.getsockname(), True
        with contextlib.suppress(OSError):  # it may have seen that at once
            socket.create_connection(address).close()

    def run(self) -> None:
        """Serve until it is stopped, or something is raised, such as KeyboardInterrupt."""
        try:
            while not self._is_over:
                for ready, _ in self._selector.select():
                    self._handle(ready.fileobj, ready.data)
        finally:
            for key in list(self._matches):
                self._end(key)
            for found in list(self._selector.get_map().values()):
                if isinstance(found.fileobj, socket.socket):
                    found.fileobj.close()
            self._selector.close()

    def _handle(self, file: object, data: object) -> None:
        if file is self._listener:
            connection, _ = self._listener.accept()
            connection.settimeout(1.0)  # for sending: one who does not read is left
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(connection, selectors.EVENT_READ, Client(connection))
        elif isinstance(data, Client):
            self._hear_client(data)
        elif isinstance(data, tuple) and data in self._matches:
            self._hear_player(data)

    def _hear_client(self, client: Client) -> None:
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
                match.owed += 1
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
            told = msgspec.json.decode(body, type=SnakeRequest)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            client.answer(400, str(error).encode())
            return
        key = told.game.id, told.you.id
        if name == "end":
            client.answer(200, b"")
            self._end(key)
        elif name == "start":
            client.answer(200, b"")
            self._match(key, told)
        else:
            self._ask(client, key, told)

    def _match(self, key: tuple[str, str], told: SnakeRequest) -> ServedMatch | None:
        """The match of this snake, which may begin with this; None if there is no room."""
        self._end_idle()
        match = self._matches.get(key)
        if match is None and len(self._matches) < self._most_matches:
            match = ServedMatch(self._start(), MatchLines(told, self._overhead_ms))
            self._matches[key] = match
            self._selector.register(match.player.stdout, selectors.EVENT_READ, key)
            match.player.send(match.lines.greeting)
        return match

    def _ask(self, client: Client, key: tuple[str, str], told: SnakeRequest) -> None:
        match = self._match(key, told)
        if match is None:
            client.answer(503, b"too many matches at a time")
            return
        match.used = time.monotonic()
        if match.client is not None:
            match.client.answer(500, b"asked again before there was a move")
            match.owed += 1
        match.client = client
        if why := match.player.send(match.lines.request(told)):
            self._fail(key, why)

    def _hear_player(self, key: tuple[str, str]) -> None:
        match = self._matches[key]
        lines = match.player.read()
        if lines is None:
            self._fail(key, ENDED)
            return
        for line in lines:
            if match.owed:
                match.owed -= 1
            elif match.client is not None:
                client, match.client = match.client, None
                _answer(client, line)

    def _fail(self, key: tuple[str, str], why: str) -> None:
        """Give a match up; the next request of it begins with a new player."""
        tell(f"gridbots serve: match {key[0]}: {why}")
        client = self._matches[key].client
        if client is not None:
            client.answer(500, why.encode())
        self._end(key)

    def _end(self, key: tuple[str, str]) -> None:
        match = self._matches.pop(key, None)
        if match is not None:
            self._selector.unregister(match.player.stdout)
            match.player.end()

    def _end_idle(self) -> None:
        now = time.monotonic()
        for key in [k for k, match in self._matches.items() if now - match.used > IDLE_SECONDS]:
            self._end(key)


def _answer(client: Client, line: bytes) -> None:
    """Tell the move that a line of the bot names."""
    word = line.decode(errors="replace").rstrip().lower()
    if word in MOVES:
        client.answer(200, b'{"move":"%b"}' % word.encode())
    else:
        client.answer(500, f"expected a move of the bot, got {line[:80]!r}".encode())


def _first_request(received: bytes) -> tuple[str, str, bytes, bool, bytes] | None:
    """Verb, path and body of the first whole request, whether it is the last, and what follows."""
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
