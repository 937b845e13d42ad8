"""Misbehaving programs behind bridges, in whole matches at each level of isolation."""

from __future__ import annotations

import shlex
import sys

import pytest
from msgspec.structs import replace
from tests.play.fault_matrix import LEVELS
from tests.play.matches import command, own_children, play_match

from gridbots.limits import BRIDGE_MARGIN_MS, Isolation
from gridbots.plugins import installed_bots, load_game
from gridbots.record import Clock
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.launch import find_bot

PATIENT = Clock(30_000, 10_000)
HURRIED = Clock(800, 200)
GOES_UP = command("sh", "-c", "while read -r word rest; do [ $word = action ] && echo up; done")
LEVELS_HERE = [level for level in LEVELS if level != "sandbox" or not why_no_sandbox()]

SERVER = """
import os, socket, time
listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])))
moves = 0
while True:
    connection, _ = listener.accept()
    while request := connection.recv(65536):
        moves += b"/move " in request[:20]
        body = b'{"move":"up"}'
        if moves == 2:
            MISDEED
        head = b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body)
        connection.sendall(head + body)
"""
"""A Battlesnake that goes up and misbehaves at its second move."""
GARBAGE = """
import sys
answer = 1
for line in sys.stdin:
    if line[0].isdigit():
        print(answer, flush=True)
        answer = 9
"""
GPN = """
import os, socket
server = socket.create_connection(("127.0.0.1", int(os.environ["PORT"]))).makefile("rw")
answer = "move|up"
for line in server:
    if line == "tick\\n":
        print(answer, file=server, flush=True)
        answer = MISDEED
"""
"""A GPN client that goes up and misbehaves from its second move on."""
GPN_GARBAGE = GPN.replace("MISDEED", "'fly|up'")
GPN_SILENT = GPN.replace("MISDEED", "'chat|hm'")
DEEP = """
import sys
answer = '{"command": "up"}'
for line in sys.stdin:
    if '"tick"' in line:
        print(answer, flush=True)
        answer = "[" * 9000
"""


def shell(text: str) -> str:
    return shlex.join(["sh", "-c", text])


def python(text: str) -> str:
    return shlex.join([sys.executable, "-S", "-E", "-c", text])


def server(misdeed: str) -> str:
    return python(SERVER.replace("MISDEED", misdeed))


VILLAINS = {
    "gaic, ends": ("light-riders", f"gaic:{shell('exit 3')}", "exited"),
    "gaic, falls silent": ("light-riders", f"gaic:{shell('echo 1; cat > /dev/null')}", "late"),
    "gaic, ends no line": ("light-riders", "gaic:cat /dev/zero", "output"),
    "gaic, garbage": ("light-riders", f"gaic:{python(GARBAGE)}", "exited"),
    "gpn, garbage": ("light-riders", f"gpn:{python(GPN_GARBAGE)}", "malformed"),
    "gpn, silent": ("light-riders", f"gpn:{python(GPN_SILENT)}", "fault"),
    "gpn, ends": ("light-riders", f"gpn:{shell('exit 3')}", "exited"),
    "gpn, never connects": ("light-riders", f"gpn:start=0.2 {shell('sleep 60')}", "exited"),
    "aicup, deep": ("paperio", f"aicup:{python(DEEP)}", "malformed"),
    "http, ends": ("battlesnake", f"http:late=forfeit {server('os._exit(3)')}", "exited"),
    "http, silent": ("battlesnake", f"http:late=forfeit {server('time.sleep(60)')}", "late"),
    "http, garbage": ("battlesnake", f"http:late=forfeit {server('body = request')}", "malformed"),
    "http, forgiven": ("battlesnake", f"http:timeout=200 {server('time.sleep(60)')}", "fault"),
}
"""The game, the bot, and the expected result: a termination, a warning, or nothing."""


@pytest.mark.slow  # programs are started, at each level
@pytest.mark.parametrize("level", LEVELS_HERE)
@pytest.mark.parametrize("name", VILLAINS)
def test_a_misbehaving_bot_behind_a_bridge_gets_its_usual_verdict(name: str, level: str) -> None:
    game_name, text, verdict = VILLAINS[name]
    villain = find_bot(text, game_name, installed_bots())
    before = own_children()
    record = play_match(
        replace(
            villain,
            clock=HURRIED if verdict in {"late", "fault"} else PATIENT,
            start_allowance_ms=0,
        ),
        replace(GOES_UP, clock=PATIENT),
        game=load_game(game_name),
        start_allowance_ms=20_000,
        margin_ms=BRIDGE_MARGIN_MS,
        isolation=Isolation(level=level),  # type: ignore[arg-type]
    )
    kinds = {note.kind for each in record.rounds for note in each.notes if note.seat == 0}
    if verdict in {"malformed", "fault"}:
        assert record.result.how == "rules"
        assert kinds - {"gap", "late line", "extra output"} == {verdict}
    else:
        assert record.result.how == "forfeit"
        assert record.result.players[0].termination == verdict, record.result.players[0].detail
    assert record.result.players[1].termination in {"survived", "eliminated"}
    assert record.result.leftovers == ()
    assert own_children() <= before
