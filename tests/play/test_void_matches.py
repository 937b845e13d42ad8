"""A bot that another process may have killed does not lose; in a sandbox it does."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import LIMITS, VILLAINS, command, play_match, villain

from gridbots.games.light_riders import GAME
from gridbots.limits import Isolation, Limits
from gridbots.record.verification import verify
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.match_record import void_by_kill
from gridbots_referee.play.session import Session, play_session
from gridbots_referee.play.stop import Stop

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the attackers read /proc")

DIES = """
import os, sys
for line in sys.stdin:
    if line.startswith("action"):
        os.kill(os.getpid(), {number})
"""


def attacker(deed: str) -> Launch:
    return villain("attackers/attacks", str(VILLAINS), deed)


def dying(number: int) -> Launch:
    return command(sys.executable, "-S", "-E", "-c", DIES.format(number=int(number)))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_its_opponent_kills_does_not_lose(seat: int) -> None:
    bots = [villain("_honest"), villain("_honest")]
    bots[seat] = attacker("kills_opponent")
    record = play_match(*bots)
    assert (record.result.how, record.result.outcome) == ("void", None)
    assert record.result.cause.startswith("_honest was killed by SIGKILL, which the referee did")
    assert "lack of memory" in record.result.cause
    assert verify(GAME, record) == []


def test_a_bot_that_its_opponent_stops_is_late_and_the_record_has_the_cause() -> None:
    record = play_match(villain("_honest"), attacker("stops_opponent"))
    player = record.result.players[0]
    assert player.termination == "late"
    assert player.detail.endswith("was stopped by a signal, from itself or from another process")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_under_limits_the_killer_is_unknown(number: signal.Signals) -> None:
    record = play_match(dying(number), villain("_honest"))
    assert record.result.how == "void"
    assert f"was killed by {number.name}" in record.result.cause


def test_bots_do_not_inherit_ignored_signals(tmp_path: Path) -> None:
    bots = [shlex.join([sys.executable, "-S", "-E", "-c", DIES.format(number=1)]), "straight"]
    code = "import sys; from gridbots_referee.cli import main; main()"
    words = [sys.executable, "-c", code, "run", *bots, "--out", str(tmp_path)]
    done = subprocess.run(
        ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *words],
        check=False, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert "was killed by SIGHUP" in done.stderr + done.stdout
    assert done.returncode == 3


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGBUS])
def test_a_bot_that_crashes_loses(number: signal.Signals) -> None:
    record = play_match(dying(number), villain("_honest"))
    assert record.result.how == "forfeit"
    assert record.result.players[0].exit_status == f"killed by {number.name}"


@pytest.mark.skipif(bool(why_no_sandbox()), reason="this machine has no sandbox")
def test_in_a_sandbox_a_killed_bot_killed_itself() -> None:
    sandbox = Isolation(level="sandbox")
    record = play_match(dying(signal.SIGKILL), villain("_honest"), isolation=sandbox)
    assert record.result.how == "forfeit"
    assert record.result.players[0].termination == "exited"


def test_which_exit_codes_make_a_match_void() -> None:
    sandbox, limits = Isolation(level="sandbox"), Isolation()
    assert void_by_kill("a", -9, limits)
    assert not void_by_kill("a", -9, sandbox)
    assert not any(void_by_kill("a", code, limits) for code in (None, 0, 1, 9, -11, -6, -99))


def test_a_session_continues_after_a_void_match(tmp_path: Path) -> None:
    launches = (villain("_honest"), attacker("kills_opponent"))
    session = Session(GAME, GAME.make_settings(), 1, 2, launches, Limits(**LIMITS))
    records: list[Record] = []
    with Stop() as stop:
        done = play_session(
            session, tmp_path, stop, lambda _: None, lambda *each: records.append(each[0])
        )
    assert not done
    assert [record.result.how for record in records] == ["void", "void"]
