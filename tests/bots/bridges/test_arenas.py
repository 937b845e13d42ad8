"""Bridges to CodinGame, GPN Tron and the AI Cup 2019: messages to their programs."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.bots.bridges.bridged import Bridged, bridged
from tests.play.matches import command, play_match

from gridbots.plugins import installed_bots, load_game
from gridbots.protocol import Inbox
from gridbots_bridges.aicup import AicupCodec
from gridbots_bridges.codingame import CodingameCodec
from gridbots_bridges.gpn import ClientOptions, GpnBridge, GpnCodec
from gridbots_bridges.line_bridge import NO_ANSWER
from gridbots_referee.play.launch import find_bot

if TYPE_CHECKING:
    from gridbots_bridges.line_bridge import Codec

EXAMPLES = Path(__file__).parents[3] / "examples" / "arenas"


def sent(codec: Codec, text: str) -> str:
    """The messages to a program for these lines."""
    inbox = Inbox()
    requests = [inbox.read(line) for line in text.splitlines()]
    return b"".join(codec.request(each) for each in requests if each).decode()


def greeting(seat: int, seats: int, width: int, height: int) -> str:
    names = ",".join(f"player{each}" for each in range(seats))
    return (
        f"settings player_names {names}\nsettings your_botid {seat}\n"
        f"settings field_width {width}\nsettings field_height {height}\n"
    )


def field(number: int, rows: str) -> str:
    """Lines of a round of Light Riders, with the board as it is drawn."""
    cells = ",".join(rows.replace(" ", ""))
    return f"update game round {number}\nupdate game field {cells}\naction move 900\n"


RIDE = (
    greeting(1, 4, 4, 3)
    + field(0, "0..1 .... 2..3")
    + field(1, "x0.x .... x2xx")  # riders 1 and 3 have met
    + field(2, "xx0x .... xx2x")
)
RIDE_OF_CODINGAME = """\
4 1
0 0 0 0
3 0 3 0
0 2 0 2
3 2 3 2
4 1
0 0 1 0
-1 -1 -1 -1
0 2 1 2
-1 -1 -1 -1
4 1
0 0 2 0
-1 -1 -1 -1
0 2 2 2
-1 -1 -1 -1
"""
RIDE_OF_GPN = """\
game|5|4|1
player|0|player0
player|1|player1
player|2|player2
player|3|player3
player|4|wall
pos|4|0|3
pos|4|1|3
pos|4|2|3
pos|4|3|3
pos|4|4|3
pos|4|4|0
pos|4|4|1
pos|4|4|2
pos|0|0|0
pos|1|3|0
pos|2|0|2
pos|3|3|2
tick
pos|0|1|0
die|1
pos|4|3|0
pos|2|1|2
die|3
pos|4|3|2
pos|4|2|2
tick
pos|0|2|0
pos|2|2|2
tick
"""


def test_codingame_receives_first_and_current_cells() -> None:
    assert sent(CodingameCodec(), RIDE) == RIDE_OF_CODINGAME


BATTLE = """\
settings player_names player0,player1
settings your_botid 1
settings width 4
settings height 3
update game round 1
update game heads 1,11,-1,-1
update game starts 0,11,-1,-1
action move 900
update game round 3
update game heads -1,7,-1,-1
update game starts 0,11,-1,-1
action move 900
"""


def test_codingame_receives_moves_made_before_the_first_request() -> None:
    assert sent(CodingameCodec(), BATTLE) == "2 1\n0 0 1 0\n3 2 3 2\n2 1\n-1 -1 -1 -1\n3 2 3 1\n"


def test_gpn_receives_a_torus_with_a_wall() -> None:
    assert sent(GpnCodec(), RIDE) == RIDE_OF_GPN


def test_gpn_receives_walls_that_existed_before() -> None:
    received = sent(GpnCodec(), greeting(0, 2, 3, 2) + field(4, ".x0 1xx"))
    assert received.splitlines()[-6:] == [
        "pos|0|2|0",
        "pos|1|0|1",
        "pos|2|1|0",
        "pos|2|1|1",
        "pos|2|2|1",
        "tick",
    ]


LAND = """\
settings player_names player0,player1,player2
settings your_botid 1
settings field_width 4
settings field_height 3
update game round 0
update game out 0,0,2
update game heads 0,11,?
update game headings right,left,?
update game field 0,.,?,1,.0,?1,1,1,.,.,?,101
action move 900
update game round 2
update game out 0,0,2
update game heads ?,10,?
update game headings ?,left,?
update game field ?,?,?,1,?,?1,1,1,?,?,1,1
action move 900
"""


def test_aicup_receives_units_with_y_upwards() -> None:
    first, *ticks = [json.loads(line) for line in sent(AicupCodec(), LAND).splitlines()]
    assert first == {
        "type": "start_game",
        "params": {"x_cells_count": 4, "y_cells_count": 3, "speed": 5, "width": 30},
    }
    assert [each["type"] for each in ticks] == ["tick", "tick"]
    received = [each["params"] for each in ticks]
    assert [each["tick_num"] for each in received] == [1, 13]
    assert [[*each["players"]] for each in received] == [["1", "i"], ["i"]]
    assert received[0]["players"]["i"] == {
        "score": 4,
        "direction": None,
        "territory": [[105, 75], [75, 45], [105, 45], [105, 15]],
        "lines": [[45, 45], [105, 15]],
        "position": [105, 15],
        "bonuses": [],
    }
    assert received[0]["players"]["1"]["lines"] == [[15, 45], [105, 15]]
    assert received[1]["players"]["i"]["direction"] == "left"
    assert received[1]["bonuses"] == []


ANSWERS = [
    (CodingameCodec(), b"DOWN\r", b"down"),
    (CodingameCodec(), b"down", None),
    (GpnCodec(), b"move|left", b"left"),
    (GpnCodec(), b"chat|hello", NO_ANSWER),
    (GpnCodec(), b"join|a|b", NO_ANSWER),
    (GpnCodec(), b"move|north", None),
    (AicupCodec(), b'{"command": "right", "debug": "x"}', b"right"),
    (AicupCodec(), b'{"command": ["up"]}', None),
    (AicupCodec(), b'"up"', None),
    (AicupCodec(), b"[" * 100_000, None),
]


@pytest.mark.parametrize(
    ("codec", "line", "move"), ANSWERS, ids=lambda each: repr(each)[:40].split(".")[-1]
)
def test_an_answer_is_a_move_or_none(codec: Codec, line: bytes, move: bytes | None) -> None:
    assert codec.move(line) == move


CLIENT = """
import os, socket, sys
with socket.create_connection(("127.0.0.1", int(os.environ["PORT"]))) as connection:
    connection.sendall(b"join|a|b\\n")
    print(sys.argv[1] == os.environ["PORT"], flush=True)
    for line in connection.makefile("rb"):
        if line == b"tick\\n":
            connection.sendall(b"chat|hello\\nmove|up\\n")
    print("over", flush=True)
