"""Commands on small real terminals."""

from __future__ import annotations

import os
import pty
import sys
from pathlib import Path

import pytest
from tests.play.matches import VILLAINS

REFEREE = Path(sys.executable).with_name("referee")
HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"
SMALL = "--set width=6 --set height=6"
MATCH = f"{REFEREE} run '{HONEST} a' '{HONEST} b' {SMALL}"
TOURNAMENT = f"{REFEREE} tournament --bots '{HONEST} a,{HONEST} b' {SMALL}"


@pytest.mark.slow
@pytest.mark.parametrize("size", ["cols 20 rows 6", "cols 1 rows 1", "cols 0 rows 0"])
def test_a_small_terminal_is_not_a_failure(size: str, tmp_path: Path) -> None:
    tables = f"for i in standings crosstable matches; do {REFEREE} $i tournament.db; done"
    code = pty_run(f"stty {size}; {TOURNAMENT} && {tables} && {MATCH} --watch", tmp_path)
    assert code == 0


def pty_run(command: str, folder: Path) -> int:
    """Run a shell command in a new terminal, and return its exit code."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvp("bash", ["bash", "-c", f"set -e; {command}"])  # noqa: S606  our own words
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # its end, on Linux
            data = b""
        if not data:
            break
        shown += data
    os.close(terminal)
    assert b"Traceback" not in shown
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
