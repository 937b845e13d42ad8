"""The starter bots in other languages: built and started as their headers say, each plays well."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gridbots.plugins import load_game

STARTERS = Path(__file__).parents[2] / "examples" / "starters"
SOURCES = {".c", ".cpp", ".java", ".js", ".pl", ".py", ".rs", ".sh"}
FILES = sorted(path for path in STARTERS.glob("*/*") if path.suffix in SOURCES)

SETTINGS = {"snake": ["preset=corner-8"]}
"""Settings with which a game is short."""
OPPONENTS = {"light-riders": "straight", "multisnake": "smart-greedy"}
"""Whom the starters play; themselves in games that are not listed."""
FEWEST_MOVES = {"paperio": 8}
"""How many moves such matches have at least, where it is not 10."""


def game_of(path: Path) -> str:
    """The game of a starter, by the name of its file: LightRiders.java, light_riders.py."""
    words = re.findall("[A-Z]?[a-z]+", path.stem)
    return "-".join(words).lower()


def header(path: Path, name: str) -> str | None:
    """What the comment at the top says of Build, Start or Needs."""
    found = re.search(rf"\b{name}: (.+?)(?: \*/)?$", path.read_text(), re.MULTILINE)
    return found and found[1].strip()


def opponents(name: str, start: str) -> list[str]:
    game = load_game(name)
    others = game.seats(game.make_settings()) - 1
    return [OPPONENTS.get(name, start)] * others


def test_there_is_a_starter_for_each_language() -> None:
    languages = {path.parent.name for path in FILES if game_of(path) == "light-riders"}
    assert languages == {"c", "cpp", "java", "javascript", "perl", "python", "rust", "shell"}


@pytest.mark.parametrize("game", ["light-riders", "multisnake", "paperio", "snake"])
def test_every_game_has_a_starter_in_python_and_in_c(game: str) -> None:
    assert {"python", "c"} <= {path.parent.name for path in FILES if game_of(path) == game}


def test_the_page_lists_every_starter_with_its_commands() -> None:
    page = (STARTERS / "README.md").read_text()
    for path in FILES:
        assert f"`{header(path, 'Start')}`" in page
        assert f"({path.parent.name}/{path.name})" in page


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
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
    bots = [start, *opponents(game_of(path), start)]
    settings = [word for text in SETTINGS.get(game_of(path), []) for word in ("--set", text)]
    played = subprocess.run(
        [referee, "run", *bots, "--game", game_of(path), *settings,
         "--json", "--quiet", "--matches", "2", "--seed", "4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    events = [json.loads(line) for line in played.stdout.splitlines()]
    finished = [event for event in events if event["event"] == "match_finished"]
    assert len(finished) == 2
    for match in finished:
        assert match["how"] == "rules"
        players = [each for each in match["players"] if each["name"].startswith(start)]
        assert players
        for player in players:
            assert player["warnings"] == 0
            assert player["moves"] >= FEWEST_MOVES.get(game_of(path), 10)
