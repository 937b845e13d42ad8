"""The starter bots in other languages: built and started as their headers say, each plays well."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

STARTERS = Path(__file__).parents[2] / "examples" / "starters"
FILES = sorted(path for path in STARTERS.glob("*/*.*") if path.suffix != ".class")
LANGUAGES = {
    "light-riders": {"c", "cpp", "java", "javascript", "perl", "python", "rust", "shell"},
    "paperio": {"c", "python"},
}
RIVALS = {"light-riders": ("straight", 10), "paperio": (None, 8)}
"""Who plays against a starter (None: itself), and how many moves such matches have at least."""


def game_of(path: Path) -> str:
    """The game that a starter plays, by the name of its file in the manner of its language."""
    plain = path.stem.lower().replace("_", "")
    return next(name for name in LANGUAGES if name.replace("-", "") == plain)


def header(path: Path, name: str) -> str | None:
    """What the comment at the top says of Build, Start or Needs."""
    found = re.search(rf"\b{name}: (.+?)(?: \*/)?$", path.read_text(), re.MULTILINE)
    return found and found[1].strip()


def test_there_is_a_starter_for_each_language() -> None:
    found: dict[str, set[str]] = {name: set() for name in LANGUAGES}
    for path in FILES:
        found[game_of(path)].add(path.parent.name)
    assert found == LANGUAGES


def test_the_page_lists_every_starter_with_its_commands() -> None:
    page = (STARTERS / "README.md").read_text()
    for path in FILES:
        assert f"`{header(path, 'Start')}`" in page
        assert f"({path.parent.name}/{path.name})" in page


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{game_of(path)}")
def test_a_starter_plays_to_the_end_without_a_warning(path: Path, tmp_path: Path) -> None:
    needs, start = header(path, "Needs"), header(path, "Start")
    assert needs
    assert start
    missing = [tool for tool in needs.split() if not shutil.which(tool)]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here")
    shutil.copy(path, tmp_path)
    build = header(path, "Build")
    if build:
        subprocess.run(build.split(), cwd=tmp_path, check=True)
    referee = str(Path(sys.executable).parent / "referee")
    rival, moves = RIVALS[game_of(path)]
    options = ["--json", "--quiet", "--matches", "2", "--seed", "4", "--game", game_of(path)]
    played = subprocess.run(
        [referee, "run", start, rival or start, *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    events = [json.loads(line) for line in played.stdout.splitlines()]
    finished = [event for event in events if event["event"] == "match_finished"]
    assert len(finished) == 2
    for match in finished:
        assert match["how"] == "rules"
        players = [each for each in match["players"] if each["name"].startswith(start)]
        assert len(players) == (1 if rival else 2)
        for player in players:
            assert player["warnings"] == 0
            assert player["moves"] >= moves
