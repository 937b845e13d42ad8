"""Matches between kernels on all cores: the same as on one."""

from __future__ import annotations

import signal
import subprocess
import sys
from textwrap import dedent

import pytest

from gridbots_referee.play.isolation import process_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")

HEAD = """
import os, signal, sys, time
import numpy as np
from gridbots.vector import Outcomes
from gridbots_referee.experiments import compiled

compiled.cores = lambda: [0, 1, 2]
compiled.FORK_SECONDS = 0.0
ours = os.getpid()

def play(numbers):
    pids = np.array([os.getpid()] * len(numbers))
    return Outcomes(*[np.array(numbers)] * 5, pids)
"""
"""Of a program with one thread, which a test has not."""


def run(text: str) -> subprocess.CompletedProcess[str]:
    program = HEAD + dedent(text)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )


def test_each_core_plays_a_part_and_outcomes_stay_in_order() -> None:
    done = run("""
        played = compiled.AllCores().play(play, range(5, 12))
        assert played.places.tolist() == list(range(5, 12)), played
        pids = played.rounds.tolist()
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [2, 2, 3], pids
        assert pids[0] == ours
    """)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", ["compiled.AllCores(1)", "slow(compiled.AllCores())", "two()"])
def test_one_process_plays_all_if_requested_or_faster(words: str) -> None:
    done = run(f"""
        import threading

        def slow(made):
            compiled.FORK_SECONDS = 100.0
            return made

        def two():
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
            return compiled.AllCores()

        assert set({words}.play(play, range(7)).rounds) == {{ours}}
    """)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_is_that_of_the_match_wherever_it_is_played() -> None:
    done = run("""
        def play(numbers):
            if 6 in numbers:
                raise ZeroDivisionError("in match 6")

        compiled.AllCores().play(play, range(7))
    """)
    assert done.stderr.endswith("ZeroDivisionError: in match 6\n")


def test_a_process_that_dies_is_reported() -> None:
    done = run("""
        def play(numbers):
            if os.getpid() != ours:
                os.kill(os.getpid(), signal.SIGKILL)

        compiled.AllCores().play(play, range(7))
    """)
    assert "the process with the matches 2 to 3 has died, with exit code -9" in done.stderr


def test_no_process_is_left_when_the_parent_is_killed() -> None:
    done = run("""
        reader, writer = os.pipe()

        def play(numbers):
            if os.getpid() != ours:
                os.write(writer, b"%d\\n" % os.getpid())
                time.sleep(30)
            with open(reader) as reported:
                print(reported.readline() + reported.readline(), flush=True)
            os.kill(ours, signal.SIGKILL)

        compiled.AllCores().play(play, range(7))
    """)
    assert done.returncode == -signal.SIGKILL
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 2
    assert process_tree.wait_until(lambda: all(map(has_ended, pids)), 10)


def has_ended(pid: int) -> bool:
    return process_tree.state_of(pid) in {"", "Z", "X"}
