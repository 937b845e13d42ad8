"""Program of an arena that is reached over TCP: the bridge is its server."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from gridbots.errors import PluginError
from gridbots_bridges.program import (
    FAREWELL_SECONDS,
    ArenaProgram,
    ProgramOptions,
    end_like,
    start,
    tell,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE: Final = "127.0.0.1"
PORT_WORD: Final = "{port}"
"""Among the words of a command: the port."""
LOOK_MS: Final = 50


class ClientOptions(ProgramOptions, frozen=True):
    port: Annotated[
        int,
        Meta(ge=0, le=65535, description="where the bridge listens; 0: a free port, as {port}"),
    ] = 0
    start: Annotated[
        float, Meta(gt=0, le=600, description="s until the program has connected, at most")
    ] = 60.0


class ClientProgram(ArenaProgram):
    """A started program that has connected to the bridge. What it prints goes to stderr.

    Raises:
        PluginError: it cannot be started.
        SystemExit: it does not connect. It was started, so it forfeits.
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
        poll.register(0, 0)  # for its hang-up alone: the match is over
        while time.monotonic() < end:
            ready = dict(poll.poll(LOOK_MS))
            if listener.fileno() in ready:
                return listener.accept()[0]
            if 0 in ready:
                os._exit(0)
            if (code := self._process.poll()) is not None:
                tell(f"{self.name} ended with code {code} before it connected")
                end_like(code or 1)
        raise SystemExit(f"expected {self.name} to connect within {seconds:g} s, it did not")

    def say_farewell(self, text: bytes) -> None:
        self.send(text)
        self._connection.close()
        self.exit_code(FAREWELL_SECONDS)
