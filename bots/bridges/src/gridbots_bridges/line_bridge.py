"""Bridge to a program that is sent text and answers each request with a line.

It never judges: what is no move goes to the referee as it came, and a program that ends, closes its
output or falls silent does so in the referee's sight. So every mistake has the verdict that the
program would have had as a bot of ours.
"""

from __future__ import annotations

import os
import select
import shlex
from typing import TYPE_CHECKING, Final, Protocol

from gridbots.plugins.bot import ProtocolBot
from gridbots_bridges.program import ArenaProgram, end_like, tell
from gridbots_bridges.referee_input import CHUNK, RefereeInput

if TYPE_CHECKING:
    from gridbots.protocol import Request

LINE_CAP: Final = 1 << 16
"""Bytes of a line after which what came of it is passed on: the referee has a cap of its own."""


NO_ANSWER: Final = b""
"""Of a line that answers nothing, and is no mistake."""


class Codec(Protocol):
    """Text of another arena, as pure functions of what came before."""

    farewell: bytes
    """What the program is sent when the match is over."""

    def request(self, request: Request) -> bytes:
        """What the program is sent when a move is asked for."""

    def move(self, line: bytes) -> bytes | None:
        """The referee's word for an answer; None if it is no move; or NO_ANSWER."""


class LineBridge(ProtocolBot):
    def __init__(self, name: str, codec: Codec, command: str) -> None:
        self._name = name
        self._codec = codec
        self._command = shlex.split(command)
        self._referee = RefereeInput()
        self._answer = b""
        """What has come from the program of a line that has not ended."""
        self._is_asked = False
        self._has_answered = True
        """Whether any line has come since the last request."""
        self._owed = 0
        """Answers to requests that the referee no longer waits for."""

    def start(self) -> ArenaProgram:
        return ArenaProgram(self._command)

    def run(self) -> None:
        self._program = self.start()
        poll = select.poll()
        poll.register(0, select.POLLIN)
        poll.register(self._program.stdout, select.POLLIN)
        while self._referee.is_open:
            for number, _ in poll.poll():
                if number == 0:
                    self._hear_referee()
                elif data := os.read(number, CHUNK):
                    self._hear_program(data)
                else:
                    poll.unregister(number)
                    self._end_output()
        self._program.say_farewell(self._codec.farewell)

    def _hear_referee(self) -> None:
        for request in self._referee.read():
            self._ask(request)

    def _ask(self, request: Request) -> None:
        self._owed += not self._has_answered
        self._is_asked, self._has_answered = True, False
        self._program.send(self._codec.request(request))

    def _hear_program(self, data: bytes) -> None:
        *lines, self._answer = (self._answer + data).split(b"\n")
        for line in lines:
            self._pass_on(line)
        if len(self._answer) > LINE_CAP:
            os.write(1, self._answer)
            self._answer = b""

    def _pass_on(self, line: bytes) -> None:
        move = self._codec.move(line)
        if move == NO_ANSWER:
            return
        if self._owed:
            self._owed -= 1
            return
        self._has_answered = True
        if not self._is_asked:
            return
        self._is_asked = move is None
        os.write(1, (line if move is None else move) + b"\n")

    def _end_output(self) -> None:
        """The program's output has ended: end likewise."""
        code = self._program.exit_code()
        if code is None:
            os.close(1)
            return
        how = f"exited with code {code}" if code >= 0 else f"was killed by signal {-code}"
        tell(f"{self._name}: {self._program.name} {how}")
        end_like(code)
