"""Matches inside the referee's own process: the same rules and records, without pipes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import play_match

from gridbots import NO_MOVE, Bot, BotType, Briefing, Budget, Command, State
from gridbots.games.light_riders import GAME
from gridbots.pictures.overlay import Overlay, write_overlay
from gridbots.plugins import installed_bots
from gridbots.record.verification import verify
from gridbots_referee.play.launch import Launch, find_bot
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport import in_process

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridbots.record import Record


def installed(text: str) -> Launch:
    return find_bot(text, GAME.name, installed_bots())


def play(*bots: str, in_process: bool = True, **limits: Any) -> Record:
    ask = "in-turn" if in_process else "together"
    launches = [installed(text) for text in bots]
    patient = {"timebank_ms": 20_000, "start_allowance_ms": 20_000, **limits}
    return play_match(*launches, seed=4, ask=ask, in_process=in_process, **patient)


def bot(monkeypatch: pytest.MonkeyPatch, choose: Callable[[State], int], kind: Any = Bot) -> None:
    """Make every bot choose in this way."""

    class Double(kind):  # type: ignore[misc]
        def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002
            return choose(observation)

    made = BotType(summary="double", make=lambda _game, _options: Double())
    monkeypatch.setattr(in_process, "load_bot", lambda _: made)


@pytest.mark.parametrize(
    "bots",
    [
        ("wall-hugger", "random:seed=3"),
        ("straight", "wall-hugger", "random:seed=2", "straight"),
    ],
    ids=len,
)
def test_a_match_in_process_equals_one_between_processes(bots: tuple[str, ...]) -> None:
    apart, within = play(*bots, in_process=False), play(*bots)
    assert [each.moves for each in within.rounds] == [each.moves for each in apart.rounds]
    assert [each.told for each in within.rounds] == [each.told for each in apart.rounds]
    assert within.result.outcome == apart.result.outcome
    assert [player.termination for player in within.result.players] == [
        player.termination for player in apart.result.players
    ]
    assert verify(GAME, within) == []


def test_the_record_marks_in_process_matches_and_has_the_times_of_moves() -> None:
    record = play("straight", "wall-hugger")
    assert record.match.limits.in_process
    assert all(time is not None and time >= 0 for time in record.rounds[0].wall_us)
    assert all(time is not None for time in record.rounds[0].cpu_us)
    assert all(player.wall_ms > 0 for player in record.result.players)
    assert record.match.players[0].package.startswith("gridbots-baselines")


def test_an_exception_in_a_bot_is_a_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(observation: State) -> int:
        if observation["rounds"] == 2:
            raise RuntimeError("out of ideas")
        return NO_MOVE

    bot(monkeypatch, fail)
    record = play("straight", "straight")
    first = record.result.players[0]
    assert (first.termination, first.failed_in_round) == ("exited", 2)
    assert first.detail == "RuntimeError: out of ideas"
    assert "Traceback" in first.stderr
    assert record.result.how == "forfeit"
    assert verify(GAME, record) == []


@pytest.mark.parametrize("move", [7, -2])
def test_a_move_that_the_game_does_not_have_is_an_error(
    monkeypatch: pytest.MonkeyPatch, move: int
) -> None:
    bot(monkeypatch, lambda _: move)
    assert play("straight", "straight").result.players[0].termination == "exited"


def test_a_bot_that_exits_does_not_end_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    bot(monkeypatch, lambda _: sys.exit(3))
    assert play("straight", "straight").result.players[0].termination == "exited"


def test_a_late_move_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [time.monotonic_ns()]

    def think(observation: State) -> int:
        if observation["rounds"] == 1:
            now[0] += 5_000_000_000
        return NO_MOVE

    bot(monkeypatch, think)
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[0])
    record = play("straight", "straight", timebank_ms=4999, start_allowance_ms=0)
    assert record.result.players[0].termination == "late"
    assert record.result.players[0].failed_in_round == 1
    assert record.rounds[0].wall_us == (0, 0)


def test_a_bot_is_warmed_up_once_before_its_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Warming(Bot):
        def warm(self, briefing: Briefing) -> None:
            seen.append(f"warmed for {briefing.seats} seats")
            time.sleep(0.1)

        def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002
            seen.append("chose")
            return NO_MOVE

    monkeypatch.setattr(in_process, "_warmed", set())
    made = BotType(summary="warming", make=lambda _game, _options: Warming())
    monkeypatch.setattr(in_process, "load_bot", lambda _: made)
    for _ in range(2):
        record = play("straight", "wall-hugger")
        assert all(wall_us is not None and wall_us < 50_000 for wall_us in record.rounds[0].wall_us)
    assert seen[:2] == ["warmed for 2 seats"] * 2
    assert {*seen[2:]} == {"chose"}


def test_the_output_of_a_bot_is_kept_as_its_stderr(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def chat(_: State) -> int:
        print("left")  # noqa: T201
        return NO_MOVE

    bot(monkeypatch, chat)
    record = play("straight", "straight")
    assert {player.warnings for player in record.result.players} == {0}
    assert capsys.readouterr() == ("", "")
    assert record.result.players[0].stderr.startswith("left\n")


def test_an_overlay_is_kept_with_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(observation: State) -> int:
        write_overlay(Overlay(value=float(observation["rounds"])))
        return NO_MOVE

    bot(monkeypatch, think)
    record = play("straight", "straight")
    values = [[overlay and overlay.value for overlay in each.overlays] for each in record.rounds]
    assert values == [[number, number] for number in range(len(record.rounds))]


def test_a_bot_is_closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Closing(Bot):
        def close(self) -> None:
            closed.append(True)
            raise RuntimeError("too late to matter")

    bot(monkeypatch, lambda _: NO_MOVE, Closing)
    assert play("straight", "straight").result.how == "rules"
    assert closed == [True, True]


def test_a_stop_between_two_moves_interrupts_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    stops: list[Stop] = []
    start = Stop.__init__

    def remembered(stop: Stop) -> None:
        start(stop)
        stops.append(stop)

    def halt(observation: State) -> int:
        if observation["rounds"] == 1:
            stops[0].request(signal.SIGINT)
        return NO_MOVE

    monkeypatch.setattr(Stop, "__init__", remembered)
    bot(monkeypatch, halt)
    record = play("straight", "straight")
    assert (record.result.how, record.result.rounds) == ("interrupted", 1)


def test_a_program_cannot_play_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    made = BotType(summary="program", make=lambda _game, _options: Command(("true",)))
    monkeypatch.setattr(in_process, "load_bot", lambda _: made)
    record = play("straight", "straight")
    assert record.result.how == "void"
    assert "it needs its own process" in record.result.players[0].detail


def test_a_wrong_option_makes_the_match_void() -> None:
    record = play("straight", "random:sed=3")
    assert record.result.how == "void"
    assert "did you mean 'seed'?" in record.result.players[1].detail


def referee(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from gridbots_referee.cli import main; main()", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def test_the_command_plays_in_process(tmp_path: Path) -> None:
    words = ("run", "straight", "wall-hugger", "--in-process", "--matches", "2", "--seed", "1")
    done = referee(*words, "--out", "records", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    verified = referee("verify", *map(str, (tmp_path / "records").iterdir()), folder=tmp_path)
    assert verified.returncode == 0
    assert "2 of 2 records verified" in verified.stdout


def test_a_command_is_refused_in_process(tmp_path: Path) -> None:
    done = referee("run", "straight", "cat -n", "--in-process", folder=tmp_path)
    assert done.returncode == 2
    assert "--in-process is for installed bots; 'cat -n' is a command" in done.stderr
    assert not list(tmp_path.iterdir())
