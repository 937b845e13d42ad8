"""Bridge to a program that answers each request with a line.

A mistake costs what it costs in the arena. The bridge forwards an invalid answer to the referee
unchanged, or ends if the arena ends the match of the program. It ends or closes its output when the
program does.
"""

from __future__ import annotations

import math
import os
import select
import shlex
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

from gridbots.plugins.bot import BotType, ProtocolBot
from gridbots.plugins.hookspecs import BotPlugin
from gridbots.protocol import Inbox
from gridbots_bridges.program import (
    ArenaProgram,
    ProgramOptions,
    end_like,
    log,
    report,
    why_no_program,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game
    from gridbots.limits import ArenaTime
    from gridbots.protocol import Request


CHUNK: Final = 65536


class RefereeInput:
    def __init__(self) -> None:
        self._inbox = Inbox()
        self._partial = b""
        self.is_open = True

    def read(self) -> list[Request]:
        """Wait for input and return its requests, as `feed` does."""
        data = os.read(0, CHUNK)
        self.is_open = bool(data)
        return self.feed(data)

    def feed(self, data: bytes) -> list[Request]:
        """The requests that are complete now; only the last one counts."""
        lines, end, self._partial = (self._partial + data).rpartition(b"\n")
        return self._inbox.read_lines((lines + end).decode(errors="replace"))


LINE_CAP: Final = 1 << 16
"""Bytes of an unfinished line that are forwarded as they are: the referee has its own limit."""


LINE_SHOWN: Final = 80
"""Bytes of a wrong answer in a message."""
NO_ANSWER: Final = b""
"""Result for a line that is not an answer and not a mistake."""


class Codec(Protocol):
    """Messages of another arena, without input or output."""

    farewell: bytes
    """The message that ends the match."""
    is_strict: bool
    """Whether a program that answers wrongly has lost."""
    late_move: bytes
    """The move of a program that does not answer in time; empty if it has lost."""

    def request(self, request: Request) -> bytes:
        """The message that asks for a move."""

    def move(self, line: bytes) -> bytes | None:
        """The referee's word for an answer; None for an invalid answer; or NO_ANSWER."""


def arena_bot(
    name: str, codec: Callable[[], Codec], summary: str, arena: ArenaTime, *games: str
) -> BotPlugin:
    """The plugin of an arena whose bots are programs that read stdin and write stdout."""

    def make(_: Game, options: Any) -> LineBridge:
        return LineBridge(name, codec(), options.command)

    return BotPlugin(
        BotType(
            summary=summary,
            options=ProgramOptions,
            make=make,
            games=games,
            refusal=why_no_program,
            arena=lambda _: arena,
        )
    )


class LineBridge(ProtocolBot):
    def __init__(self, name: str, codec: Codec, command: str) -> None:
        self._name = name
        self._codec = codec
        self._command = shlex.split(command)
        self._referee = RefereeInput()
        self._answer = b""
        """The beginning of an unfinished line of the program."""
        self._is_asked = False
        self._has_answered = True
        """Whether a line has arrived since the last request."""
        self._stale = 0
        """Outstanding answers to requests that the referee no longer waits for."""
        self._bank_ms = 0
        """Time bank in the last request."""
        self._deadline = 0.0
        """When the bank is used up, by the monotonic clock."""

    def start(self) -> ArenaProgram:
        return ArenaProgram(self._command)

    def run(self) -> None:
        self._program = self.start()
        poll = select.poll()
        poll.register(0, select.POLLIN)
        poll.register(self._program.stdout, select.POLLIN)
        while self._referee.is_open:
            ready = poll.poll(self._patience_ms())
            if not ready:
                self._move_late()
            for number, _ in ready:
                if number == 0:
                    self._read_referee()
                elif data := os.read(number, CHUNK):
                    self._read_program(data)
                else:
                    poll.unregister(number)
                    self._end_output()
        self._program.say_farewell(self._codec.farewell)

    def _patience_ms(self) -> int | None:
        """Time until the program is late; None if that is left to the referee."""
        if not (self._is_asked and self._codec.late_move):
            return None
        return max(math.ceil(1000 * (self._deadline - time.monotonic())), 0)

    def _move_late(self) -> None:
        move = self._codec.late_move
        report(f"{self._name}: no move within {self._bank_ms} ms; the match continues")
        os.write(1, move + b"\n")
        self._is_asked = False

    def _read_referee(self) -> None:
        for request in self._referee.read():
            self._ask(request)

    def _ask(self, request: Request) -> None:
        # A program that need not answer has no outstanding answers.
        self._stale += not (self._has_answered or self._codec.late_move)
        self._is_asked, self._has_answered = True, False
        self._bank_ms = request.bank_ms
        self._program.send(self._codec.request(request))
        self._deadline = time.monotonic() + request.bank_ms / 1000

    def _read_program(self, data: bytes) -> None:
        *lines, self._answer = (self._answer + data).split(b"\n")
        for line in lines:
            self._forward(line)
        if len(self._answer) > LINE_CAP:
            os.write(1, self._answer)
            self._answer = b""

    def _forward(self, line: bytes) -> None:
        move = self._codec.move(line)
        if move == NO_ANSWER:
            return
        if self._stale:
            self._stale -= 1
            return
        self._has_answered = True
        if not self._is_asked:
            return
        if move is None and self._codec.is_strict:
            raise SystemExit(
                f"{self._name}: the arena ends the match of a program that answers wrongly, got "
                f"{line[:LINE_SHOWN].decode(errors='backslashreplace')!r}"
            )
        self._is_asked = move is None
        os.write(1, (line if move is None else move) + b"\n")

    def _end_output(self) -> None:
        """End as the program has ended, or close the output if it still runs."""
        code = self._program.exit_code()
        if code is None:
            os.close(1)
            return
        how = f"exited with code {code}" if code >= 0 else f"was killed by signal {-code}"
        log(f"{self._name}: {self._program.name} {how}")
        end_like(code)
