"""The recipes of CONTRIBUTING.md are carried out word for word."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.docs.installing import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
BLOCK = re.compile(
    r"(?:^ *File: `(?P<path>[^`\n]+)`\n\n)?^ *```(?P<kind>[a-z]*)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
RECIPES = ["A new bot", "A new game"]


def blocks(title: str) -> Iterator[tuple[str | None, str, str]]:
    """The fenced blocks of a section, in order: path, kind and text."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    for block in BLOCK.finditer(section):
        yield block["path"], block["kind"], textwrap.dedent(block["text"])


def carry_out(title: str, site: Site, folder: Path) -> None:
    """Write the files of a section, run its commands, and compare what it says they print."""
    printed = ""
    for path, kind, text in blocks(title):
        if path is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        elif kind == "sh":
            printed = site.run("sh", "-eu", "-c", text, folder=folder)
        elif kind == "output":
            assert printed == text
        else:
            assert kind == "console", "a block is a file, commands, their output or a session"
            for command in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
                done = site.attempt("sh", "-eu", "-c", command, folder=folder)
                assert done.returncode == 0, command + done.stdout + done.stderr
                if command.startswith("referee check"):
                    assert "no fault found" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("title", RECIPES)
def test_recipe(title: str, tmp_path: Path) -> None:
    carry_out(title, Site(tmp_path / "site"), tmp_path)


def test_the_new_game_is_the_example() -> None:
    files = {path: text for path, _, text in blocks("A new game") if path}
    for name in ("pyproject.toml", "gridbots_claim.py"):
        example = ROOT / "examples" / "games" / "claim" / name
        assert files[f"gridbots-claim/{name}"] == example.read_text()


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_has_files_and_commands(title: str) -> None:
    found = list(blocks(title))
    assert [path for path, _, _ in found if path and path.endswith("pyproject.toml")]
    assert [kind for path, kind, _ in found if path is None and kind == "sh"]


def test_every_script_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(scripts/[a-z]+)", PAGE))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_link_leads_somewhere() -> None:
    pages = [ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)
