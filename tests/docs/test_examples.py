"""The packages under examples/ are installed, listed and played like any other plugin."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.docs.installing import Site

from gridbots.__main__ import CANNOT_START, USAGE

EXAMPLES = Path(__file__).parents[2] / "examples"

LIST = """
import json, sys
from gridbots.plugins import installed_bots, installed_games
kinds = {"bots": installed_bots(), "games": installed_games()}
names = ("package", "version", "games", "options")
listed = {
    kind: {name: {each: getattr(plugin, each) for each in names} for name, plugin in found.items()}
    for kind, found in kinds.items()
}
listed["imported"] = sorted(sys.modules)
print(json.dumps(listed))
"""

LOAD = """
from gridbots.errors import PluginError
from gridbots.plugins import load_bot
try:
    load_bot("broken")
except PluginError as error:
    print(error)
    print(repr(error.__cause__))
print(load_bot("spiral").summary)
"""

GREETING = """\
settings player_names player0,player1
settings your_bot player1
settings timebank 10000
settings time_per_move 200
settings your_botid 1
"""
BOARD = GREETING + "settings field_width 6\nsettings field_height 4\n"


def requests(*places: int) -> str:
    """The lines for rider 1 on its way along these cells of a 6x4 board; rider 0 stands still."""
    lines = BOARD
    for number, place in enumerate(places):
        letters = ["x" if cell in places[:number] else "." for cell in range(24)]
        letters[18], letters[place] = "0", "1"
        lines += f"update game round {number}\nupdate game field {','.join(letters)}\n"
        lines += "action move 10000\n"
    return lines


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = Site(tmp_path_factory.mktemp("site"))
    made.install(*(EXAMPLES / name for name in ("plugin-bot", "plugin-command", "games/claim")))
    return made


def listing(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(site.run(sys.executable, "-c", LIST))
    return found


def test_the_examples_are_listed_without_being_imported(site: Site) -> None:
    listed = listing(site)
    spiral, zigzag, claim = (
        listed["bots"]["spiral"],
        listed["bots"]["zigzag"],
        listed["games"]["claim"],
    )
    assert (spiral["package"], spiral["version"]) == ("gridbots-spiral", "1.0.0")
    assert (spiral["games"], spiral["options"]) == (["light-riders"], {"light-riders": ["hand"]})
    assert (zigzag["package"], zigzag["version"]) == ("gridbots-zigzag", "1.0.0")
    assert (zigzag["games"], zigzag["options"]) == (["light-riders"], {"light-riders": ["every"]})
    assert (claim["package"], claim["version"]) == ("gridbots-claim", "1.0.0")
    assert not {"gridbots_spiral", "gridbots_zigzag", "gridbots_claim"} & set(listed["imported"])


@pytest.mark.parametrize(
    ("options", "places", "replies"),
    [
        ([], [16, 10, 11, 17], "up right down down"),
        (["hand=left"], [16, 22, 23, 17], "down right up up"),
    ],
)
def test_the_plugin_bot_plays(
    site: Site, options: list[str], places: list[int], replies: str
) -> None:
    assert site.gridbots("spiral", *options, text=requests(*places)).split() == replies.split()


@pytest.mark.parametrize(
    ("options", "places", "replies"),
    [
        ([], [1, 2, 8, 9], "right down right down"),
        (["every=2"], [1, 2, 3, 9], "right right down down"),
    ],
)
@pytest.mark.skipif(shutil.which("perl") is None, reason="needs perl")
def test_the_plugin_command_plays(
    site: Site, options: list[str], places: list[int], replies: str
) -> None:
    assert site.gridbots("zigzag", *options, text=requests(*places)).split() == replies.split()


@pytest.mark.parametrize("name", ["spiral", "zigzag"])
def test_a_wrong_option_is_named(site: Site, name: str) -> None:
    done = site.attempt(sys.executable, "-m", "gridbots", name, "depth=3")
    assert done.returncode == USAGE
    assert f"unknown option 'depth' of {name}" in done.stderr


CLAIM_REQUESTS = f"""\
{GREETING}\
settings width 4
settings height 4
settings max_rounds 9
update game round 0
update game max_rounds 9
update game walkers 7,28,0,0
update game scores 0,0,0,0
update game field .,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.
action move 10000
update game round 1
update game max_rounds 9
update game walkers 8,22,0,0
update game scores 1,1,0,0
update game field .,0,.,.,.,.,.,.,.,.,.,1,.,.,.,.
action move 10000
"""


def test_the_plugin_game_is_played_by_a_bot_that_does_not_know_it(site: Site) -> None:
    replies = site.gridbots("--game", "claim", "random", "seed=1", text=CLAIM_REQUESTS).split()
    assert len(replies) == 2
    assert replies[0] in {"up", "left"}
    assert replies[1] in {"up", "down", "left"}


@pytest.mark.parametrize("game", sorted(path.name for path in (EXAMPLES / "games").iterdir()))
def test_an_example_game_is_one_file_of_a_hundred_lines(game: str) -> None:
    folder = EXAMPLES / "games" / game
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == [
        f"gridbots_{game}.py",
        "pyproject.toml",
    ]
    assert len((folder / f"gridbots_{game}.py").read_text().splitlines()) <= 100


def test_a_bot_for_another_game_reports_it(site: Site) -> None:
    done = site.attempt(sys.executable, "-m", "gridbots", "--game", "claim", "spiral")
    assert done.returncode == USAGE
    assert "spiral plays light-riders, got claim" in done.stderr


@pytest.mark.parametrize(
    "asked",
    [
        ["--game", "claim", "--set", "seats=3", "random", "random", "random"],
        ["spiral:hand=left", "straight"],
    ],
    ids=["claim", "spiral"],
)
def test_the_referee_plays_a_plugin_and_verifies_the_record(
    site: Site, asked: list[str], tmp_path: Path
) -> None:
    played = site.attempt("referee", "run", *asked, "--out", "records", folder=tmp_path)
    assert played.returncode == 0, played.stderr
    (record,) = (tmp_path / "records").iterdir()
    verified = site.attempt("referee", "verify", str(record))
    assert verified.returncode == 0, verified.stderr


BROKEN = {
    "pyproject.toml": """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "gridbots-broken"
version = "1.0.0"

[project.entry-points."gridbots.bots"]
broken = "gridbots_broken"
""",
    "gridbots_broken.py": "raise RuntimeError('out of order')\n",
}


def test_a_broken_plugin_affects_nothing_else(tmp_path: Path) -> None:
    package = tmp_path / "broken"
    package.mkdir()
    for name, text in BROKEN.items():
        (package / name).write_text(text)
    site = Site(tmp_path / "site")
    site.install(package, EXAMPLES / "plugin-bot")
    assert {"broken", "random", "spiral"} <= set(listing(site)["bots"])
    error, *others = site.run(sys.executable, "-c", LOAD).splitlines()
    named = "the bot 'broken' of gridbots-broken cannot be loaded: RuntimeError: out of order"
    assert error.startswith(f"{named} (")
    assert "gridbots_broken.py:1: raise RuntimeError" in error
    assert others == ["RuntimeError('out of order')", "turns to the same side whenever it can"]
    assert site.gridbots("spiral", text=requests(16)) == "up\n"
    done = site.attempt(sys.executable, "-m", "gridbots", "broken")
    assert done.returncode == CANNOT_START
    assert "out of order" in done.stderr
