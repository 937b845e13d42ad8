"""Battlesnakes over HTTP: requests, and the handling of their answers."""

from __future__ import annotations

import json
import shlex
import sys
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.bots.bridges.bridged import Bridged
from tests.bots.bridges.scripted_server import Script, ScriptedServer, answer
from tests.bots.bridges.snake_lines import GREETING, board, round_lines
from tests.play.matches import command, play_match

from gridbots.errors import SettingsError
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.record import Clock
from gridbots.record.verification import verify
from gridbots.settings import make_settings
from gridbots_bridges.battlesnake.http_bridge import HttpBridge, HttpOptions, refusal
from gridbots_bridges.battlesnake.requests import move_of
from gridbots_referee.play.launch import find_bots

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INFO = [answer(b'{"apiversion":"1"}')]
STARTED = [answer(b"")]
UP = [answer(b'{"move":"up"}')]
LEFT = [answer(b'{"move":"left","shout":"there"}')]


@contextmanager
def served(command: str, **options: str) -> Iterator[Bridged]:
    """The bridge to a server, in a separate process."""
    chosen = make_settings(HttpOptions, {"command": command, **options})
    with Bridged(HttpBridge(chosen)) as bridge:
        yield bridge


@contextmanager
def asked(*scripts: Script, **options: str) -> Iterator[tuple[Bridged, ScriptedServer]]:
    """A bridge and its server, which has answered GET / and /start already."""
    with (
        ScriptedServer(INFO, STARTED, *scripts) as server,
        served(f"//127.0.0.1:{server.port}/s/", **options) as bridge,
    ):
        bridge.tell(GREETING)
        yield bridge, server


def body_of(request: bytes) -> Any:
    return json.loads(request.partition(b"\r\n\r\n")[2])


SNAKE = {
    "id": "gs_player1",
    "name": "player1",
    "latency": "0",
    "health": 88,
    "body": [{"x": 4, "y": 0}, {"x": 4, "y": 1}, {"x": 4, "y": 1}],
    "head": {"x": 4, "y": 0},
    "length": 3,
    "shout": "",
    "squad": "",
    "customizations": {"color": "#888888", "head": "default", "tail": "default"},
}
OTHER = SNAKE | {
    "id": "gs_player0",
    "name": "player0",
    "health": 97,
    "body": [{"x": 0, "y": 2}, {"x": 1, "y": 2}],
    "head": {"x": 0, "y": 2},
    "length": 2,
}
BOARD = {
    "height": 3,
    "width": 5,
    "snakes": [OTHER, SNAKE],
    "food": [{"x": 2, "y": 1}],
    "hazards": [{"x": 3, "y": 2}, {"x": 0, "y": 0}, {"x": 0, "y": 0}],
}
RULES = {
    "foodSpawnChance": 20,
    "minimumFood": 2,
    "hazardDamagePerTurn": 14,
    "hazardMap": "",
    "hazardMapAuthor": "",
    "royale": {"shrinkEveryNTurns": 30},
    "squad": {
        "allowBodyCollisions": False,
        "sharedElimination": False,
        "sharedHealth": False,
        "sharedLength": False,
    },
}
GAME = {
    "ruleset": {"name": "royale", "version": "gridbots", "settings": RULES},
    "map": "standard",
    "timeout": 30000,
    "source": "custom",
}


def test_a_snake_receives_the_requests_of_its_arena() -> None:
    with asked(UP, LEFT, UP, timeout="30000") as (bridge, server):
        bridge.tell(round_lines(5, bank=40_000))
        assert bridge.answer() == "up"
        bridge.tell(round_lines(6))
        assert bridge.answer() == "left"
        bridge.close_input()
        assert bridge.exit_code() == 0
    heads = [heard.split(b" HTTP")[0].decode() for heard in server.heard]
    assert heads == ["GET /s", "POST /s/start", "POST /s/move", "POST /s/move", "POST /s/end"]
    assert server.connections == 1
    bodies = [body_of(heard) for heard in server.heard[1:]]
    game = bodies[0]["game"]
    number = game.pop("id")
    assert game == GAME
    assert bodies[0] == {"game": GAME, "turn": 5, "board": BOARD, "you": SNAKE}
    assert bodies[1] == bodies[0] | {"game": {"id": number} | GAME}
    assert bodies[2]["game"] == {"id": number} | GAME | {"timeout": 10_000}, "what its bank has"
    assert bodies[2]["turn"] == 6
    assert [each["name"] for each in bodies[2]["board"]["snakes"]] == ["player1"]
    assert bodies[2]["board"]["snakes"][0] == bodies[2]["you"]
    assert bodies[3] == bodies[2]


