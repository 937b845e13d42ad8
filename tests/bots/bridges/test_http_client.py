"""HTTP client of the bridges: behaviour of servers, and a fixed deadline."""

from __future__ import annotations

import itertools
import time
from contextlib import ExitStack, closing

import pytest
from tests.bots.bridges.scripted_server import Script, ScriptedServer, answer

from gridbots.bot.coroutine import wait_for
from gridbots_bridges.battlesnake.http_client import BODY_CAP, HttpAnswer, HttpClient, HttpError

UP = b'{"move":"up"}'
PLENTY = 30.0
CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def post(client: HttpClient, seconds: float = PLENTY) -> HttpAnswer:
    return wait_for(client.post("move", b"{}", time.monotonic() + seconds))


def test_a_connection_is_kept() -> None:
    with (
        ExitStack() as stack,
        ScriptedServer([answer(UP)], [answer(b"{}")], [answer(UP)]) as server,
    ):
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port, "/snake/")))
        assert post(client) == HttpAnswer(200, UP)
        assert wait_for(client.get(time.monotonic() + PLENTY)).body == b"{}"
        assert post(client) == HttpAnswer(200, UP)
    assert server.connections == 1
    assert [heard.split(b" HTTP")[0] for heard in server.heard] == [
        b"POST /snake/move",
        b"GET /snake",
        b"POST /snake/move",
    ]
    host = f"Host: 127.0.0.1:{server.port}".encode()
    assert all(host in heard for heard in server.heard)
    assert server.heard[0].endswith(b"Content-Length: 2\r\n\r\n{}")


WELL: dict[str, tuple[Script, bytes]] = {
    "in pieces": ([answer(UP)[:9], 0.01, answer(UP)[9:]], UP),
    "chunked": ([CHUNKS + b'8\r\n{"move":\r\n5;x=y\r\n"up"}\r\n0\r\n\r\n'], UP),
    "chunked, in pieces": ([CHUNKS + b"d\r", 0.01, b"\n" + UP + b"\r\n0\r\nA: b\r\n\r\n"], UP),
    "to the end": ([b"HTTP/1.0 200 OK\r\n\r\n" + UP, None], UP),
    "lower case": ([b"HTTP/1.1 200\r\ncontent-length:2\r\n\r\n{}"], b"{}"),
    "nothing": ([b"HTTP/1.1 204 No Content\r\n\r\n"], b""),
}


@pytest.mark.parametrize("name", WELL)
def test_an_answer_may_arrive_in_many_forms(name: str) -> None:
    script, body = WELL[name]
    with ExitStack() as stack, ScriptedServer(script, script) as server:
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port)))
        assert [post(client).body, post(client).body] == [body, body]


@pytest.mark.parametrize(
    "script",
    [[answer(UP), None], [answer(UP, more="Connection: close\r\n"), None]],
    ids=["without a word", "said"],
)
def test_a_connection_lost_between_requests_is_made_again(script: Script) -> None:
    with ExitStack() as stack, ScriptedServer(script, script, script) as server:
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port)))
        for _ in range(3):
            assert post(client).body == UP
            time.sleep(0.01)  # so that the end has come before the next request
    assert server.connections == 3


def test_a_redirect_is_not_followed() -> None:
    with (
        ExitStack() as stack,
        ScriptedServer([answer(b"", "307 Elsewhere", "Location: /other\r\n")]) as server,
    ):
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port)))
        assert post(client).status == 307
    assert len(server.heard) == 1


ILL: dict[str, tuple[Script, str]] = {
    "no HTTP": ([b"hello\r\n\r\n"], "expected an answer of HTTP/1.1, got b'hello"),
    "closes": ([None], "the server has closed the connection"),
    "half an answer": ([answer(UP)[:-3], None], "the server has closed the connection"),
    "long headers": ([b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 9000], "expected headers of 16384"),
    "a long body": ([answer(bytes(BODY_CAP + 1))], f"expected a body of {BODY_CAP} bytes"),
    "a body said to be long": (
        [b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n"],
        f"expected a body of {BODY_CAP} bytes at most",
    ),
    "an endless body": (
        [b"HTTP/1.1 200 OK\r\n\r\n" + bytes(BODY_CAP + 1)],
        f"expected a body of {BODY_CAP} bytes at most",
    ),
    "a long chunk": ([CHUNKS + b"ffffffff\r\n"], f"expected a body of {BODY_CAP} bytes at most"),
    "no chunk": ([CHUNKS + b"up\r\n"], "expected the size of a chunk"),
    "endless trailer": ([CHUNKS + b"0\r\n" + b"a: b\r\n" * 90_000], "expected a body of"),
}


@pytest.mark.parametrize("name", ILL)
def test_an_invalid_answer_is_reported_and_the_next_request_works(name: str) -> None:
    script, message = ILL[name]
    with ExitStack() as stack, ScriptedServer(script, [answer(UP)]) as server:
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port)))
        with pytest.raises(HttpError, match=message):
            post(client)
        assert post(client).body == UP


DRIBBLE = [*itertools.chain.from_iterable(zip(answer(UP), itertools.repeat(0.05), strict=False))]


@pytest.mark.parametrize(
    "script",
    [[60.0], [bytes([step]) if isinstance(step, int) else step for step in DRIBBLE]],
    ids=["silence", "dribble"],
)
def test_a_late_answer_is_dropped_at_the_deadline(script: Script) -> None:
    with ExitStack() as stack, ScriptedServer(script) as server:
        client = stack.enter_context(closing(HttpClient("127.0.0.1", server.port)))
        with pytest.raises(HttpError, match="no complete answer in time"):
            post(client, seconds=0.2)


def test_a_refused_connection_is_reported() -> None:
    with ScriptedServer() as server:
        port = server.port
    with pytest.raises(HttpError, match="Connection refused"):
        post(HttpClient("127.0.0.1", port))
