"""Battlesnakes over HTTP: a server that the bridge starts, or one that runs elsewhere.

`http:COMMAND` starts a server, with the port in its environment, and `http://HOST:PORT` asks one
that is there. By default a snake is treated as its arena does it: what comes late, or is no move,
means that its last move is repeated.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from gridbots.bot import BotType, ProtocolBot
from gridbots.hookspecs import hookimpl
from gridbots.protocol import ASK_END, READY_LINE
from gridbots_bridges.battlesnake.http_client import (
    HttpAnswer,
    HttpClient,
    HttpError,
    HttpTimeoutError,
)
from gridbots_bridges.battlesnake.requests import DEFAULT_MOVE, RequestBodies, move_of
from gridbots_bridges.program import (
    FAREWELL_SECONDS,
    ProgramOptions,
    end_like,
    start,
    tell,
    why_no_program,
)
from gridbots_bridges.referee_input import RefereeInput

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.protocol import Request

ADDRESS: Final = re.compile(
    r"//(?P<host>\[[0-9A-Fa-f:.]+\]|[^/:\[\]@]+)(:(?P<port>[0-9]{1,5}))?(?P<path>/.*)?"
)
HERE: Final = "127.0.0.1"
HTTP_PORT: Final = 80
LOOK_SECONDS: Final = 0.05
"""How often a server that starts is looked at."""
LOOK_TIMEOUT: Final = 1.0
"""How long it may take to answer then."""
BANK_MARGIN_MS: Final = 20
"""What is left in the bank, at least, where a late snake has its last move repeated."""
MOST_SAID: Final = 20
"""Faults that are told of in one match."""
ANSWERS_KEPT: Final = 256
OK: Final = 200


class HttpOptions(ProgramOptions, frozen=True):
    port: Annotated[
        int, Meta(ge=0, le=65535, description="where the server listens; 0: a free one, as PORT")
    ] = 0
    start: Annotated[
        float, Meta(gt=0, le=600, description="s until the server answers, at most")
    ] = 60.0
    path: Annotated[str, Meta(description="what stands before /move, /start and /end")] = ""
    timeout: Annotated[
        int, Meta(ge=1, le=600_000, description="ms that the snake is told, and has, for a move")
    ] = 500
    late: Annotated[
        Literal["repeat", "forfeit"],
        Meta(description="late or invalid: the last move again, or what the referee does then"),
    ] = "repeat"


class HttpBridge(ProtocolBot):
    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._referee = RefereeInput()
        self.stays = ADDRESS.fullmatch(options.command) is not None
        self._process: subprocess.Popen[bytes] | None = None
        self._bodies: RequestBodies | None = None
        self._body = b""
        """Of the request for a move that came last."""
        self._last_move = DEFAULT_MOVE
        self._latency_ms = 0
        self._said = 0
        self._moves: dict[bytes, str | None] = {}
        """Bodies of answers that came before, and their moves."""

    def run(self) -> None:
        os.write(2, ASK_END)
        if found := ADDRESS.fullmatch(self._options.command):
            host, port = found["host"].strip("[]"), int(found["port"] or HTTP_PORT)
            self._client = HttpClient(host, port, found["path"] or self._options.path)
        else:
            self._client = self._start_server()
        self._play_match()
        while self.stays and self._referee.is_open and self._awaits_match():
            os.write(2, ASK_END)
            self._bodies, self._last_move, self._latency_ms, self._said = None, DEFAULT_MOVE, 0, 0
            self._play_match()

    def _awaits_match(self) -> bool:
        """Say that this one is over; whether another has begun."""
        os.write(1, READY_LINE)
        poll = select.poll()
        poll.register(0, select.POLLIN)
        return any(event & select.POLLIN for _, event in poll.poll())

    def _play_match(self) -> None:
        if self.stays:
            tell("http: the server runs elsewhere: of its time the wall clock alone is known")
        self._await_server()
        while self._referee.is_open:
            for request in self._referee.read()[-1:]:
                if request.is_end:
                    self._end(request)
                    return
                self._answer(request)
        if self._bodies:
            self._post_end(self._body)

    def _end(self, request: Request) -> None:
        if self._bodies:
            self._post_end(self._bodies.body(request, self._latency_ms))

    def _start_server(self) -> HttpClient:
        port = self._options.port or _free_port()
        words = shlex.split(self._options.command)
        # What it prints goes to stderr: nothing but moves must reach the referee.
        self._process = start(words, subprocess.DEVNULL, 2, {"PORT": str(port)})
        return HttpClient(HERE, port, self._options.path)

    def _await_server(self) -> None:
        """Ask for its description until it answers, or the match is over."""
        end = time.monotonic() + self._options.start
        hangup = select.poll()
        hangup.register(0, select.POLLHUP)
        while True:
            try:
                answer = self._client.get(min(end, time.monotonic() + LOOK_TIMEOUT))
            except HttpError as error:
                self._end_with_server()
                if time.monotonic() >= end:
                    # It was started, so it forfeits.
                    raise SystemExit(
                        f"expected {self._options.command} to answer GET / within "
                        f"{self._options.start:g} s (option start), got: {error}"
                    ) from None
            else:
                if answer.status != OK:
                    self._tell(f"GET /: expected status 200, got {answer.status}")
                return
            if any(event & select.POLLHUP for _, event in hangup.poll(LOOK_SECONDS * 1000)):
                return

    def _end_with_server(self) -> None:
        """End as the server has ended, if it has."""
        code = self._process.poll() if self._process else None
        if code is not None:
            tell(f"http: {self._options.command} ended with code {code}")
            end_like(code or 1)

    def _answer(self, request: Request) -> None:
        asked = time.monotonic()
        if self._bodies is None:
            self._bodies = RequestBodies(request, self._options.timeout)
            self._post_start(self._bodies.body(request, 0))
            asked = time.monotonic()
        self._body = self._bodies.body(request, self._latency_ms)
        seconds = self._limit_ms(request.bank_ms) / 1000
        try:
            answer = self._client.post("move", self._body, asked + seconds)
        except HttpError as error:
            self._latency_ms = self._options.timeout
            self._fail(request, error)
            return
        self._latency_ms = int((time.monotonic() - asked) * 1000)
        move = self._move(answer)
        if move is None:
            self._refuse(request, answer)
        else:
            self._last_move = move
            _send(move)

    def _limit_ms(self, bank_ms: int) -> int:
        if self._options.late == "forfeit":
            return bank_ms
        return min(self._options.timeout, max(bank_ms - BANK_MARGIN_MS, bank_ms // 2))

    def _move(self, answer: HttpAnswer) -> str | None:
        if answer.status != OK:
            return None
        if answer.body not in self._moves:
            if len(self._moves) == ANSWERS_KEPT:
                self._moves.clear()
            self._moves[answer.body] = move_of(answer.body)
        return self._moves[answer.body]

    def _fail(self, request: Request, error: HttpError) -> None:
        """No answer has come."""
        if self._options.late == "repeat":
            self._repeat(request, str(error))
        elif isinstance(error, HttpTimeoutError):
            self._tell(f"round {request.updates.get('round')}: {error}")
        else:
            self._end_with_server()
            raise SystemExit(f"round {request.updates.get('round')}: {error}")

    def _refuse(self, request: Request, answer: HttpAnswer) -> None:
        """An answer is no move."""
        came = f"expected a move, got status {answer.status} and {_shown(answer.body)}"
        if self._options.late == "repeat":
            self._repeat(request, came)
        else:
            _send(f"({came})")

    def _repeat(self, request: Request, why: str) -> None:
        self._tell(f"round {request.updates.get('round')}: {why}; {self._last_move} is repeated")
        _send(self._last_move)

    def _tell(self, text: str) -> None:
        self._said += 1
        if self._said <= MOST_SAID:
            more = " (no more is told)" if self._said == MOST_SAID else ""
            tell(f"http: {text}{more}")

    def _post_start(self, body: bytes) -> None:
        """Say that a match begins. What comes of it makes no difference."""
        try:
            self._client.post("start", body, time.monotonic() + self._options.timeout / 1000)
        except HttpError as error:
            self._tell(f"/start: {error}")

    def _post_end(self, body: bytes) -> None:
        """Say that the match is over, with its last board."""
        try:
            self._client.post("end", body, time.monotonic() + FAREWELL_SECONDS)
        except HttpError:
            return  # nobody is left who would want to know


def _send(move: str) -> None:
    os.write(1, f"{move}\n".encode())


def _shown(body: bytes) -> str:
    text = repr(body[:80].decode(errors="replace"))
    return f"{text}..." if len(body) > 80 else text


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def make(_: Game, options: Any) -> HttpBridge:
    return HttpBridge(options)


def refusal(game: Game, options: HttpOptions) -> str:
    if not options.command.startswith("//"):
        return why_no_program(game, options)
    found = ADDRESS.fullmatch(options.command)
    if found and int(found["port"] or HTTP_PORT) <= 65535:
        return ""
    return f"expected http://HOST:PORT/PATH, got http:{options.command}"


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a Battlesnake that is a server, as http:COMMAND or http://HOST:PORT",
        options=HttpOptions,
        make=make,
        games=("battlesnake",),
        refusal=refusal,
    )
