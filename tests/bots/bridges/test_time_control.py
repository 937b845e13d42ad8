"""The time that a bot of another arena is told is the time that it has."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.bots.bridges.snake_lines import GREETING, round_lines
from tests.bots.bridges.test_kaggle import LINES

from gridbots.bot.check import check_here, is_open
from gridbots.errors import SettingsError
from gridbots.limits import BRIDGE_MARGIN_MS, ArenaTime, LimitOptions
from gridbots.plugins import Installed, load_bot, load_game
from gridbots.plugins.metadata import ARENA
from gridbots.protocol import Inbox
from gridbots.record.verification import verify
from gridbots_bridges.battlesnake.http_bridge import HttpBridge, HttpOptions
from gridbots_bridges.battlesnake.http_client import HttpAnswer, HttpTimeoutError
from gridbots_bridges.kaggle_bridge import TIME, configuration, observation
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.experiments.execution import make_session
from gridbots_referee.experiments.experiment import Experiment, Lineup
from gridbots_referee.play.clock import MILLISECOND, Bank, bank_clock
from gridbots_referee.play.launch import Launch, arena_options
from gridbots_referee.play.session import new_session, play_session
from gridbots_referee.play.stop import Stop
from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
from gridbots_referee.tournament.run.plan import planned
from gridbots_referee.tournament.run.prepare import check_tournament

if TYPE_CHECKING:
    from gridbots.bot.coroutine import Waits
    from gridbots.limits import Limits
    from gridbots.record import Record

ROOT = Path(__file__).parents[3]
ROUNDS = 60
OVERHEAD_MS = 8
"""What a bridge and its connection take of each move."""
ARENAS = {
    "aicup": ("aicup:sh", "paperio"),
    "codingame": ("codingame:sh", "light-riders"),
    "gaic": ("gaic:sh", "light-riders"),
    "gpn": ("gpn:sh", "light-riders"),
    "http": ("http:sh", "battlesnake"),
}


class Referee:
    """A referee whose clock moves only while a snake thinks."""

    def __init__(self, limits: Limits) -> None:
        bank = Bank.full(limits.timebank_ms, limits.time_per_move_ms)
        self.clock = bank_clock(bank, replace(limits, start_allowance_ms=0))
        self.now = 0.0
        self.is_open = True
        self.round = -1
        self.log = b""
        self.late = 0

    def time(self) -> float:
        return self.now

    def tell(self, text: bytes) -> None:
        self.log += text

    def read(self) -> bytes:
        """The next request."""
        self.round += 1
        self.is_open = self.round < ROUNDS
        if not self.is_open:
            return b""
        self.clock.start(self._ns())
        greeting = "" if self.round else GREETING
        return f"{greeting}{round_lines(self.round, self.clock.bank.left_ms)}".encode()

    def answer(self, _: bytes) -> None:
        self.now += OVERHEAD_MS / 1000
        self.late += not self.clock.stop(self._ns())

    def _ns(self) -> int:
        return round(self.now * 1000) * MILLISECOND


class Snake:
    """A snake that answers `spare` ms before the time that it is told is up."""

    def __init__(self, referee: Referee, spare: int) -> None:
        self.referee = referee
        self.spare = spare
        self.told: list[int] = []

    def get(self, _: float) -> Waits[HttpAnswer]:
        yield from ()
        return HttpAnswer(200, b"")

    def post(self, path: str, body: bytes, deadline: float) -> Waits[HttpAnswer]:
        yield from ()
        if path == "move":
            self.told.append(json.loads(body)["game"]["timeout"])
            self.referee.now += (self.told[-1] - self.spare) / 1000
            if self.referee.now > deadline:
                self.referee.now = deadline
                raise HttpTimeoutError("no complete answer in time")
        return HttpAnswer(200, b'{"move":"left"}')


def asked(limits: Limits, spare: int, late: str = "repeat") -> tuple[Snake, Referee]:
    """A snake after a match under these limits."""
    referee = Referee(limits)
    bridge = HttpBridge(HttpOptions(command="//127.0.0.1:9", late=late))  # type: ignore[arg-type]
    snake = bridge._client = Snake(referee, spare)  # type: ignore[assignment]
    for _ in bridge.play(referee):
        pass
    assert len(snake.told) == ROUNDS
    return snake, referee


def limits_of(options: LimitOptions, *arenas: ArenaTime) -> Limits:
    launches = [
        Launch(name=f"bot{number}", bot=f"bot{number}", argv=("sh",), arena=arena)
        for number, arena in enumerate(arenas)
    ]
    return arena_options(options, launches).limits()


SNAKES = ArenaTime(500, 500, is_told=True)


def test_a_snake_may_use_all_of_its_time_in_every_round() -> None:
    snake, referee = asked(limits_of(LimitOptions(), SNAKES), spare=5)
    assert set(snake.told) == {500}
    assert referee.late == 0
    assert b"repeated" not in referee.log


@pytest.mark.parametrize(
    ("timebank", "time_per_move", "first", "last"),
    [(10_000, 200, 500, 200), (300, 100, 300, 100), (40_000, 0, 500, 500)],
)
def test_with_limits_of_the_user_a_snake_is_told_what_it_has(
    timebank: int, time_per_move: int, first: int, last: int
) -> None:
    limits = limits_of(LimitOptions(timebank=timebank, time_per_move=time_per_move), SNAKES)
    snake, referee = asked(limits, spare=OVERHEAD_MS)
    assert (snake.told[0], snake.told[-1]) == (first, last)
    assert referee.late == 0
    assert b"repeated" not in referee.log


def test_a_late_snake_loses_its_moves_and_not_the_match() -> None:
    snake, referee = asked(limits_of(LimitOptions(), SNAKES), spare=-200)
    assert set(snake.told) == {500}
    assert referee.late == 0
    assert b"round 0: no complete answer in time; up is repeated" in referee.log


def test_an_agent_of_kaggle_is_told_the_bank_that_it_has() -> None:
    """Its arena takes from the overage what a move lasts beyond the time for each move.

    Here, moves that are faster than that also fill it again.
    """
    bank = Bank.full(TIME.timebank_ms, TIME.time_per_move_ms)
    draw = random.Random(1)  # noqa: S311  no secret
    overage_ms, inbox = 60_000, Inbox()
    greeting = LINES[: LINES.index("update")].replace("10000", str(TIME.timebank_ms))
    for line in greeting.splitlines():
        inbox.read(line)
    updates = LINES[LINES.index("update") : LINES.index("action")].splitlines()
    while overage_ms > 0:
        *_, request = [inbox.read(line) for line in (*updates, f"action move {bank.left_ms}")]
        assert request
        assert configuration(request).actTimeout == 1
        told = observation(request).remainingOverageTime
        assert round(1000 * told) == bank.left_ms - 1000 >= overage_ms
        elapsed = draw.randrange(4_000)
        bank = bank.after(elapsed * MILLISECOND)
        overage_ms -= max(elapsed - 1000, 0)


@pytest.mark.parametrize(("timebank", "time_per_move"), [(500, 2_000), (5_000, 0), (800, 800)])
def test_an_agent_of_kaggle_is_told_the_limits_of_the_user(
    timebank: int, time_per_move: int
) -> None:
    words = LINES.replace("10000", str(timebank)).replace("move 1000", f"move {time_per_move}")
    inbox = Inbox()
    request = [inbox.read(line) for line in words.replace("9000", str(timebank)).splitlines()][-1]
    assert request
    told = configuration(request).actTimeout + observation(request).remainingOverageTime
    assert round(1000 * told) == timebank


def declared(name: str) -> ArenaTime:
    bot, game = ARENAS.get(name, ("", ""))
    if bot:
        return check_here([bot], game)[bot]
    arena = load_bot(name).arena
    assert arena
    return arena(None)


@pytest.mark.parametrize("name", [*ARENAS, "kaggle"])
def test_the_page_on_bridges_lists_the_time_that_a_match_gives(name: str) -> None:
    page = (ROOT / "docs" / "bridges.md").read_text()
    (row,) = re.findall(rf"^\| `{name}` \| ([\d,]+) \| ([\d,]+) \|", page, re.MULTILINE)
    limits = limits_of(LimitOptions(), declared(name))
    assert [int(each.replace(",", "")) for each in row] == [
        limits.timebank_ms,
        limits.time_per_move_ms,
    ]
    assert limits.margin_ms == BRIDGE_MARGIN_MS


def test_a_match_takes_the_time_control_of_the_arena() -> None:
    def limits(options: LimitOptions, *bots: str) -> tuple[int, int, int]:
        found = new_session("battlesnake", bots, {}, options).limits
        return found.timebank_ms, found.time_per_move_ms, found.margin_ms

    assert limits(LimitOptions(), "random", "hungry") == (10_000, 200, 0)
    assert limits(LimitOptions(), "http:sh", "random") == (500, 500, 100)
    assert limits(LimitOptions(timebank=900), "random", "http:sh") == (900, 500, 100)
    assert limits(LimitOptions(margin=300), "http:timeout=80 sh", "random") == (80, 80, 300)
    both = LimitOptions(timebank=10_000, time_per_move=200)
    assert limits(both, "http:timeout=80 sh", "http:sh") == (10_000, 200, 100)
    with pytest.raises(SettingsError, match=r"different time controls, 80 ms and .* for all bots"):
        limits(LimitOptions(timebank=900), "http:timeout=80 sh", "http:sh")


def test_a_bot_that_cannot_be_told_never_has_less_than_its_arena_gives() -> None:
    arena = ArenaTime(100, 50)
    assert limits_of(LimitOptions(timebank=100, time_per_move=60), arena).time_per_move_ms == 60
    for less in (LimitOptions(timebank=99), LimitOptions(time_per_move=49)):
        with pytest.raises(SettingsError, match="'bot0' is written for 100 ms and 50 ms more"):
            limits_of(less, arena)


def tournament(*bots: str, **time: Any) -> Tournament:
    entrants = tuple(Entrant(bot, bot) for bot in bots)
    return Tournament("snakes", entrants, game="battlesnake", time=LimitOptions(**time))


@pytest.mark.parametrize("resolve", [planned, check_tournament])
def test_a_tournament_takes_the_time_control_of_the_arena(resolve: Any) -> None:
    time = resolve(tournament("random", "hungry", "http:sh")).time
    assert (time.timebank, time.time_per_move, time.margin) == (500, 500, 100)
    time = resolve(tournament("random", "hungry")).time
    assert (time.timebank, time.time_per_move, time.margin) == (10_000, 200, 0)
    time = resolve(tournament("random", "http:sh", timebank=2_000, time_per_move=0)).time
    assert (time.timebank, time.time_per_move) == (2_000, 0)
    with pytest.raises(SettingsError, match="have different time controls"):
        resolve(tournament("http:sh", "http:timeout=80 sh", "random"))


def test_an_experiment_takes_the_time_control_of_the_arena() -> None:
    def limits(*bots: str, **times: Any) -> tuple[int, int, int]:
        lineup = Lineup(tuple(Entrant(bot, bot) for bot in bots), rows=(), **times)
        table = Experiment("table", "", (lineup,), 1, 1, game="battlesnake")
        found = make_session(table, lineup, 1).limits
        return found.timebank_ms, found.time_per_move_ms, found.margin_ms

    assert limits("http:sh", "random") == (500, 500, 100)
    assert limits("hungry", "random") == (10_000, 200, 0)
    assert limits("http:sh", "random", timebank=900) == (900, 500, 100)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "gaic:sh", "straight", "--timebank", "900"],
        ["sprt", "gaic:sh", "straight", "--timebank", "900", "--store", "test.db"],
        ["tournament", "--bots", "gaic:sh,straight", "--timebank", "900"],
        ["tournament", "--bots", "gaic:sh,straight", "--timebank", "900", "--dry-run"],
        ["check", "gaic:sh", "--timebank", "900"],
    ],
    ids=lambda words: words[0],
)
def test_a_contradiction_is_refused_before_anything_starts(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert exit_code(lambda: run_command(words)) == 2
    complaint = capsys.readouterr().err
    assert "'gaic:sh' is written for 1000 ms and 1000 ms more after each move" in complaint
    assert "leave both out, or set both at least as high" in complaint
    assert list(tmp_path.iterdir()) == []


def test_a_bridge_is_described_with_the_time_control_of_its_arena(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(lambda: run_command(["bots", "http"])) == 0
    shown = capsys.readouterr().out
    assert "time control of its arena: 500 ms and 500 ms more after each move" in shown
    assert exit_code(lambda: run_command(["bots", "kaggle", "--json"])) == 0
    about = json.loads(capsys.readouterr().out)
    assert (about["timebank_ms"], about["time_per_move_ms"]) == (61_000, 1_000)


def test_a_bridge_without_options_is_loaded_for_its_time_control() -> None:
    plain = Installed("here", "m", "p", "1", "", entries=(("snake", "m"),))
    bridge = replace(plain, needs=(ARENA,))
    assert not is_open("here", "snake", {"here": plain})
    assert is_open("here", "snake", {"here": bridge})


SLOW_SNAKE = """
import json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer


