"""Each distribution builds alone and contains its files."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gridbots_referee.show.viewer.server import DRAWING, page_files

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = {
    "framework": "gridbots",
    "referee": "gridbots_referee",
    "bots/baselines": "gridbots_baselines",
    "bots/bridges": "gridbots_bridges",
    "bots/dqn": "gridbots_dqn",
    "bots/hamiltonian": "gridbots_hamiltonian",
    "bots/mcts": "gridbots_mcts",
    "bots/minimax": "gridbots_minimax",
    "bots/qlearning": "gridbots_qlearning",
    "bots/td": "gridbots_td",
    "games/battlesnake": "gridbots_battlesnake",
}
VERSION = tomllib.loads((ROOT / "framework/pyproject.toml").read_text())["project"]["version"]


def test_every_distribution_is_listed() -> None:
    files = (
        file
        for folder in ("", "bots/", "games/")
        for file in ROOT.glob(f"{folder}*/pyproject.toml")
    )
    assert {str(file.parent.relative_to(ROOT)) for file in files} == set(DISTRIBUTIONS)


def test_all_distributions_agree_in_their_version(tmp_path: Path) -> None:
    """`scripts/version` sets it, and the requirements between distributions."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    for each in DISTRIBUTIONS:
        (tmp_path / each).mkdir(parents=True)
        shutil.copy(ROOT / each / "pyproject.toml", tmp_path / each)
    words = [str(tmp_path / "scripts" / "version"), "7.8.9rc1"]
    subprocess.run(words, check=True, capture_output=True)
    for each in DISTRIBUTIONS:
        now = tomllib.loads((ROOT / each / "pyproject.toml").read_text())["project"]
        new = tomllib.loads((tmp_path / each / "pyproject.toml").read_text())["project"]
        assert (now["version"], new["version"]) == (VERSION, "7.8.9rc1")
        assert [text.replace("7.8.9rc1", VERSION) for text in ours_in(new)] == ours_in(now)
        assert all(text.endswith("==7.8.9rc1") for text in ours_in(new))


def ours_in(project: dict[str, Any]) -> list[str]:
    """The requirements of a distribution on the others, including those of its extras."""
    extras = project.get("optional-dependencies", {})
    needed = [*project["dependencies"], *itertools.chain.from_iterable(extras.values())]
    return [text for text in needed if text.startswith("gridbots")]


@pytest.mark.slow  # builds a wheel of each
@pytest.mark.parametrize("folder", DISTRIBUTIONS)
def test_a_distribution_is_typed_and_licensed(folder: str, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "wheel"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, *offline, str(ROOT / folder)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    package = DISTRIBUTIONS[folder]
    assert f"{package}/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    if folder == "referee":
        inside = (name.partition("/show/viewer/page/")[2] for name in names)
        page = set(filter(None, inside))
        # One module is generated when the page is requested.
        assert page | {DRAWING} == set(page_files())
        assert {"index.html", "base/base.css", "main.js"} <= page
        templates = {name.partition("/templates/")[2] for name in names}
        assert {"starters/c/snake.c", "games/claim/gridbots_claim.py"} <= templates
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {package}
