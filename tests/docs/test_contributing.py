"""CONTRIBUTING.md, ARCHITECTURE.md and the recipes are correct; all files that they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
BOT = (ROOT / "docs" / "write-a-bot.md").read_text()
GAME = (ROOT / "docs" / "write-a-game.md").read_text()
GAMES = ROOT / "examples" / "games"


@pytest.mark.parametrize(
    ("part", "game"),
    [
        ("class ClaimSettings", "claim"),
        ("@kernel\ndef step", "claim"),
        ("@hookimpl", "claim"),
        ("@kernel\ndef observe", "seek"),
        ("    return frame_of", "pig"),
    ],
)
def test_code_of_the_game_recipe_is_that_of_the_example(part: str, game: str) -> None:
    (shown,) = (
        code for code in re.findall(r"```python\n(.*?)```", GAME, re.DOTALL) if part in code
    )
    assert shown.startswith(part)
    assert shown in (GAMES / game / f"gridbots_{game}.py").read_text()


@pytest.mark.parametrize("page", [BOT, GAME], ids=["bot", "game"])
def test_a_recipe_installs_its_package_and_tests_it(page: str) -> None:
    commands = "\n".join(re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    assert "pip install ./gridbots-" in commands
    assert "python -m pytest gridbots-" in commands


def test_every_script_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`(scripts/[a-z]+)", PAGE))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_link_leads_to_a_file() -> None:
    pages = [ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)


def test_every_file_that_the_map_names_exists() -> None:
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    sources = ROOT / "framework" / "src" / "gridbots", ROOT / "referee" / "src" / "gridbots_referee"
    files = {file.name for source in sources for file in source.rglob("*.py")}
    files |= {f"{file.parent.name}/" for source in sources for file in source.rglob("*.py")}
    for name in re.findall(r"`([\w/<>]+(?:\.py|/))`", page):
        place = name.replace("<game>", "light_riders")
        assert name in files or any((root / place).exists() for root in (*sources, ROOT)), name
