"""Battlesnakes over HTTP: a server that the bridge starts, or one that runs elsewhere.

`http:COMMAND` starts a server, with the port in its environment, and `http://HOST:PORT` asks one
that is there, within the referee where that can be. By default a snake is treated as its arena does
it: what comes late, or is no move, means that its last move is repeated.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import socket
import subprocess
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from gridbots import BotType
from gridbots.bot.coroutine import LINES, NOTHING, CoroutineBot, Wait
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import ASK_END
from gridbots_bridges.battlesnake.connection import is_known
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
    why_no_program,
)
from gridbots_bridges.referee_input import RefereeInput

if TYPE_CHECKING:
    from gridbots.bot.coroutine import Referee, Waits
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
LONGEST_KEPT: Final = 1024
"""Bytes of an answer. A server may send longer ones, all different, and more than memory holds."""
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


class HttpBridge(CoroutineBot):
    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._moves: dict[bytes, str | None] = {}
        """Bodies of answers that came before, and their moves."""
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
            self._say("the server runs elsewhere: of its time the wall clock alone is known")
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
        """Begin a match, of which nothing is known yet."""
        self._referee = referee
        self._input = RefereeInput()
        self._bodies: RequestBodies | None = None
        self._body = b""
        """Of the request for a move that came last."""
        self._last_move = DEFAULT_MOVE
        self._latency_ms = 0
        self._said = 0
        if not self.is_elsewhere:
            self._client = self._start_server()

    def close(self) -> None:
        self._client.close()

    def _end(self, request: Request) -> Waits[None]:
        if self._bodies:
            yield from self._post_end(self._bodies.body(request, self._latency_ms))

    def _start_server(self) -> HttpClient:
        port = self._options.port or _free_port()
        words = shlex.split(self._options.command)
        # What it prints goes to stderr: nothing but moves must reach the referee.
        self._process = start(words, subprocess.DEVNULL, 2, {"PORT": str(port)})
        return HttpClient(HERE, port, self._options.path)

    def _await_server(self) -> Waits[None]:
        """Ask for its description until it answers, or the match is over."""
        now = self._referee.time
        end = now() + self._options.start
        while True:
            try:
                answer = yield from self._client.get(min(end, now() + LOOK_TIMEOUT))
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
                    self._tell(f"GET /: expected status 200, got {answer.status}")
                return
            if (yield Wait(NOTHING, until=now() + LOOK_SECONDS)):
                return

    def _end_with_server(self) -> None:
        """End as the server has ended, if it has."""
        code = self._process.poll() if self._process else None
        if code is not None:
            self._say(f"{self._options.command} ended with code {code}")
            end_like(code or 1)

    def _answer(self, request: Request) -> Waits[None]:
        now = self._referee.time
        asked = now()
        if self._bodies is None:
            self._bodies = RequestBodies(request, self._options.timeout)
            yield from self._post_start(self._bodies.body(request, 0))
            asked = now()
        self._body = self._bodies.body(request, self._latency_ms)
        seconds = self._limit_ms(request.bank_ms) / 1000
        try:
            answer = yield from self._client.post("move", self._body, asked + seconds)
        except HttpError as error:
            self._latency_ms = self._options.timeout
            self._fail(request, error)
            return
        self._latency_ms = int((now() - asked) * 1000)
        move = self._move(answer)
        if move is None:
            self._refuse(request, answer)
        else:
            self._last_move = move
            self._send(move)

    def _limit_ms(self, bank_ms: int) -> int:
        if self._options.late == "forfeit":
            return bank_ms
        return min(self._options.timeout, max(bank_ms - BANK_MARGIN_MS, bank_ms // 2))

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
            self._send(f"({came})")

    def _repeat(self, request: Request, why: str) -> None:
        self._tell(f"round {request.updates.get('round')}: {why}; {self._last_move} is repeated")
        self._send(self._last_move)

    def _tell(self, text: str) -> None:
        self._said += 1
        if self._said <= MOST_SAID:
            more = " (no more is told)" if self._said == MOST_SAID else ""
            self._say(f"{text}{more}")

    def _say(self, text: str) -> None:
        self._referee.tell(f"http: {text}\n".encode(errors="replace"))

    def _send(self, move: str) -> None:
        self._referee.answer(f"{move}\n".encode())

    def _post_start(self, body: bytes) -> Waits[None]:
        """Say that a match begins. What comes of it makes no difference."""
        end = self._referee.time() + self._options.timeout / 1000
        try:
            yield from self._client.post("start", body, end)
        except HttpError as error:
            self._tell(f"/start: {error}")

    def _post_end(self, body: bytes) -> Waits[None]:
        """Say that the match is over, with its last board."""
        with contextlib.suppress(HttpError):  # nobody is left who would want to know
            yield from self._client.post("end", body, self._referee.time() + FAREWELL_SECONDS)


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
