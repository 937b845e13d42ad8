"""`gridbots serve`: a bot answers as a Battlesnake."""

from __future__ import annotations

import json
import shlex
import socket
import threading
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.bots.bridges.snake_lines import GREETING, round_lines

from gridbots.bot.coroutine import wait_for
from gridbots.errors import UnknownNameError
from gridbots.protocol import Inbox
from gridbots_bridges.battlesnake import service as service_module
from gridbots_bridges.battlesnake.http_client import HttpClient
from gridbots_bridges.battlesnake.lines import MatchLines, SnakeRequest
from gridbots_bridges.battlesnake.players import players_of
from gridbots_bridges.battlesnake.requests import RequestBodies
from gridbots_bridges.battlesnake.service import SnakeService

if TYPE_CHECKING:
    from collections.abc import Iterator

PLENTY = 30.0
GOES_LEFT = "while read word rest; do [ $word = action ] && echo left; done"


def body(number: int, match: str = "one") -> bytes:
    """The body of a request in this round."""
    inbox = Inbox()
    requests = [inbox.read(line) for line in (GREETING + round_lines(number)).splitlines()]
    made = json.loads(RequestBodies(requests[-1]).body(requests[-1], 0, 500))  # type: ignore[arg-type]
    made["game"]["id"] = match
    return json.dumps(made).encode()


def decoded(text: bytes) -> SnakeRequest:
    return msgspec.json.decode(text, type=SnakeRequest)


def test_bodies_are_translated_back_to_their_lines() -> None:
    lines = MatchLines(decoded(body(5)), overhead_ms=100)
    assert lines.greeting.decode().splitlines() == [
        "settings player_names player0,player1",
        "settings your_bot player1",
        "settings timebank 400",
        "settings time_per_move 400",
        *GREETING.splitlines()[4:],
    ]
    requests = lines.request(decoded(body(5))).decode().splitlines()
    expected = round_lines(5, bank=400).splitlines()
    assert [line for line in expected if line not in requests] == []
    assert "update game field 0,0,.,!,.,.,.,+,.,1,!,.,.,.,1" in requests
    assert "update game out 0,0" in requests
    later = lines.request(decoded(body(7))).decode().splitlines()
    assert "update game out 7,0" in later
    assert "update game health 0,88" in later
    assert not [line for line in later if "snake0" in line]
    assert "update game out 7,0" in lines.request(decoded(body(8))).decode()


@contextmanager
def serving(bot: str, matches: int = 4) -> Iterator[SnakeService]:
    service = SnakeService(
        players_of(bot, "battlesnake"), b'{"apiversion":"1"}', ("127.0.0.1", 0), 100, matches
    )
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    yield service
    service.stop()
    thread.join(PLENTY)
    assert not thread.is_alive()


def posted(client: HttpClient, name: str, text: bytes) -> tuple[int, Any]:
    answer = wait_for(client.post(name, text, time.monotonic() + PLENTY))
    return answer.status, json.loads(
        answer.body
    ) if answer.status == 200 and answer.body else answer.body


def test_a_program_plays_several_matches_at_once() -> None:
    with serving(shlex.join(["sh", "-c", GOES_LEFT])) as service:
        clients = [HttpClient("127.0.0.1", service.port) for _ in range(2)]
        with closing(clients[0]), closing(clients[1]):
            assert wait_for(clients[0].get(time.monotonic() + PLENTY)).body == b'{"apiversion":"1"}'
            for client, match in zip(clients, "ab", strict=True):
                assert posted(client, "start", body(0, match)) == (200, b"")
            for number in range(3):
                for client, match in zip(clients, "ab", strict=True):
                    told_move = posted(client, "move", body(number, match))
                    assert told_move == (200, {"move": "left"})
            assert posted(clients[0], "end", body(3, "a")) == (200, b"")
            # A match without a start request begins with its first move.
            assert posted(clients[0], "move", body(9, "c")) == (200, {"move": "left"})


def test_an_invalid_request_is_refused_and_the_connection_stays() -> None:
    with serving("sh -c 'read line; exit 3'", matches=1) as service:
        with closing(HttpClient("127.0.0.1", service.port, "/snake")) as client:
            assert posted(client, "move", b"{}")[0] == 400
            assert posted(client, "move", b"[" * 100_000)[0] == 400
            assert posted(client, "moves", body(0))[0] == 404
            assert posted(client, "move", body(0)) == (500, b"the bot has ended")
        with socket.create_connection(("127.0.0.1", service.port)) as other:
            other.sendall(b"hello\r\n\r\n")
            assert other.recv(100).startswith(b"HTTP/1.1 404")
            assert other.recv(100) == b""


def test_the_number_of_matches_is_limited() -> None:
    with (
        serving(shlex.join(["sh", "-c", GOES_LEFT]), matches=1) as service,
        closing(HttpClient("127.0.0.1", service.port)) as client,
    ):
        assert posted(client, "move", body(0, "a"))[0] == 200
        assert posted(client, "move", body(0, "b")) == (503, b"too many matches at the same time")
        assert posted(client, "end", body(0, "a"))[0] == 200
        assert posted(client, "move", body(0, "b"))[0] == 200


def test_an_invalid_move_of_the_bot_is_reported() -> None:
    with (
        serving("sh -c 'echo hello; cat >&2'") as service,
        closing(HttpClient("127.0.0.1", service.port)) as client,
    ):
        status, text = posted(client, "move", body(0))
        assert (status, text) == (500, b"expected a move from the bot, got b'hello'")


SHOWS_END = """
printf 'ask end\\nwants to know\\n' >&2
while read word rest; do
    case $word in
        action) echo left ;;
        update) last=$rest ;;
        end) echo "saw the end after $last" >&2; sleep SECONDS ;;
    esac
done
echo "input ended" >&2
"""


@pytest.mark.parametrize(("seconds", "leaves"), [("0", True), ("60", False)])
def test_a_bot_that_asks_for_it_sees_the_last_board(
    seconds: str,
    *,
    leaves: bool,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_module, "LAST_BOARD_SECONDS", 0.3)
    program = SHOWS_END.replace("SECONDS", seconds)
    with (
        serving(shlex.join(["sh", "-c", program]), matches=1) as service,
        closing(HttpClient("127.0.0.1", service.port)) as client,
    ):
        assert posted(client, "move", body(0))[0] == 200
        assert posted(client, "end", body(7))[0] == 200
        end = time.monotonic() + PLENTY
        while posted(client, "move", body(0, "another"))[0] == 503:  # until it has left
            assert time.monotonic() < end
            time.sleep(0.02)
    text = capfd.readouterr().err.splitlines()
    assert text[:2] == ["wants to know", "saw the end after game snake1 2,4;1,4;1,4"]
    assert ("input ended" in text) is leaves
    assert "ask end" not in text


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="expected an installed bot or a program, got 'non"):
        players_of("nonesuch", "battlesnake")
