"""A game that raises an error is named with the author's line, and no bot loses because of it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from tests.broken_games import Stranger

from gridbots import record

if TYPE_CHECKING:
    from pathlib import Path

HERE = "here, is_alone = walkers[seat], True"
LATER = 'here, is_alone = walkers[seat + 9 * (state["rounds"] > 5)], True'
"""An index that is out of range from the seventh round on."""
SPACE = "here, cells, space ="
RUN = ("referee", "run", "--game", "claim", "random", "random", "--seed", "1")
TOURNAMENT = ("referee", "tournament", "--game", "claim", "--matches", "2", "--store", "t.db")


def broken_step(tmp_path: Path) -> tuple[Stranger, str]:
    """A game with LATER, and the error that it raises."""
    game = Stranger(tmp_path, HERE, LATER)
    return game, f"game 'claim': IndexError: list index out of range {game.place(LATER)}"


def test_a_match_in_which_the_game_raises_an_error_is_void(tmp_path: Path) -> None:
    game, error = broken_step(tmp_path)
    done = game.run(*RUN, "--matches", "6")
    assert (done.returncode, done.stderr) == (3, f"Match 1: Void, {error}.\n")
    assert "1 match: 1 void." in done.stdout
    assert f"Void, {error}.\n" in game.run(*RUN).stdout
    result = record.read(min(game.folder.glob("records/*"))).result
    assert (result.how, result.outcome, result.rounds, result.cause) == ("void", None, 7, error)
    assert {player.termination for player in result.players} == {"stopped"}


def test_a_tournament_stops_with_the_error_of_the_game(tmp_path: Path) -> None:
    game, error = broken_step(tmp_path)
    done = game.run(*TOURNAMENT, "--bots", "random,random:seed=3")
    assert done.returncode == 3
    assert f"referee: match 1-1 cannot be played: {error}\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_check_reports_an_error_once(tmp_path: Path) -> None:
    game, error = broken_step(tmp_path)
    error = error.removeprefix("game 'claim': ")
    done = game.run("gridbots", "check-game", "claim", "--seeds", "1", "--seconds", "0")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count(str(game.file)) == 1
    assert f"expected no error, got {error}\n        the same error breaks " in done.stdout
    done = game.run("gridbots", "check-game", "claim", "--seconds", "0", "--json")
    examples = [each["example"] for each in json.loads(done.stdout)["laws"] if each["broken"]]
    assert len(examples) > 9
    assert {each["cause"] for each in examples} == {game.place(LATER)[1:-1]}


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        pytest.param('border(state["cells"]', 'border(state["cell"]',
                     "game 'claim': ValueError: no field of name cell", id="setup"),
        pytest.param("return not is_over(state)", "return not is_over(stat)",
                     "game 'claim': NameError: name 'stat' is not defined", id="accepts"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_opened_plays_no_match(
    tmp_path: Path, old: str, new: str, error: str
) -> None:
    game = Stranger(tmp_path, old, new)
    done = game.run(*RUN)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"referee: {error} {game.place(new)}\n"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        pytest.param("import numpy as np", "import numpyy as np",
                     "ModuleNotFoundError: No module named 'numpyy'", id="import"),
        pytest.param("if is_over(state):", "if is_over(state)",
                     "SyntaxError: expected ':'", id="syntax"),
        pytest.param("lambda settings: settings.seats", "lambda settings: settings.seat",
                     "AttributeError: 'ClaimSettings' object has no attribute 'seat'", id="seats"),
        pytest.param("@kernel\ndef accepts", "def accepts",
                     "game 'claim': expected a function marked @kernel as accepts, got accepts",
                     id="kernel"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_loaded_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, error: str
) -> None:
    game = Stranger(tmp_path, old, new)
    place = game.place(new)
    done = game.run("referee", "run", "--game", "claim", "random", "random")
    assert (done.returncode, done.stdout) == (2, "")
    why = "referee: the game 'claim' of gridbots-claim cannot be loaded: "
    assert done.stderr == f"{why}{error} {place}\n"


WIRE = """
class Wire:
    def settings_lines(self, settings):
        return []

    def updates(self, observation, seat):
        return b"update game cells x\\n"

    def read_settings(self, values, seats):
        return ClaimSettings()

    def read_updates(self, previous, settings, updates):
        return updates["field"]


