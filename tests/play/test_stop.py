"""A request to stop is a flag; a process that ignores it is ended."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

HELD = """
import time
from gridbots_referee.play import stop
stop.LAST_RESORT_SECONDS = 0.2
with stop.Stop() as request:
    print(flush=True)
    while {condition}:
        time.sleep(0.01)
time.sleep(0.5)
print("done", flush=True)
"""


@pytest.mark.parametrize(
    ("number", "condition", "code"),
    [
        pytest.param(signal.SIGINT, "True", -signal.SIGALRM, id="held"),
        pytest.param(signal.SIGTERM, "True", -signal.SIGALRM, id="held for good"),
        pytest.param(signal.SIGTERM, "not request", 0, id="heeds"),
    ],
)
def test_a_process_that_hangs_after_a_stop_is_ended(
    number: signal.Signals, condition: str, code: int
) -> None:
    words = [sys.executable, "-P", "-c", HELD.format(condition=condition)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(number)
        assert process.wait(30) == code
        assert process.stdout.read() == (b"" if code else b"done\n")


def test_a_flag_alone_and_a_stop_in_time_leave_no_timer() -> None:
    program = """
import signal
from gridbots_referee.play.stop import Stop
flag = Stop()
flag.request(signal.SIGTERM)
print(bool(flag), signal.getitimer(signal.ITIMER_REAL)[0])
with Stop() as stop:
    signal.raise_signal(signal.SIGTERM)
    print(stop.signal == signal.SIGTERM, signal.getitimer(signal.ITIMER_REAL)[0] > 50)
print(signal.getitimer(signal.ITIMER_REAL)[0])
"""
    words = [sys.executable, "-P", "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "True 0.0\nTrue True\n0.0\n"


def test_a_hangup_that_nohup_ignores_is_no_request() -> None:
    program = """
import signal
from gridbots_referee.play.stop import Stop
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with Stop() as stop:
    signal.raise_signal(signal.SIGHUP)
    print(bool(stop))
print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN)
"""
    words = [sys.executable, "-P", "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "False\nTrue\n"
