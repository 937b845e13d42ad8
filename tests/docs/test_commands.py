"""The commands of the pages work: `sh` blocks, and lines after `$` in `console` blocks.

README and protocol.md have tests of their own. A fence with the word `no-test` holds commands that
take long, open a browser or need something that is missing here. A block after "File: `NAME`" is
the content of that file; a block `output` is what the commands before it print. Numba is hidden,
because compiling would take minutes, except on pages about compiled code.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.docs.installing import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for pattern in (
        "docs/*.md",
        "docs/results/algorithms.md",
        "framework/*.md",
        "referee/*.md",
        "bots/*/*.md",
        "games/*/README.md",
        "examples/**/*.md",
    )
    for page in sorted(ROOT.glob(pattern))
]
BLOCK = re.compile(
    r"(?:^File: `(?P<path>[^`\n]+)`\n\n)?^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)

PIP = """\
import re, subprocess, sys
from importlib.metadata import metadata

for wanted in sys.argv[2:]:
    if "/" in wanted:
        subprocess.run([INSTALLER, "install", wanted], check=True)
    else:
        name, extra = re.fullmatch(r"([\\w-]+)(?:\\[(\\w+)\\])?", wanted).groups()
        extras = metadata(name).get_all("Provides-Extra") or []
        assert extra in [None, *extras], f"{name} has no extra {extra}"
"""
"""Stands in for pip: installs folders, and checks that other packages and extras exist here."""
COMPILED = {ROOT / "docs" / "write-a-game.md"}
"""Pages whose commands compile."""
WITHOUT_NUMBA = "import sys\nsys.modules['numba'] = None\n"


class Block(NamedTuple):
    path: str | None
    words: list[str]
    """Of the fence, the kind first."""
    text: str

    @property
    def is_left_out(self) -> bool:
        return "no-test" in self.words


def blocks(page: Path) -> Iterator[Block]:
    for found in BLOCK.finditer(page.read_text()):
        yield Block(found["path"], found["kind"].split(), found["text"])


def commands_of(block: Block) -> str:
    """The commands of a block as a script; empty for a block of another kind."""
    if block.is_left_out or not block.words:
        return ""
    if block.words[0] == "console":
        lines = block.text.splitlines(keepends=True)
        return "".join(line[2:] for line in lines if line.startswith("$ "))
    return block.text if block.words[0] == "sh" else ""


def environment_in(folder: Path, *, compiles: bool) -> dict[str, str]:
    """The commands of this environment, except `pip`; numba only where it is needed."""
    environment = Site(folder / "site").environment()
    programs, customized = folder / "programs", folder / "customized"
    programs.mkdir()
    customized.mkdir()
    if not compiles:
        (customized / "sitecustomize.py").write_text(WITHOUT_NUMBA)
    installer = shutil.which("pip", path=environment["PATH"])
    (programs / "pip").write_text(f"#!{sys.executable}\nINSTALLER = {installer!r}\n{PIP}")
    (programs / "pip").chmod(0o755)
    return environment | {
        "PATH": os.pathsep.join([str(programs), environment["PATH"]]),
        "PYTHONPATH": os.pathsep.join([str(customized), environment["PYTHONPATH"]]),
    }


def run(commands: str, folder: Path, environment: dict[str, str]) -> str:
    """Run the commands and return what they print; all must succeed."""
    done = subprocess.run(
        ["sh", "-eu", "-c", commands], cwd=folder, env=environment, check=False, timeout=300,
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, commands + done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=str(page.relative_to(ROOT)),
            marks=[pytest.mark.timeout(600)] if page in COMPILED else [],
        )
        for page in PAGES
        if any(map(commands_of, blocks(page)))
    ],
)
def test_commands_of_a_page(page: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    shutil.copytree(ROOT / "examples", place / "examples", ignore=shutil.ignore_patterns("*.so"))
    place = place / "examples" if page.parent == ROOT / "examples" else place
    environment, printed = environment_in(tmp_path, compiles=page in COMPILED), ""
    for block in blocks(page):
        if block.path:
            (place / block.path).parent.mkdir(parents=True, exist_ok=True)
            (place / block.path).write_text(block.text)
        elif block.words == ["output"]:
            assert printed == block.text
        elif commands := commands_of(block):
            printed = run(commands, place, environment)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_names_its_language(page: Path) -> None:
    known = {"sh", "console", "output", "py", "python", "toml", "sql", "json", "text", "yaml"}
    for block in blocks(page):
        assert block.words, block.text
        assert block.words[0] in known, block.words
        assert set(block.words[1:]) <= {"no-test"}


def test_a_block_is_executed_unless_marked_otherwise() -> None:
    text = "a\n$ b\n"
    assert commands_of(Block(None, ["sh"], text)) == text
    assert commands_of(Block(None, ["console"], text)) == "b\n"
    for words in (["sh", "no-test"], ["console", "no-test"], ["py"], []):
        assert not commands_of(Block(None, words, text))
