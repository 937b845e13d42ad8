"""HTTP/1.1 client, minimal: one kept-alive connection, a deadline for each exchange, strict caps.

A request is sent in one packet, and the whole answer must arrive before the deadline, whatever the
server sends. If the server has closed the connection between two requests, the client connects
again. It does not follow redirects. Exchanges are coroutines: they yield what they wait for.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import select
import socket
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.bot.coroutine import Wait

if TYPE_CHECKING:
    from gridbots.bot.coroutine import Waits


LOOPBACK: Final = ["127.0.0.1", "::1"]


def is_known(host: str) -> bool:
    """Whether the host needs no name lookup, which would block."""
    return host == "localhost" or _family(host) is not None


def _family(host: str) -> int | None:
    """The address family of an IP address; None for anything else."""
    for family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):
            socket.inet_pton(family, host)
            return family
    return None


def connected(address: tuple[str, int], deadline: float) -> Waits[socket.socket]:
    """Connect to the first address of this host that accepts the connection.

    Raises:
        TimeoutError: no address has answered before the deadline.
        OSError: all addresses have refused the connection, or the host has no address.
    """
    host, port = address
    refused: OSError | None = None
    for number in _numbers(host, port):
        try:
            return (yield from _connect(number, port, deadline))
        except TimeoutError:
            raise
        except OSError as error:
            refused = refused or error
    raise refused or OSError(f"{host} has no address")


def _numbers(host: str, port: int) -> list[str]:
    if host == "localhost":
        return LOOPBACK
    if _family(host) is not None:  # a lookup would load the resolver, which takes 2 ms
        return [host]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


def _connect(number: str, port: int, deadline: float) -> Waits[socket.socket]:
    made = socket.socket(_family(number) or socket.AF_INET)
    try:
        made.setblocking(False)
        yield from _await_accepted(made, made.connect_ex((number, port)), deadline)
    except BaseException:
        made.close()
        raise
    return made


def _await_accepted(made: socket.socket, error: int, deadline: float) -> Waits[None]:
    if error == errno.EINPROGRESS:
        if not (yield Wait(made.fileno(), select.POLLOUT, deadline)):
            raise TimeoutError
        error = made.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if error:
        raise OSError(error, os.strerror(error))


CHUNK: Final = 65536
HEAD_CAP: Final = 1 << 14
"""Most bytes of a status line with its headers."""
BODY_CAP: Final = 1 << 18
"""Most bytes of the body of an answer."""
HEAD_END: Final = b"\r\n\r\n"
STATUS: Final = re.compile(rb"HTTP/1\.([01]) ([0-9]{3})(?: [^\r\n]*)?\r\n")
LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*\r\n", re.IGNORECASE)
CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked[ \t]*\r\n", re.IGNORECASE)
CLOSES: Final = re.compile(rb"\r\nconnection:[ \t]*close[ \t]*\r\n", re.IGNORECASE)
KEEPS: Final = re.compile(rb"\r\nconnection:[ \t]*keep-alive[ \t]*\r\n", re.IGNORECASE)
CHUNK_HEAD: Final = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
NO_CONTENT: Final = {204, 304}
ACKNOWLEDGE_NOW: Final[int | None] = getattr(socket, "TCP_QUICKACK", None)
"""Only on Linux; elsewhere a server that sends headers and body separately is 40 ms slower."""


class HttpError(Exception):
    """No answer arrived, or a malformed one; the text describes what arrived instead."""


class HttpTimeoutError(HttpError):
    """The answer was not complete before the deadline."""


class HttpAnswer(msgspec.Struct, frozen=True):
    status: int
    body: bytes


class HttpClient:
    """Client of one server. Deadlines are in seconds, by the clock of the caller."""

    def __init__(self, host: str, port: int, path: str = "") -> None:
        self._address = (host, port)
        self._path = path.rstrip("/")
        name = f"[{host}]" if ":" in host else host
        self._host = f"{name}:{port}"
        self._socket: socket.socket | None = None
        self._received = bytearray()
        self._heads: dict[str, bytes] = {}

    def get(self, deadline: float) -> Waits[HttpAnswer]:
        """GET of the base path.

        Raises:
            HttpError: the answer was incomplete at the deadline, or malformed.
        """
        head = f"GET {self._path or '/'} HTTP/1.1\r\nHost: {self._host}\r\n\r\n"
        return self._exchange(head.encode(), deadline)

    def post(self, name: str, body: bytes, deadline: float) -> Waits[HttpAnswer]:
        """POST of JSON to a path below the base; raises as `get`."""
        head = self._heads.get(name)
        if head is None:
            head = self._heads[name] = (
                f"POST {self._path}/{name} HTTP/1.1\r\nHost: {self._host}\r\n"
                "User-Agent: gridbots\r\nContent-Type: application/json\r\nContent-Length: "
            ).encode()
        return self._exchange(b"%b%d%b%b" % (head, len(body), HEAD_END, body), deadline)

    def close(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
            self._socket = None
        self._received.clear()

    def _exchange(self, request: bytes, deadline: float) -> Waits[HttpAnswer]:
        is_kept = self._socket is not None
        try:
            try:
                return (yield from self._ask(request, deadline))
            except ConnectionError:
                # The server has closed a kept connection before it read this request.
                if not is_kept or self._received:
                    raise
                self.close()
                return (yield from self._ask(request, deadline))
        except TimeoutError:
            self.close()
            raise HttpTimeoutError("no complete answer in time") from None
        except (OSError, HttpError) as error:
            self.close()
            if isinstance(error, HttpError):
                raise
            raise HttpError(error.strerror or str(error)) from None

    def _ask(self, request: bytes, deadline: float) -> Waits[HttpAnswer]:
        if self._socket is None:
            self._socket = yield from connected(self._address, deadline)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield from self._send(request, deadline)
        received = self._received
        while (end := received.find(HEAD_END)) < 0:
            if len(received) > HEAD_CAP:
                raise HttpError(f"expected headers of {HEAD_CAP} bytes at most")
            yield from self._receive(deadline)
        return (yield from self._read(bytes(received[: end + 2]), end + len(HEAD_END), deadline))

    def _send(self, request: bytes, deadline: float) -> Waits[None]:
        assert self._socket is not None  # noqa: S101  narrows the type
        while True:
            with contextlib.suppress(BlockingIOError):
                request = request[self._socket.send(request) :]
            if not request:
                return
            if not (yield Wait(self._socket.fileno(), select.POLLOUT, deadline)):
                raise TimeoutError

    def _receive(self, deadline: float) -> Waits[None]:
        assert self._socket is not None  # noqa: S101  narrows the type
        if self._received and ACKNOWLEDGE_NOW is not None:
            # Many servers write headers and body apart, and the body waits for this.
            self._socket.setsockopt(socket.IPPROTO_TCP, ACKNOWLEDGE_NOW, 1)
        if not (yield Wait(self._socket.fileno(), select.POLLIN, deadline)):
            raise TimeoutError
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionResetError("the server has closed the connection")
        self._received += data

    def _read(self, head: bytes, start: int, deadline: float) -> Waits[HttpAnswer]:
        """The answer with this head, whose body starts at `start` in the received bytes."""
        status = STATUS.match(head)
        if status is None:
            raise HttpError(f"expected an answer of HTTP/1.1, got {head[:60]!r}")
        code = int(status[2])
        if 100 <= code < 200:
            raise HttpError(f"expected an answer, got the interim status {code}")
        stays = not CLOSES.search(head) and (status[1] == b"1" or bool(KEEPS.search(head)))
        if CHUNKED.search(head):
            body, end = yield from self._read_chunks(start, deadline)
        elif length := LENGTH.search(head):
            end = start + int(length[1])
            yield from self._await(end, start, deadline)
            body = bytes(self._received[start:end])
        elif code in NO_CONTENT:
            body, end = b"", start
        else:
            body = yield from self._read_to_end(start, deadline)
            end, stays = len(self._received), False
        if not stays or len(self._received) != end:
            self.close()
        self._received.clear()
        return HttpAnswer(code, body)

    def _await(self, end: int, start: int, deadline: float) -> Waits[None]:
        if end - start > BODY_CAP:
            raise HttpError(f"expected a body of {BODY_CAP} bytes at most, got more")
        while len(self._received) < end:
            yield from self._receive(deadline)

    def _read_chunks(self, start: int, deadline: float) -> Waits[tuple[bytes, int]]:
        body, place = bytearray(), start
        while True:
            while (line := CHUNK_HEAD.match(self._received, place)) is None:
                if b"\r\n" in self._received[place:] or len(self._received) - place > HEAD_CAP:
                    raise HttpError("expected the size of a chunk")
                yield from self._receive(deadline)
            size, place = int(line[1], 16), line.end()
            yield from self._await(place + size + 2, start, deadline)
            if size == 0:
                return bytes(body), (yield from self._end_of_trailer(place, deadline))
            body += self._received[place : place + size]
            place += size + 2

    def _end_of_trailer(self, place: int, deadline: float) -> Waits[int]:
        """The end of the headers after the last chunk."""
        if self._received[place : place + 2] == b"\r\n":
            return place + 2
        while (end := self._received.find(HEAD_END, place)) < 0:
            yield from self._await(len(self._received) + 1, place, deadline)
        return end + len(HEAD_END)

    def _read_to_end(self, start: int, deadline: float) -> Waits[bytes]:
        try:
            while True:
                yield from self._await(len(self._received) + 1, start, deadline)
        except ConnectionResetError:
            return bytes(self._received[start:])
