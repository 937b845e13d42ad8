"""Each distribution builds alone and brings what it should."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gridbots_referee.show.viewer.server import page_files

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = {
    "framework": "gridbots",
    "referee": "gridbots_referee",
    "bots/baselines": "gridbots_baselines",
    "bots/dqn": "gridbots_dqn",
    "bots/hamiltonian": "gridbots_hamiltonian",
    "bots/mcts": "gridbots_mcts",
    "bots/minimax": "gridbots_minimax",
    "bots/qlearning": "gridbots_qlearning",
    "bots/td": "gridbots_td",
}


def test_every_distribution_is_listed() -> None:
    found = {str(path.parent.relative_to(ROOT)) for path in ROOT.glob("*/pyproject.toml")}
    found |= {str(path.parent.relative_to(ROOT)) for path in ROOT.glob("bots/*/pyproject.toml")}
    assert found == set(DISTRIBUTIONS)


@pytest.mark.slow  # a wheel is built of each
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
        page = {name.rpartition("/")[2] for name in names if "/show/viewer/page/" in name}
        assert page == set(page_files())
        assert {"index.html", "style.css", "main.js"} <= page
        templates = {name.partition("/templates/")[2] for name in names}
        assert {"starters/c/snake.c", "games/claim/gridbots_claim.py"} <= templates
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {package}
