"""`referee new` writes working bots, plugins and games, and never overwrites files."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from tests.docs.installing import Site
from tests.shipped import ROOT

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.scaffold.starters import starters

if TYPE_CHECKING:
    from pathlib import Path


EXAMPLES = ROOT / "examples"


def new(*words: str) -> int:
    return exit_code(lambda: run_command(["new", *words]))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_bot_is_a_program_with_a_test_and_a_page(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new("bot", "--language", "c", "--game", "snake", "--name", "grass-snake") == 0
    folder = here / "grass-snake"
    names = {path.name for path in folder.iterdir()}
    assert names == {"grass_snake.c", "test.sh", "situations", "README.md"}
    text = (folder / "grass_snake.c").read_text()
    assert "gcc -O2 -o grass_snake grass_snake.c" in text
    output = capsys.readouterr().out
    assert "cd grass-snake" in output
    assert 'referee check "./grass_snake" --game snake' in output
    assert 'referee check "./grass_snake" --game snake' in (folder / "README.md").read_text()


def test_the_name_is_that_of_the_folder_unless_it_is_given(here: Path) -> None:
    assert new("bot", "sub/fast_one", "--language", "javascript") == 0
    assert (here / "sub" / "fast_one" / "fast_one.js").is_file()


def test_a_java_bot_uses_the_name_as_its_class(here: Path) -> None:
    assert new("bot", "--language", "java", "--name", "fast-one") == 0
    assert "public class FastOne {" in (here / "fast-one" / "FastOne.java").read_text()


def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "README.md").write_text("mine")
    assert new("bot", ".", "--language", "python", "--name", "mine") == 2
    assert "README.md exists and would be overwritten" in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["bot"], "missing option --language L; --list shows all languages"),
        (["bot", "--language", "pyton"], "did you mean 'python'?"),
        (["bot", "--language", "c", "--name", "../up"], "such as my-bot, got '../up'"),
        (["bot", "--language", "c", "--game", "chess"], "unknown game 'chess'"),
        (["plugin", "--name", "straight"], "has a bot 'straight'; choose another name"),
        (["game", "--name", "snake"], "the package gridbots has a game 'snake'"),
    ],
)
def test_a_mistake_is_reported_and_nothing_is_written(
    words: list[str], output: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(*words) == 2
    assert output in capsys.readouterr().err
    assert not list(here.iterdir())


def test_the_list_has_each_language_with_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert new("bot", "--list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)["languages"]
    assert listed.keys() == {each.language for each in starters()}
    assert {"light-riders", "multisnake", "paperio", "snake", "any-game"} == set(listed["c"])


def test_a_missing_program_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert new("bot", "--language", "rust", "--json") == 0
    assert json.loads(capsys.readouterr().out)["missing"] == ["rustc"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--language", "c", "--game", "snake"], ["--language", "sh"]])
def test_the_test_of_a_new_bot_passes(words: list[str], here: Path) -> None:
    if "c" in words and not shutil.which("gcc"):
        pytest.skip("no gcc here")
    assert new("bot", "--name", "rover", *words) == 0
    done = Site(here / "site").attempt("sh", "test.sh", folder=here / "rover")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_bot_for_a_third_party_game_has_its_moves_and_settings(here: Path) -> None:
    site = Site(here / "site")
    site.install(EXAMPLES / "games" / "pig")
    site.run("referee", "new", "bot", "--language", "python", "--game", "pig", folder=here)
    program, page = (here / "mybot" / "mybot.py").read_text(), (here / "mybot" / "README.md")
    assert 'MOVES = "roll hold".split()' in program
    assert "| `laps` | " in page.read_text()
    done = site.attempt("sh", "test.sh", folder=here / "mybot")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_new_plugin_and_a_new_game_are_installed_and_pass_their_checks(here: Path) -> None:
    assert new("plugin", "--name", "my-rover") == 0
    assert new("plugin", "--command", "--name", "my-walker") == 0
    assert new("game", "--name", "my-land") == 0
    site = Site(here / "site")
    site.install(*(here / name for name in ("my-rover", "my-walker", "my-land")))
    plugins = ["my-rover", "my-walker"] if shutil.which("perl") else ["my-rover"]
    for name in plugins:
        done = site.attempt("referee", "check", name)
        assert done.returncode == 0, done.stdout + done.stderr
    checked = site.attempt("gridbots", "check-game", "my-land", "--seconds", "4")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    played = site.attempt("referee", "run", "--game", "my-land", "random", "random", folder=here)
    assert played.returncode == 0, played.stderr
