"""Diagnosis in parts: situations of every game, faults in real matches, opponents."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridbots.limits import Limits
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.diagnosis.diagnosis import Examination
from gridbots_referee.diagnosis.matches import opponents
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.session import Session
from gridbots_referee.play.stop import Stop

if TYPE_CHECKING:
    from gridbots.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
PASSES = "$| = 1; while (<STDIN>) { print qq(pass\\n) if /^action/ }"
CRASHES_LATE = """
import sys

seat = width = rounds = 0
for line in sys.stdin:
    match line.split():
        case ["settings", "your_botid", seat]: pass
        case ["settings", "field_width", text]: width = int(text)
        case ["update", "game", "round", text]: rounds = int(text)
        case ["update", "game", "field", field]:
            cells = ["x"] * (width + 1)
            for row in range(0, len(field), 2 * width):
                cells += [*field[row : row + 2 * width : 2], "x"]
            cells += ["x"] * (width + 1)
        case ["action", *_]:
            if rounds >= 12:
                raise ValueError("late")
            here = cells.index(seat)
            ways = {"up": -width - 1, "right": 1, "down": width + 1, "left": -1}
            free = [way for way, step in ways.items() if cells[here + step] == "."]
            print(*(free or ["pass"])[:1], flush=True)
"""


def game_named(name: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    if not (EXAMPLES / name).is_dir():
        return load_game(name)
    monkeypatch.syspath_prepend(str(EXAMPLES / name))
    return importlib.import_module(f"gridbots_{name}").gridbots_game()


def session_of(game: Game, argv: tuple[str, ...], matches: int = 1) -> Session:
    settings = game.make_settings({})
    launches = (Launch("bot", "bot", argv),) * game.seats(settings)
    return Session(game, settings, 1, matches, launches, Limits())


@pytest.mark.skipif(not shutil.which("perl"), reason="no perl here")
@pytest.mark.parametrize(
    "name",
    [
        "light-riders",
        "paperio",
        *[
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("multisnake", "snake", "claim", "connect", "pig", "seek")
        ],
    ],
)
def test_no_fault_is_found_in_a_bot_that_passes_in_any_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()
    session = session_of(game_named(name, monkeypatch), ("perl", "-e", PASSES))
    log: list[tuple[str, str]] = []
    examination = Examination(session, stop, lambda *stage: log.append(stage))
    examination.try_situations()
    stop.close()
    found = examination.diagnosis()
    assert found.is_well, found.faults
    assert len(found.situations) > 8
    assert log[:2] == [
        ("situation 1: at the start", ""),
        ("situation 1: at the start", ", request 1"),
    ]


def test_a_crash_that_only_matches_show_is_one_fault_in_either_seat(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(CRASHES_LATE)
    argv = ("python3", "-S", "-E", str(tmp_path / "bot.py"))
    stop = Stop()
    session = session_of(load_game("light-riders"), argv, matches=2)
    log: list[tuple[str, str]] = []
    examination = Examination(session, stop, lambda *stage: log.append(stage))
    examination.play(session, "itself", tmp_path / "records")
    stop.close()
    assert {
        ("matches against itself", ""),
        ("matches against itself", ", match 2 of 2, round 12"),
    } <= {*log}
    (fault,) = examination.diagnosis().faults
    assert (fault.kind, fault.cause, fault.count) == ("crash", "ValueError: late", 4)
    assert (fault.where, fault.round) == ("in a match against itself, seed 1", 12)
    assert Path(fault.record).exists()


def test_the_opponents_are_simple_bots_that_play_the_game() -> None:
    assert opponents("light-riders", installed_bots()) == ["random", "wall-hugger", "straight"]
    assert opponents("claim", installed_bots()) == ["random"]
