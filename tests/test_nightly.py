"""The nightly set: its command is understood, and its report says what was found."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECKS = """
import pytest
def test_odds(record_property):
    record_property("figure", "3 of 4 won")
def test_ends():
    assert not "here"
def test_never():
    raise KeyboardInterrupt
"""


def run(folder: Path, *words: str) -> str:
    asked, env = [sys.executable, *words], {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        asked, cwd=folder, env=env, capture_output=True, text=True, timeout=110, check=False
    ).stdout


def test_the_command_has_options_that_the_tests_know() -> None:
    """As the script says it: pytest must take none of its words for a test."""
    script = (ROOT / "scripts" / "nightly").read_text()
    words = shlex.split(next(line for line in script.splitlines() if line.startswith("exec")))
    assert "@pytest.mark.slow" in run(ROOT, *words[2:-1], "--markers")


def test_a_run_that_is_cut_short_keeps_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "test_checks.py").write_text(CHECKS)
    (tmp_path / "conftest.py").write_text(
        "from pathlib import Path\nfrom tests.nightly_report import NightlyReport\n"
        "def pytest_configure(config):\n"
        "    config.pluginmanager.register(NightlyReport(Path('page.md')))\n"
    )
    run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_checks.py")
    page = (tmp_path / "page.md").read_text()
    assert "2 of the 3 checks that were chosen" in page
    assert "| test_odds | 3 of 4 won | passed | 0.0 |" in page
    assert "| test_ends |  | failed | 0.0 |" in page
