"""scripts/standings: the standing table of all bots."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.shipped import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "scripts" / "standings.py"


def standings(folder: Path, *more: str) -> str:
    """The page that it writes."""
    words = ["--bots", "straight,random", "--times", "20,100", "--games", "light-riders"]
    places = ["--stores", str(folder), "--write", str(folder), "--concurrency", "1"]
    command = [sys.executable, str(SCRIPT), *words, *places, *more]
    subprocess.run(command, check=True, capture_output=True, timeout=300, cwd=folder)
    return (folder / "standings.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_each_time_control_has_a_table_and_played_matches_stay(tmp_path: Path) -> None:
    folder, readme = tmp_path / "docs" / "results", tmp_path / "README.md"
    folder.mkdir(parents=True)
    readme.write_text("above\n<!-- leaders -->\n<!-- end of leaders -->\nbelow\n")
    assert "| straight |" not in standings(folder, "--matches", "8")  # they have no results yet
    assert "straight" not in readme.read_text()
    page = standings(folder, "--matches", "10")
    assert page.count("ms per move: 10 matches") == 2
    assert page.count("| straight |") == 2
    page = standings(folder, "--matches", "12")
    lines = readme.read_text().splitlines()
    assert lines[0] == "above"
    assert lines[-1] == "below"
    (row,) = (line for line in lines if line.startswith("| light-riders | straight "))
    assert row.count("random") == 2
    assert page.count("ms per move: 12 matches") == 2
    assert "`best` means" in page


@pytest.mark.slow
def test_tables_from_other_machines_stay(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    page = standings(first, "--matches", "10", "--times", "20")
    (second / "standings.md").write_text(page, encoding="utf-8")
    both = standings(second, "--matches", "12", "--times", "100")
    table = page[page.index("### 20 ms per move: 10 matches") :].strip()
    assert table in both
    assert "--times 20" in table.splitlines()[-1]
    assert str(tmp_path) not in both
    assert both.index(table) < both.index("### 100 ms per move: 12 matches")
    assert both.count("## light-riders") == 1


@pytest.mark.slow
def test_a_local_bot_can_take_part(tmp_path: Path) -> None:
    mine = f"{sys.executable} {ROOT / 'examples/starters/python-gridbots/any_game.py'}"
    page = standings(tmp_path, "--matches", "6", "--add", mine, "--times", "100")
    assert page.count("ms per move: 18 matches") == 1
    assert "any_game.py" in page


@pytest.mark.slow
def test_without_time_the_script_plays_nothing_and_reports_it(tmp_path: Path) -> None:
    page = standings(tmp_path, "--minutes", "0")
    assert "Nothing has been played" in page
    assert "ms per move" not in page
    assert "## light-riders" not in page


@pytest.mark.slow
def test_a_single_player_that_wins_in_fewer_rounds_ranks_higher(tmp_path: Path) -> None:
    who = ["--games", "snake", "--bots", "hamilton,zig-zag-cut"]
    page = standings(tmp_path, *who, "--times", "20", "--matches", "10")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    head, first, second = rows
    assert [first[0], second[0]] == ["zig-zag-cut", "hamilton"]
    assert [first[head.index("score")], second[head.index("score")]] == ["100.0 %"] * 2
    assert int(first[head.index("rounds if won")]) < int(second[head.index("rounds if won")])
