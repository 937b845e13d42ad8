"""CPU time of a process tree without cgroups."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.transport.usage import HAS_CPU_CLOCKS, TreeCpu

pytestmark = pytest.mark.skipif(not HAS_CPU_CLOCKS, reason="this system tells no such time")

SPINS = """
import os, time
if os.fork() == 0:
    os.setsid()
    while time.process_time() < 0.05:
        pass
    print("done", flush=True)
    time.sleep(9)
"""
WAITS = "import os; os.wait()"


def test_a_helper_in_its_own_session_counts() -> None:
    process_tree.adopt_orphans()
    helped = [sys.executable, "-S", "-E", "-c", SPINS + "else: " + WAITS]
    with subprocess.Popen(helped, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        tree = TreeCpu(process.pid)
        process.stdout.readline()
        assert tree.cpu_time() > 45_000_000
        assert tree.has_children
        process.kill()
        process.wait()
        assert tree.cpu_time() > 45_000_000, "the dead have used it all the same"
        tree.close()
    process_tree.sweep()


def test_a_single_process_has_no_time_of_descendants() -> None:
    with subprocess.Popen(["sleep", "9"]) as process:
        tree = TreeCpu(process.pid)
        assert tree.cpu_time() == 0
        assert not tree.has_children
        process.kill()
    tree.close()


def test_a_process_that_has_ended_is_no_error() -> None:
    with subprocess.Popen(["true"]) as process:
        pass
    assert TreeCpu(process.pid).cpu_time() == 0