def test_a_snake_receives_the_last_board_and_its_last_body() -> None:
    last = board(7).replace("update game snake1 2,4;1,4;1,4\n", "") + "end\n"
    with asked(UP, STARTED, timeout="30000") as (bridge, server):
        bridge.tell(round_lines(6))
        assert bridge.answer() == "up"
        bridge.tell(last)
        bridge.close_input()
        assert bridge.exit_code() == 0
    *_, moved, ended = server.heard
    assert len(server.heard) == 4
    assert ended.startswith(b"POST /s/end HTTP/1.1\r\n")
    assert body_of(ended)["turn"] == 7
    assert body_of(ended)["board"]["snakes"] == []
    assert body_of(ended)["you"] == body_of(moved)["you"]


BAD: dict[str, tuple[Script, str]] = {
    "an error": ([answer(b"oops", "500 Internal Server Error")], "got status 500 and 'oops'"),
    "a redirect": ([answer(b"", "308 There", "Location: /x\r\n")], "got status 308 and ''"),
    "no JSON": ([answer(b"up")], "got status 200 and 'up'"),
    "no move": ([answer(b'{"move":"north"}')], 'got status 200 and \'{"move":"north"}\''),
    "no object": ([answer(b'["up"]')], "got status 200 and '[\"up\"]'"),
    "deep": ([answer(b"[" * 100_000)], "got status 200 and '[["),
    "hangs up": ([None], "the server has closed the connection"),
    "huge": ([answer(bytes(1 << 19))], "expected a body of 262144 bytes at most"),
    "late": ([30.0], "no complete answer in time"),
}


@pytest.mark.parametrize("name", BAD)
def test_late_and_invalid_answers_repeat_the_last_move(name: str) -> None:
    script, said = BAD[name]
    timeout = "200" if name == "late" else "20000"
    # A kept connection that is lost is tried once more.
    failures = [script, script] if name == "hangs up" else [script]
    scripts = [LEFT, *failures] if name == "late" else [LEFT, *failures, UP]
    with asked(*scripts, timeout=timeout) as (bridge, _):
        bridge.tell(round_lines(0))
        assert bridge.answer() == "left"
        bridge.tell(round_lines(1))
        assert bridge.answer() == "left"
        assert said in bridge.said()
        assert "round 1: " in bridge.said()
        assert "; left is repeated\n" in bridge.said()
        if name != "late":
            bridge.tell(round_lines(2))
            assert bridge.answer() == "up"


def test_before_the_first_move_up_is_repeated() -> None:
    with asked([answer(b"")]) as (bridge, _):
        bridge.tell(round_lines(0))
        assert bridge.answer() == "up"


def test_on_request_invalid_answers_are_left_to_the_referee() -> None:
    with asked([answer(b"{}")], UP, [None], late="forfeit") as (bridge, _):
        bridge.tell(round_lines(0))
        assert bridge.answer() == "(expected a move, got status 200 and '{}')"
        bridge.tell(round_lines(1))
        assert bridge.answer() == "up"
        bridge.tell(round_lines(2))
        assert bridge.answer() is None
        assert bridge.exit_code() != 0
        assert "round 2: the server has closed the connection" in bridge.said()


def test_an_answer_is_sent_before_the_bank_is_empty() -> None:
    with asked([30.0], timeout="60000") as (bridge, _):
        bridge.tell(round_lines(0, bank=300))
        assert bridge.answer() == "up"


GOES_UP = "while read -r word rest; do [ $word = action ] && echo up; done"
SERVER = """
import os, socket, sys
print("starting", flush=True)
listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])))
connection, _ = listener.accept()
while connection.recv(65536):
    connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 16\\r\\n\\r\\n" + b'{"move":"right"}')
"""