class Snake(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply({"apiversion": "1"})

    def do_POST(self):
        end = time.monotonic()
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/move":
            end += 0.9 * asked["game"]["timeout"] / 1000
            time.sleep(max(0, end - time.monotonic()))
        self.reply({"move": ["up", "right", "down", "left"][asked["turn"] % 4]})


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Snake).serve_forever()
"""


@pytest.mark.slow  # half a minute of thinking
def test_a_real_snake_uses_nine_tenths_of_its_time_for_60_rounds(tmp_path: Path) -> None:
    program = tmp_path / "snake.py"
    program.write_text(SLOW_SNAKE)
    settings = {"seats": 1, "mode": "solo", "width": 7, "height": 7, "max_rounds": ROUNDS}
    bot = f"http:{sys.executable} {program}"
    session = new_session("battlesnake", [bot], settings | {"food_chance": 0, "minimum_food": 0})
    records: list[Record] = []
    with Stop() as stop:
        play_session(session, tmp_path, stop, lambda _: None, lambda each, _: records.append(each))
    (record,) = records
    (player,) = record.result.players
    assert (record.result.how, record.result.rounds) == ("rules", ROUNDS)
    assert player.termination == "survived"
    assert player.median_wall_ms > 400
    assert verify(load_game("battlesnake"), record) == []
