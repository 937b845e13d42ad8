"""Battlesnakes at http://HOST:PORT, asked by the referee without a bridge process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.bots.bridges.scripted_server import Script, ScriptedServer
from tests.bots.bridges.test_http import BAD, GOES_UP, INFO, LEFT, STARTED, UP, body_of
from tests.bots.bridges.test_http_client import WELL
from tests.play.matches import command, own_children, play_match

from gridbots.errors import SettingsError
from gridbots.limits import LimitOptions
from gridbots.plugins import installed_bots, load_game
from gridbots.record import Clock
from gridbots_bridges.battlesnake.http_bridge import HttpBridge, HttpOptions
from gridbots_bridges.battlesnake.http_client import HttpAnswer, is_known
from gridbots_referee.experiments.execution import make_session
from gridbots_referee.experiments.experiment import Experiment, Lineup
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.session import new_session
from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
from gridbots_referee.tournament.run.prepare import launches_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.record import Record

PATIENT = Clock(20_000, 20_000)
ROUNDS = 3


def played(*scripts: Script, options: str = "timeout=20000", host: str = "127.0.0.1") -> Record:
    """A match of a few rounds with a server that has answered GET / and /start already."""
    before = own_children()
    with ScriptedServer(INFO, STARTED, *scripts) as server:
        bot = f"http:{options} //{host}:{server.port}"
        launch = find_bot(bot, "battlesnake", installed_bots())
        record = play_match(
            replace(launch, argv=("/no/such/program",), clock=PATIENT),
            replace(command("sh", "-c", GOES_UP), clock=PATIENT),
            game=load_game("battlesnake"),
            settings={"max_rounds": ROUNDS, "mode": "wrapped"},
        )
    assert own_children() <= before
    assert record.result.players[1].warnings == 0
    return record


def moves(record: Record) -> list[str | None]:
    return [each.moves[0] for each in record.rounds]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_snake_is_asked_for_moves_and_receives_the_end(host: str) -> None:
    with ScriptedServer(INFO, STARTED, UP, LEFT, UP, STARTED) as server:
        launch = find_bot(f"http://{host}:{server.port}", "battlesnake", installed_bots())
        record = play_match(
            replace(launch, argv=("/no/such/program",)),
            command("sh", "-c", GOES_UP),
            game=load_game("battlesnake"),
            settings={"max_rounds": ROUNDS, "mode": "wrapped"},
        )
    assert moves(record) == ["up", "left", "up"]
    paths = [heard.split(b" ")[1] for heard in server.heard]
    assert paths == [b"/", b"/start", b"/move", b"/move", b"/move", b"/end"]
    assert body_of(server.heard[-1])["turn"] == ROUNDS
    assert server.connections == 1


@pytest.mark.parametrize("name", BAD)
def test_late_and_invalid_answers_repeat_the_last_move(name: str) -> None:
    script, said = BAD[name]
    options = "timeout=200" if name == "late" else "timeout=20000"
    # A kept connection that is lost is tried once more.
    failures = [script, script] if name == "hangs up" else [script]
    record = played(LEFT, *failures, *([] if name == "late" else [UP]), options=options)
    assert record.result.how == "rules"
    assert moves(record)[:2] == ["left", "left"]
    assert name == "late" or moves(record)[2] == "up"
    assert said in record.result.players[0].stderr
    (fault,) = [note.text for note in record.rounds[1].notes if note.kind == "fault"]
    assert said in fault
    assert fault.endswith("; left is repeated") or len(fault) > 200


@pytest.mark.parametrize("name", [name for name in WELL if name != "nothing"])
def test_an_answer_may_arrive_in_many_forms(name: str) -> None:
    script, _ = WELL[name]
    record = played(script, LEFT, UP)
    assert record.result.how == "rules"
    assert moves(record)[1:] == ["left", "up"]


@pytest.mark.parametrize(
    ("script", "termination", "detail"),
    [
        ([None], "exited", "exit code 1"),
        ([30.0], "late", "no move within 200 ms"),
    ],
)
def test_on_request_faults_are_left_to_the_referee(
    script: Script, termination: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bots.bridges.test_http_in_referee.PATIENT", Clock(200, 200))
    record = played(UP, script, script, options="late=forfeit")
    assert record.result.how == "forfeit"
    assert record.result.players[0].termination == termination
    assert detail in record.result.players[0].detail


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("snake.example", False),
        ("999.1.1.1", False),
        ("127.1", False),
    ],
)
def test_the_referee_asks_only_hosts_that_need_no_lookup(host: str, known: bool) -> None:  # noqa: FBT001
    assert is_known(host) == known


def test_answers_of_a_server_do_not_pile_up_in_the_referee() -> None:
    bridge = HttpBridge(HttpOptions(command="//127.0.0.1:9"))
    for number in range(2000):
        shout = f"{number}".rjust(2000 * (number % 3), "-")
        assert (
            bridge._move(HttpAnswer(200, b'{"move":"left","shout":"%b"}' % shout.encode()))
            == "left"
        )
    assert sum(map(len, bridge._moves)) < 50_000


ELSEWHERE = ("http://localhost:8000", "hungry")
HERE = ("http:sh", "hungry")


def start(kind: str, bots: Sequence[str]) -> None:
    """Start a match, a tournament or an experiment with a clock of CPU time."""
    clock = LimitOptions(clock="cpu")
    entrants = tuple(Entrant(bot, bot) for bot in bots)
    if kind == "match":
        new_session("battlesnake", bots, {}, clock)
    elif kind == "tournament":
        launches_of(Tournament("autumn", entrants, game="battlesnake", time=clock))
    else:
        lineup = Lineup(entrants, rows=())
        table = Experiment("table", "", (lineup,), 1, 1, game="battlesnake", clock="cpu")
        make_session(table, lineup, 1)


@pytest.mark.parametrize("kind", ["match", "tournament", "experiment"])
def test_cpu_time_is_not_charged_to_a_server_that_runs_elsewhere(kind: str) -> None:
    start(kind, HERE)
    with pytest.raises(SettingsError, match="expected wall, got cpu: http://localhost:8000 runs"):
        start(kind, ELSEWHERE)
