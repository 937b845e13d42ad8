"""Battlesnakes over HTTP: a server that the bridge starts, or one that runs elsewhere.

`http:COMMAND` starts a server with the port in its environment. `http://HOST:PORT` uses a running
server, and where possible the referee asks it without another process. By default late and invalid
answers are treated as in the arena: the snake repeats its last move.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import socket
import subprocess
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta

from gridbots import BotType
from gridbots.bot.coroutine import LINES, NOTHING, CoroutineBot, Wait
from gridbots.limits import ArenaTime
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import ASK_END, FAULT
from gridbots_bridges.battlesnake.http_client import (
    HttpAnswer,
    HttpClient,
    HttpError,
    HttpTimeoutError,
    is_known,
)
from gridbots_bridges.battlesnake.requests import DEFAULT_MOVE, RequestBodies, move_of
from gridbots_bridges.line_bridge import RefereeInput
from gridbots_bridges.program import (
    FAREWELL_SECONDS,
    ProgramOptions,
    end_like,
    start,
    why_no_program,
)

if TYPE_CHECKING:
    from gridbots.bot.coroutine import Referee, Waits
    from gridbots.game import Game
    from gridbots.protocol import Request

ADDRESS: Final = re.compile(
    r"//(?P<host>\[[0-9A-Fa-f:.]+\]|[^/:\[\]@]+)(:(?P<port>[0-9]{1,5}))?(?P<path>/.*)?"
)
HERE: Final = "127.0.0.1"
HTTP_PORT: Final = 80
POLL_SECONDS: Final = 0.05
"""Interval between requests to a starting server."""
POLL_TIMEOUT: Final = 1.0
"""Time that it has to answer each of them."""
ANSWERS_KEPT: Final = 256
LONGEST_KEPT: Final = 1024
"""Bytes of the longest answer that is kept, since different long answers could fill the memory."""
OK: Final = 200


class HttpOptions(ProgramOptions, frozen=True):
    port: Annotated[
        int,
        Meta(ge=0, le=65535, description="port of the server; 0: a free port, passed as PORT"),
    ] = 0
    start: Annotated[
        float, Meta(gt=0, le=600, description="seconds for the server to start answering")
    ] = 60.0
    path: Annotated[str, Meta(description="path in front of /move, /start and /end")] = ""
    timeout: Annotated[
        int,
        Meta(ge=1, le=600_000, description="maximum ms for a move, as sent to the snake"),
    ] = 500
    late: Annotated[
        Literal["repeat", "forfeit"],
        Meta(
            description="late or invalid answers: repeat the last move, or leave them to the "
            "referee, which forfeits"
        ),
    ] = "repeat"


class HttpBridge(CoroutineBot):
    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._moves: dict[bytes, str | None] = {}
        """Bodies of earlier answers, and their moves."""
        found = ADDRESS.fullmatch(options.command)
        self.stays = self.is_elsewhere = found is not None
        if found:
            host, port = found["host"].strip("[]"), int(found["port"] or HTTP_PORT)
            self.in_referee = is_known(host)
            self._client = HttpClient(host, port, found["path"] or options.path)

    def play(self, referee: Referee) -> Waits[None]:
        referee.tell(ASK_END)
        self._begin(referee)
        if self.is_elsewhere:
            self._log("the server runs elsewhere: only its wall-clock time is measured")
        yield from self._await_server()
        while referee.is_open:
            yield Wait(LINES)
            for request in self._input.feed(referee.read())[-1:]:
                if request.is_end:
                    yield from self._end(request)
                    return
                yield from self._answer(request)
        if self._bodies:
            yield from self._post_end(self._body)

    def _begin(self, referee: Referee) -> None:
        """Reset everything that belongs to a match."""
        self._referee = referee
        self._input = RefereeInput()
        self._bodies: RequestBodies | None = None
        self._body = b""
        """Body of the last request for a move."""
        self._limit_ms = self._options.timeout
        """Time for the current move, as sent to the snake."""
        self._last_move = DEFAULT_MOVE
        self._latency_ms = 0
        if not self.is_elsewhere:
            self._client = self._start_server()

    def close(self) -> None:
        self._client.close()

    def _end(self, request: Request) -> Waits[None]:
        if self._bodies:
            yield from self._post_end(self._bodies.body(request, self._latency_ms, self._limit_ms))

    def _start_server(self) -> HttpClient:
        port = self._options.port or _free_port()
        words = shlex.split(self._options.command)
        # Its output goes to stderr: only moves may reach the referee.
        self._process = start(words, subprocess.DEVNULL, 2, {"PORT": str(port)})
        return HttpClient(HERE, port, self._options.path)

    def _await_server(self) -> Waits[None]:
        """Request the description of the snake until the server answers or the match is over."""
        now = self._referee.time
        end = now() + self._options.start
        while True:
            try:
                answer = yield from self._client.get(min(end, now() + POLL_TIMEOUT))
            except HttpError as error:
                self._end_with_server()
                if now() >= end:
                    # It was started, so it forfeits.
                    raise SystemExit(
                        f"expected {self._options.command} to answer GET / within "
                        f"{self._options.start:g} s (option start), got: {error}"
                    ) from None
            else:
                if answer.status != OK:
                    self._report(f"GET /: expected status 200, got {answer.status}")
                return
            if (yield Wait(NOTHING, until=now() + POLL_SECONDS)):
                return

    def _end_with_server(self) -> None:
        """If the server has ended, end with its exit code."""
        code = self._process.poll() if self._process else None
        if code is not None:
            self._log(f"{self._options.command} ended with code {code}")
            end_like(code or 1)

    def _answer(self, request: Request) -> Waits[None]:
        now = self._referee.time
        asked = now()
        limit_ms = self._limit_ms = min(self._options.timeout, request.bank_ms)
        if self._bodies is None:
            self._bodies = RequestBodies(request)
            yield from self._post_start(self._bodies.body(request, 0, limit_ms))
            asked = now()
        self._body = self._bodies.body(request, self._latency_ms, limit_ms)
        try:
            answer = yield from self._client.post("move", self._body, asked + limit_ms / 1000)
        except HttpError as error:
            self._latency_ms = limit_ms
            self._fail(request, error)
            return
        self._latency_ms = int((now() - asked) * 1000)
        move = self._move(answer)
        if move is None:
            self._refuse(request, answer)
        else:
            self._last_move = move
            self._send(move)

    def _move(self, answer: HttpAnswer) -> str | None:
        if answer.status != OK:
            return None
        if len(answer.body) > LONGEST_KEPT:
            return move_of(answer.body)
        if answer.body not in self._moves:
            if len(self._moves) == ANSWERS_KEPT:
                self._moves.clear()
            self._moves[answer.body] = move_of(answer.body)
        return self._moves[answer.body]

    def _fail(self, request: Request, error: HttpError) -> None:
        """Handle a missing answer."""
        if self._options.late == "repeat":
            self._repeat(request, str(error))
        elif isinstance(error, HttpTimeoutError):
            self._report(f"round {request.updates.get('round')}: {error}")
        else:
            self._end_with_server()
            raise SystemExit(f"round {request.updates.get('round')}: {error}")

    def _refuse(self, request: Request, answer: HttpAnswer) -> None:
        """Handle an answer that is not a move."""
        came = f"expected a move, got status {answer.status} and {_shown(answer.body)}"
        if self._options.late == "repeat":
            self._repeat(request, came)
        else:
            self._send(f"({came})")

    def _repeat(self, request: Request, why: str) -> None:
        self._report(f"round {request.updates.get('round')}: {why}; {self._last_move} is repeated")
        self._send(self._last_move)

    def _report(self, text: str) -> None:
        """Report a fault of the snake."""
        self._referee.tell(FAULT + f"http: {text}\n".encode(errors="replace"))

    def _log(self, text: str) -> None:
        self._referee.tell(f"http: {text}\n".encode(errors="replace"))

    def _send(self, move: str) -> None:
        self._referee.answer(f"{move}\n".encode())

    def _post_start(self, body: bytes) -> Waits[None]:
        """Announce the match. The answer is ignored."""
        end = self._referee.time() + self._limit_ms / 1000
        try:
            yield from self._client.post("start", body, end)
        except HttpError as error:
            self._report(f"/start: {error}")

    def _post_end(self, body: bytes) -> Waits[None]:
        """Announce the end of the match, with its last board."""
        with contextlib.suppress(HttpError):  # the match is over
            yield from self._client.post("end", body, self._referee.time() + FAREWELL_SECONDS)


def _shown(body: bytes) -> str:
    text = repr(body[:80].decode(errors="replace"))
    return f"{text}..." if len(body) > 80 else text


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


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
        summary="a Battlesnake server, as http:COMMAND or http://HOST:PORT",
        options=HttpOptions,
        make=lambda game, options: HttpBridge(options),  # noqa: ARG005  one game only
        games=("battlesnake",),
        refusal=refusal,
        arena=lambda options: ArenaTime(options.timeout, options.timeout, is_told=True),
    )