"""


def client(text: str, **options: Any) -> Bridged:
    words = [sys.executable, "-S", "-E", "-c", text, "{port}"]
    return Bridged(GpnBridge(ClientOptions(command=shlex.join(words), **options)))


def test_gpn_exchanges_lines_with_a_client() -> None:
    with client(CLIENT) as bridge:
        bridge.tell(RIDE)
        assert bridge.answer() == "up"
        bridge.close_input()
        assert bridge.exit_code() == 0
        assert bridge.said() == "True\nover\n"


def test_gpn_clients_need_not_answer_every_tick() -> None:
    first, second, *_ = [f"{each}move 900\n" for each in RIDE.split("move 900\n")]
    text = CLIENT.replace("for line", "ticks = 0\n    for line").replace(
        'connection.sendall(b"chat|hello\\nmove|up\\n")',
        'ticks += 1; ticks > 1 and connection.sendall(b"move|up\\n")',
    )
    with client(text) as bridge:
        bridge.tell(first.replace("move 900", "move 1"))
        assert bridge.answer() == "no_moves"
        bridge.tell(second.replace("move 900", "move 10000"))
        assert bridge.answer() == "up"


def test_gpn_goes_straight_on_without_a_late_client() -> None:
    silent = CLIENT.replace("move|up", "chat|well")
    with client(silent) as bridge:
        bridge.tell(RIDE.replace("move 900", "move 1"))
        assert bridge.answer() == "no_moves"
        assert "bridge fault gpn: no move within 1 ms; the match continues\n" in bridge.said()


@pytest.mark.parametrize(
    ("name", "arena_is_strict"),
    [("gaic", True), ("codingame", True), ("aicup", False)],
)
def test_a_wrong_answer_costs_what_it_costs_in_the_arena(
    name: str,
    arena_is_strict: bool,  # noqa: FBT001
) -> None:
    ride = greeting(1, 2, 4, 3) + field(0, "0..1 .... ....")
    land = LAND[: LAND.index("move 900\n")] + "move 900\n"
    game, lines = ("paperio", land) if name == "aicup" else ("light-riders", ride)
    with bridged(name, game, command="sh -c 'read -r line; echo wrong; cat > /dev/null'") as bridge:
        bridge.tell(lines)
        if arena_is_strict:
            assert bridge.answer() is None
            assert "a program that answers wrongly, got 'wrong'" in bridge.said()
        else:
            assert bridge.answer() == "wrong"


@pytest.mark.parametrize(
    ("text", "start", "said"),
    [
        ("raise SystemExit(3)", 60.0, "ended with code 3 before it connected\n"),
        ("import time; time.sleep(60)", 0.1, "to connect within 0.1 s, got no connection\n"),
    ],
)
def test_gpn_gives_up_on_a_program_that_does_not_connect(
    text: str, start: float, said: str
) -> None:
    with client(text, start=start) as bridge:
        assert bridge.answer() is None
        assert bridge.said().endswith(said)


def test_aicup_announces_the_end_of_the_match() -> None:
    with bridged("aicup", "paperio", command="sh -c 'cat >&2; sleep 60'") as bridge:
        bridge.tell(LAND)
        bridge.close_input()
        assert bridge.exit_code() == 0
        assert bridge.said().endswith('{"type": "end_game", "params": {}}\n')


GAMES = {
    "codingame:{python} codingame_bot.py": ("light-riders", {"width": 30, "height": 20}),
    "aicup:{python} aicup_bot.py": ("paperio", {"radius": 6}),
    "gpn:{python} gpn_bot.py 127.0.0.1 {port}": ("light-riders", {}),
    "http:{python} snake_server.py": ("battlesnake", {}),
}


@pytest.mark.slow  # programs in Python are started
@pytest.mark.parametrize("text", GAMES)
def test_the_examples_play(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, settings = GAMES[text]
    monkeypatch.chdir(EXAMPLES)
    bot = find_bot(text.replace("{python}", sys.executable), name, installed_bots())
    passing = command(shutil.which("perl") or "perl", "-ne", "$|=1; print qq(pass\n) if /^act/")
    result = play_match(
        bot,
        passing,
        game=load_game(name),
        settings=settings,
        timebank_ms=60_000,
        start_allowance_ms=60_000,
    ).result
    assert result.how == "rules"
    assert result.players[0].warnings == 0
    assert result.outcome
    assert result.outcome.places[0] == 1
