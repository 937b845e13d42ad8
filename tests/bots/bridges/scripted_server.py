"""Server that answers every request with bytes of a script."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterable
from typing import Self

Script = Iterable[bytes | float | None]
"""Bytes to send, seconds to wait, or None: close the connection."""


def answer(body: bytes, status: str = "200 OK", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


class ScriptedServer:
    """Each item of the scripts answers one request, over all connections."""

    def __init__(self, *scripts: Script) -> None:
        self._scripts = iter(scripts)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.heard: list[bytes] = []
        """Complete requests."""
        self.connections = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self.connections += 1
                with connection, contextlib.suppress(ConnectionError):
                    self._talk(connection)

    def _talk(self, connection: socket.socket) -> None:
        while request := _read_request(connection):
            self.heard.append(request)
            for step in next(self._scripts, (None,)):
                if step is None:
                    return
                if isinstance(step, bytes):
                    connection.sendall(step)
                else:
                    self._is_over.wait(step)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def _read_request(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        data = connection.recv(65536)
        if not data:
            return b""
        received += data
    head, _, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body
