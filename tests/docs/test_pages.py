"""README and the pages of docs are executed: their bot plays, and their commands run."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.docs.installing import Site

from gridbots import record
from gridbots.plugins import load_game

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", ROOT / "protocol.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind: str, page: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_bot_and_all_commands_of_the_readme(tmp_path: Path) -> None:
    (bot,) = blocks("python", README)
    (tmp_path / "mybot.py").write_text(bot)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    site = Site(tmp_path / "site")
    for commands in blocks("sh", README):
        done = subprocess.run(
            ["sh", "-eux", "-c", commands],
            cwd=tmp_path,
            env=site.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "FAULT" not in done.stdout


def test_the_bot_of_the_readme_has_ten_lines() -> None:
    (bot,) = blocks("python", README)
    assert len([line for line in bot.splitlines() if line]) == 10


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["straight", "wall-hugger"])
def test_the_bot_of_the_readme_wins_four_of_five_matches(opponent: str, tmp_path: Path) -> None:
    (bot,) = blocks("python", README)
    (tmp_path / "mybot.py").write_text(bot)
    command = ["referee", "run", "python3 mybot.py", opponent, "--matches", "100", "--seed", "1"]
    events = Site(tmp_path / "site").run(*command, "--json", "--quiet", folder=tmp_path)
    finished = [json.loads(line) for line in events.splitlines()[1::2]]
    winners = [each["players"][winner]["name"] for each in finished
               if (winner := each["outcome"]["winner"]) is not None]  # fmt: skip
    assert len(finished) == 100
    assert winners.count("python3 mybot.py") >= 80


def test_every_field_of_the_events_is_on_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "referee.md").read_text()
    command = ["referee", "run", "straight", "straight", "--json", "--quiet"]
    output = Site(tmp_path / "site").run(*command, folder=tmp_path)
    started, finished = map(json.loads, output.splitlines())
    player = finished["players"][0]
    for name in {*started, *finished, *player, *player["times"], *finished["outcome"]}:
        assert f"`{name}`" in page, name


def test_every_field_of_a_record_is_on_the_page() -> None:
    page = (ROOT / "docs" / "referee.md").read_text()
    for line in (record.Match, record.Round, record.Result):
        for name in line.__struct_fields__:
            assert f"`{name}`" in page, name


def test_every_feature_is_on_the_page() -> None:
    page = (ROOT / "docs" / "learning.md").read_text()
    for name in ("light-riders", "multisnake", "paperio", "snake"):
        features = ", ".join(f"`{feature}`" for feature in load_game(name).features)
        assert f"| `{name}` | {features} |" in page


def test_features_are_weighed_as_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "learning.md").read_text()
    (shown,) = (block for block in blocks("py", page) if "print(evaluate(" in block)
    exec(shown, {})  # noqa: S102  that is what readers do
    assert capsys.readouterr().out == "9.0\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_has_a_target(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_named_script_exists(page: Path) -> None:
    for name in re.findall(r"\bscripts/[a-z]+", page.read_text()):
        assert (ROOT / name).exists(), name


def test_the_readme_installs_into_the_environment_of_the_checkout() -> None:
    before, command, _ = README.partition("referee install ./examples/plugin-bot")
    assert command
    assert "\n    . .venv/bin/activate\n" in before