def test_a_server_is_started_and_its_output_is_not_an_answer(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(textwrap.dedent(SERVER))
    with served(shlex.join([sys.executable, "-S", "-E", str(program)])) as bridge:
        bridge.tell(GREETING + round_lines(0))
        assert bridge.answer() == "right"
        assert bridge.said() == "starting\n"


@pytest.mark.parametrize(
    ("of_match", "of_bot", "how"),
    [(20_000, 0, "rules"), (100, 20_000, "rules"), (100, 0, "forfeit")],
)
def test_a_slow_start_costs_nothing_within_the_start_allowance(
    of_match: int, of_bot: int, how: str, tmp_path: Path
) -> None:
    program = tmp_path / "server.py"
    program.write_text(f"import time\ntime.sleep(0.8)\n{textwrap.dedent(SERVER)}")
    server = f"http:{shlex.join([sys.executable, '-S', '-E', str(program)])}"
    game = load_game("battlesnake")
    [slow] = find_bots([server], game.name, installed_bots())
    assert slow.start_allowance_ms == 30_000
    record = play_match(
        replace(slow, clock=Clock(300, 300), start_allowance_ms=of_bot),
        command("sh", "-c", GOES_UP),
        game=game,
        start_allowance_ms=of_match,
    )
    assert record.result.how == how
    assert record.match.players[0].start_allowance_ms == of_bot
    assert verify(game, record) == []
    if how == "forfeit":
        assert "100 ms of them to start up; --start-allowance" in record.result.players[0].detail


def test_a_server_that_ends_at_once_ends_its_bridge() -> None:
    with served("sh -c 'echo no luck; exit 3'") as bridge:
        bridge.tell(GREETING + round_lines(0))
        assert bridge.answer() is None
        assert bridge.exit_code() == 3
        assert bridge.said() == "no luck\nhttp: sh -c 'echo no luck; exit 3' ended with code 3\n"


def test_the_bridge_gives_up_on_a_server_that_never_answers() -> None:
    with served("sleep 60", start="0.1") as bridge:
        assert bridge.answer() is None
        expected = "expected sleep 60 to answer GET / within 0.1 s (option start), got: "
        assert expected in bridge.said()


@pytest.mark.parametrize(
    ("body", "move"),
    [
        (b'{"move":"down"}', "down"),
        (b' {"MOVE":"Left","shout":null,"x":[1]} ', "left"),
        (b'{"shout":"up"}', None),
        (b'{"move":1}', None),
        (b'{"move":"up"} {}', None),
        (b"\xff", None),
    ],
)
def test_a_move_is_read_from_an_object(body: bytes, move: str | None) -> None:
    assert move_of(body) == move


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("//localhost:8000", ""),
        ("//[::1]:8000/snake", ""),
        ("//host:99999", "expected http://HOST:PORT/PATH, got http://host:99999"),
        ("//", "expected http://HOST:PORT/PATH, got http://"),
        ("./none", "expected a program, got './none', which was not found"),
    ],
)
def test_an_invalid_command_is_refused(command: str, why: str) -> None:
    assert refusal(load_game("light-riders"), HttpOptions(command=command)) == why


def test_its_options_are_checked() -> None:
    assert load_bot("http").options is HttpOptions
    with pytest.raises(SettingsError, match="late: expected forfeit or repeat, got 'never'"):
        make_settings(HttpOptions, {"command": "x", "late": "never"})


def test_a_bridge_to_a_running_server_plays_several_matches() -> None:
    with asked(UP, STARTED, INFO, STARTED, LEFT, STARTED) as (bridge, server):
        bridge.tell(round_lines(0))
        assert bridge.answer() == "up"
        bridge.tell(board(1) + "end\n")
        assert bridge.answer() == "ready"
        bridge.tell(GREETING + round_lines(0))
        assert bridge.answer() == "left"
        bridge.tell(board(1) + "end\n")
        assert bridge.answer() == "ready"
        bridge.close_input()
        assert bridge.exit_code() == 0
    starts = [body_of(each)["game"]["id"] for each in server.heard if b"/start " in each[:20]]
    assert len(set(starts)) == 2
    assert len(server.heard) == 8
    assert server.connections == 1
