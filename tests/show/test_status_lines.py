"""Progress of long commands: in place in a terminal, and from time to time in a log."""

from __future__ import annotations

import os
import sys

import pytest

from gridbots_referee.show.progress import console
from gridbots_referee.show.terminal.screen import Screen


class Watch:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(console, "time", made)
    return made


def test_a_log_shows_the_stage_of_a_slow_command_only(
    watch: Watch, capsys: pytest.CaptureFixture[str]
) -> None:
    with console.StageLine() as line:
        for second in range(25):
            watch.now = second
            line.update(f"stage {second // 12}", "" if second % 12 == 0 else f", step {second}")
    assert capsys.readouterr().err == "stage 0, step 10 ...\nstage 1, step 20 ...\n"


def test_a_terminal_shows_each_stage_at_once(
    watch: Watch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(Screen, "_asked_size", lambda _: os.terminal_size((20, 24)))
    with console.StageLine() as line:
        line.update("first", "")
        line.update("first", ", step 1")
        watch.now = 0.5
        line.update("first", ", step 2 of very many")
        line.update("second", "")
    shown = capsys.readouterr().err.split("\x1b[K")
    assert shown == ["\rfirst ...", "\rfirst, step 2 of v…", "\rsecond ...", "\r", ""]
