"""Each starter bot, built and started as its header describes, plays well."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridbots.plugins import load_game
from gridbots_referee.scaffold.bot import opening, situations
from gridbots_referee.scaffold.starters import ANY_GAME, STARTERS, Starter, starters

GAMES = ["light-riders", "multisnake", "paperio", "snake"]
LANGUAGES = [
    "c", "cpp", "csharp", "go", "java", "javascript", "lua", "perl", "php", "python",
    "python-gridbots", "ruby", "rust", "shell", "typescript",
]  # fmt: skip
SETTINGS = {"snake": ["preset=corner-8", "max_rounds=200"]}
"""Settings for a short game."""
OPPONENTS = {"light-riders": "straight", "multisnake": "smart-greedy"}
"""Opponents of the starters; in other games they play against themselves."""
FEWEST_MOVES = 10
"""Minimum number of moves of a starter in each match."""
SHORT_GAMES = {"paperio"}
"""Games in which the minimum is for all matches together: one match may be short by chance."""
OF_FEWER_GAMES = {"python-gridbots": [], "shell": ["light-riders"]}
"""In the first, one starter knows the rules of all games; a search in the second takes too long."""
WITHOUT_RULES = [each for each in starters() if each.game == ANY_GAME]


def opponents(name: str, start: str) -> list[str]:
    game = load_game(name)
    others = game.seats(game.make_settings()) - 1
    return [OPPONENTS.get(name, start)] * others


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_starter_for_each_game(language: str) -> None:
    games = {each.game for each in starters() if each.language == language}
    assert games == {ANY_GAME, *OF_FEWER_GAMES.get(language, GAMES)}


def test_the_page_lists_every_starter_with_its_commands() -> None:
    page = (STARTERS / "README.md").read_text()
    for each in starters():
        assert f"`{each.start}`" in page
        assert f"({each.language}/{each.path.name})" in page


def built(starter: Starter, folder: Path) -> None:
    missing = [tool for tool in starter.needs if not shutil.which(tool)]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here")
    shutil.copy(starter.path, folder)
    if starter.build:
        subprocess.run(["sh", "-c", starter.build], cwd=folder, check=True)


def answers(starter: Starter, situation: str, folder: Path) -> list[str]:
    """The answer of a starter built in a folder."""
    requests = [line[2:] for line in situation.splitlines() if line.startswith("> ")]
    done = subprocess.run(
        starter.start.replace("python3", sys.executable).split(), cwd=folder, check=True,
        input="\n".join(requests) + "\n", capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


def check_situation(starter: Starter, situation: str, folder: Path) -> None:
    wanted = [line[2:].split("|") for line in situation.splitlines() if line.startswith("< ")]
    got = answers(starter, situation, folder)
    assert len(got) == len(wanted)
    for answer, among in zip(got, wanted, strict=True):
        assert answer in among


@pytest.mark.slow
@pytest.mark.parametrize("starter", WITHOUT_RULES, ids=lambda each: each.language)
def test_a_starter_for_any_game_names_a_move(starter: Starter, tmp_path: Path) -> None:
    built(starter, tmp_path)
    check_situation(starter, opening(load_game("light-riders")), tmp_path)


def parameter(starter: Starter) -> Any:
    """Slow builds are in the slow set, except for one game in each language."""
    is_quick = starter.game == "light-riders" or starter.language in {"c", "python", "javascript"}
    mark = pytest.mark.slow if is_quick else pytest.mark.nightly
    return pytest.param(starter, marks=mark, id=f"{starter.language}/{starter.path.stem}")


@pytest.mark.parametrize(
    "starter", [parameter(each) for each in starters() if each not in WITHOUT_RULES]
)
def test_a_starter_plays_to_the_end_without_a_warning(starter: Starter, tmp_path: Path) -> None:
    built(starter, tmp_path)
    for text in situations(load_game(starter.game)).values():
        check_situation(starter, text, tmp_path)
    referee = str(Path(sys.executable).parent / "referee")
    bots = [starter.start, *opponents(starter.game, starter.start)]
    settings = [word for text in SETTINGS.get(starter.game, []) for word in ("--set", text)]
    played = subprocess.run(
        [referee, "run", *bots, "--game", starter.game, *settings,
         "--json", "--quiet", "--matches", "2", "--seed", "4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    events = [json.loads(line) for line in played.stdout.splitlines()]
    finished = [event for event in events if event["event"] == "match_finished"]
    assert len(finished) == 2
    moves = []
    for match in finished:
        assert match["how"] == "rules"
        players = [each for each in match["players"] if each["name"].startswith(starter.start)]
        assert players
        for player in players:
            assert player["warnings"] == 0
        moves.append(min(player["moves"] for player in players))
    assert (sum if starter.game in SHORT_GAMES else min)(moves) >= FEWEST_MOVES
