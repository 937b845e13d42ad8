"""No process of a bot outlives its match, and none can block the referee."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import own_children, play_match, villain

from gridbots_referee.play.isolation import launcher_pool, process_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")

SLEEPS = [sys.executable, "-S", "-E", "-c", "import time; time.sleep(30)"]
TRACES = """
import sys
sys.path.insert(0, {attackers!r})
import _target
_target.trace(int(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert own_children() == set()


@pytest.mark.parametrize("name", ["traces_its_opponent", "daemon_traces_its_opponent"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_is_traced_is_reaped_once_its_tracer_is_dead(name: str, seat: int) -> None:
    bots = [villain("_honest"), villain("_honest")]
    bots[seat] = villain(f"attackers/{name}")
    for _ in range(2):
        record = play_match(*bots, timebank_ms=10_000)  # no bot may be late on a busy machine
        assert record.result.how == "rules"
        assert {player.termination for player in record.result.players} <= {
            "survived",
            "eliminated",
        }


def test_a_failed_bot_that_is_traced_by_its_opponent_delays_nothing() -> None:
    record = play_match(villain("exits_in_mid_match"), villain("attackers/traces_its_opponent"))
    assert record.result.how == "forfeit"
    assert record.result.players[0].termination == "exited"


def test_runners_that_lead_sessions_are_caught() -> None:
    record = play_match(villain("_honest"), villain("runners_fork_and_exit", "sessions"))
    assert record.result.how == "rules"


@pytest.fixture
def tracer() -> Iterator[subprocess.Popen[bytes]]:
    """A tracer that is not a descendant of this process and survives the end of its children."""
    child = _start(SLEEPS)
    attackers = str(villain("attackers/_target").argv[3]).rpartition("/")[0]
    words = [sys.executable, "-S", "-E", "-c", TRACES.format(attackers=attackers), str(child)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tracer:
        assert tracer.stdout
        tracer.stdout.readline()
        process_tree.spared.add(tracer.pid)
        tracer.traced = child  # type: ignore[attr-defined]
        yield tracer
    process_tree.spared.discard(tracer.pid)
    assert process_tree.sweep() == []


def _start(words: list[str]) -> int:
    process = subprocess.Popen(words, start_new_session=True)
    process.returncode = 0  # it is reaped elsewhere
    return process.pid


def test_a_process_that_is_traced_from_outside_is_reported_and_left(
    tracer: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_tree, "SWEEP_SECONDS", 0.2)
    traced = tracer.traced  # type: ignore[attr-defined]
    (named,) = process_tree.sweep()
    assert named.startswith(f"process {traced} (python")
    assert f"traced by process {tracer.pid}" in named
    began = time.monotonic()
    assert process_tree.sweep() == []
    assert time.monotonic() - began < process_tree.SWEEP_SECONDS
    assert play_match(villain("_honest"), villain("fork_tree")).result.how == "rules"
    assert process_tree.unreaped == {traced}
    assert tracer.stdin
    tracer.stdin.close()


def test_a_tree_is_killed_with_its_sessions() -> None:
    program = "import os, time; [os.fork() or os.setsid() for _ in range(3)]; time.sleep(30)"
    top = _start([sys.executable, "-S", "-E", "-c", program])
    assert process_tree.wait_until(lambda: len(process_tree.descendants_of(top)) == 7, 10)
    below = process_tree.descendants_of(top)
    os.kill(top, signal.SIGSTOP)
    process_tree.kill_tree(top)
    assert process_tree.reap(top, 5)
    assert process_tree.wait_until(lambda: below <= process_tree.kill_strangers(), 5)
    assert process_tree.sweep() == []


def test_a_launcher_that_a_bot_has_stopped_is_replaced() -> None:
    honest = [villain("_honest"), villain("_honest")]
    assert play_match(*honest).result.how == "rules"
    for launcher in launcher_pool._launchers.values():
        os.kill(launcher.pid, signal.SIGSTOP)
    assert play_match(*honest).result.how == "rules"


def test_a_launcher_that_a_bot_has_stopped_ends_with_a_referee_that_runs_no_exit_hooks() -> None:
    referee = """
import os, signal
from tests.play.matches import play_match, villain
from gridbots_referee.play.isolation.launcher_pool import launcher_pids
play_match(villain("_honest"), villain("_honest"), settings={"max_rounds": 1})
(pid,) = launcher_pids()
os.kill(pid, signal.SIGSTOP)
print(pid, flush=True)
os._exit(0)
"""
    ended = subprocess.run(
        [sys.executable, "-c", referee], stdout=subprocess.PIPE, check=True, timeout=20
    )
    launcher = int(ended.stdout)
    try:
        assert process_tree.wait_until(lambda: process_tree.state_of(launcher) in {"", "Z"}, 5)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(launcher, signal.SIGKILL)
        process_tree.reap(launcher, 5)
