"""Progress of a tournament in a terminal."""

from __future__ import annotations

import io
import os
import time
from typing import TYPE_CHECKING

import pytest
from tests.tournament.simulated import by_number, make_tournament, play_out

from gridbots_referee.show.progress import tournament_console
from gridbots_referee.show.progress.tournament_console import TournamentConsole
from gridbots_referee.show.terminal.screen import Screen
from gridbots_referee.show.terminal.style import Style

if TYPE_CHECKING:
    from gridbots_referee.tournament.stats.played import PlayedMatch


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(played: list[PlayedMatch], monkeypatch: pytest.MonkeyPatch) -> str:
    """The picture of the console of three entrants after these matches."""
    terminal = Terminal()
    screen = Screen(terminal, Style(), lambda: os.terminal_size((100, 30)))
    monkeypatch.setattr(tournament_console, "Screen", lambda _: screen)
    monkeypatch.setattr(tournament_console, "TERMINAL_SECONDS", 0)
    monkeypatch.setattr(tournament_console, "load_per_core", lambda: 0.0)
    monkeypatch.setenv("TERM", "xterm")
    console = TournamentConsole(["ada", "bob", "cleo"], as_json=False, quiet=False)
    console.count_played(played)
    console.stage_started(4, len(played))
    with console:
        console.heartbeat()
        text = terminal.getvalue()
    return text.replace("\x1b[K", "")


def test_the_table_is_by_score_and_has_elo(monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn(play_out(make_tournament(3), by_number)[1], monkeypatch)
    assert "   name  points  matches  W-D-L  forfeits    score   Elo\n" in text
    assert "1  ada        4        4  4-0-0         0  100.0 %  +" in text
    assert "3  cleo       0        4  0-0-4         0    0.0 %  -" in text


def test_the_time_left_does_not_count_what_was_compiled_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    terminal = Terminal()
    screen = Screen(terminal, Style(), lambda: os.terminal_size((100, 30)))
    monkeypatch.setattr(tournament_console, "Screen", lambda _: screen)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setenv("TERM", "xterm")
    console = TournamentConsole(["ada", "bob"], as_json=False, quiet=False, plays_here=False)
    now = 600.0
    console.stage_started(4, 0)
    console._done = 1
    now = 602.0
    with console:
        console.heartbeat()
    assert "30.0 matches/min  6 s left" in terminal.getvalue()


@pytest.mark.parametrize("seats", [0, 3])
def test_without_matches_of_two_there_is_no_elo(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    played = play_out(make_tournament(3, seats=3), by_number)[1] if seats else []
    text = drawn(played, monkeypatch)
    assert "   name  points  matches  W-D-L" in text
    assert "Elo" not in text
