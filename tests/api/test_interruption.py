"""An interrupted call leaves nothing behind, and no call affects other work of its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import VILLAINS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # matches in processes of their own
SILENT = """
import os, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
while True:
    time.sleep(1)
"""
PLAYS = """
import signal, sys
import gridbots_referee as referee
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where tests run in the background
bots = [f"{sys.executable} {sys.argv[1]} {sys.argv[2]}"] * 2
referee.play_match("light-riders", bots, time={"timebank": 600_000, "time_per_move": 0})
"""
BUSY = """
import asyncio, subprocess, sys
import gridbots_referee as referee

bots = [f"{sys.executable} -S -E {sys.argv[1]}"] * 2

def play(seed):
    time = {"timebank": 60_000}
    return referee.play_match("light-riders", bots, seed=seed, time=time).how

async def main():
    waiting = asyncio.gather(*(asyncio.to_thread(play, seed) for seed in (1, 2)))
    await asyncio.sleep(0)
    return [play(3), *await waiting]

child = subprocess.Popen(["sleep", "60"])
print(asyncio.run(main()), child.poll())
child.kill()
child.wait()
"""


def wait_for(condition: object, seconds: float = 60) -> bool:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_bots_end_with_the_call(number: signal.Signals, tmp_path: Path) -> None:
    bot, note = tmp_path / "silent.py", tmp_path / "pid"
    bot.write_text(SILENT)
    words = [sys.executable, "-c", PLAYS, str(bot), str(note)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert wait_for(lambda: note.exists() and note.read_text())
        pid = int(note.read_text())
        assert not is_gone(pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == -number
    assert ("KeyboardInterrupt" in errors) == (number == signal.SIGINT)
    if number == signal.SIGINT:
        assert is_gone(pid)  # before the exception reached the caller
    assert wait_for(lambda: is_gone(pid))


def test_calls_work_in_threads_and_in_a_running_event_loop() -> None:
    words = [sys.executable, "-c", BUSY, str(VILLAINS / "_honest.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout == "['rules', 'rules', 'rules'] None\n"