@hookimpl"""
LETTERS = "expected values below 2 in cells, one for each of the letters '.x' of the Board, got "


@pytest.mark.parametrize(
    "way", [(), pytest.param(("--in-process",), marks=pytest.mark.slow, id="in-process")]
)
def test_a_bot_does_not_lose_because_it_cannot_read_the_lines_of_the_game(
    tmp_path: Path, way: tuple[str, ...]
) -> None:
    game = Stranger(tmp_path, "@hookimpl", WIRE, ("board=Board", "wire=Wire(), board=Board"))
    done = game.run(*RUN, *way)
    line = game.place('updates["field"]')
    assert (done.returncode, done.stderr) == (3, "")
    assert f"Void, game 'claim': KeyError: 'field' {line}.\n" in done.stdout


def test_a_cell_without_a_letter_is_reported(tmp_path: Path) -> None:
    done = Stranger(tmp_path, 'Board(".x0123"', 'Board(".x"').run(*RUN)
    assert done.returncode == 3
    assert f"Void, game 'claim': {LETTERS}" in done.stdout


def test_a_picture_that_is_no_frame_is_reported(tmp_path: Path) -> None:
    frame = 'frame=lambda state, previous: "picture", board=Board'
    game = Stranger(tmp_path, "board=Board", frame)
    done = game.run(*RUN, "--watch")
    assert done.returncode == 3
    assert f"expected a Frame from frame {game.place(frame)}, got 'picture'" in done.stdout


CANNOT_COMPILE = "best = max([0.0], default=1.0)"
DIVIDES = '1 // (state["rounds"] - 5)'
"""By zero after five rounds: an error of compiled code, which names no line."""


@pytest.mark.slow
@pytest.mark.parametrize("words", [RUN[:4], TOURNAMENT], ids=["run", "tournament"])
@pytest.mark.parametrize(
    ("code", "error"),
    [(CANNOT_COMPILE, "compilation fails: "), (DIVIDES, "FloatingPointError: ")],
    ids=["compilation", "division"],
)
def test_a_bot_does_not_lose_because_of_the_evaluation_of_the_game(
    tmp_path: Path, words: tuple[str, ...], code: str, error: str
) -> None:
    game = Stranger(tmp_path, SPACE, f"{code}\n    {SPACE}")
    bots = ("minimax:depth=1", "random")
    done = game.run(*words, *(["--bots", ",".join(bots)] if "--store" in words else bots))
    output = done.stdout + done.stderr
    assert done.returncode == 3
    assert output.count(f"game 'claim': {error}") == 1
    assert game.place(code) in output


EXPERIMENT = """
name = "compiled"
title = "Compiled"
game = "claim"
matches = 2
quick = 2
notes = "Two bots that move at random."

[[lineups]]
name = "random"
bots = ["random:seed=1", "random:seed=2"]
rows = [{ measure = "win %", players = "random:seed=1" }]
"""


def test_an_experiment_reports_an_index_that_compiled_code_does_not_check(tmp_path: Path) -> None:
    game, error = broken_step(tmp_path)
    (game.folder / "e.toml").write_text(EXPERIMENT)
    done = game.run("referee", "experiment", "e.toml")
    assert done.returncode == 3
    assert done.stderr.endswith(f"referee: {error}\n")


@pytest.mark.slow
def test_a_bot_does_not_lose_because_the_game_crashes_its_compiled_search(tmp_path: Path) -> None:
    far = HERE.replace("[seat]", '[seat + 100_000_000 * (state["rounds"] > 5)]')
    game = Stranger(tmp_path, HERE, far)
    done = game.run(*RUN[:4], "minimax:depth=6", "random", "--seed", "1")
    assert done.returncode == 3
    assert game.place(far) in done.stdout + done.stderr


@pytest.mark.slow
def test_a_bot_that_blames_a_sound_game_forfeits(tmp_path: Path) -> None:
    game = Stranger(tmp_path, SPACE, SPACE)
    bot = game.folder / "liar.py"
    bot.write_text(f"import sys\nsys.exit('File \"{game.file}\", line 60: IndexError')\n")
    done = game.run(*RUN[:4], f"{sys.executable} {bot}", "random")
    assert done.returncode == 0
    assert "random won" in done.stdout
