"""The nightly tests: pytest accepts their command, and the report lists the findings."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

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


def run(folder: Path, *words: str, **variables: str) -> str:
    asked, env = [sys.executable, *words], {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        asked, cwd=folder, env=env, capture_output=True, text=True, timeout=110, check=False
    ).stdout


def test_the_nightly_command_has_valid_pytest_options() -> None:
    """The words of the script: pytest must not read any of them as a test."""
    script = (ROOT / "scripts" / "nightly").read_text()
    words = shlex.split(next(line for line in script.splitlines() if line.startswith("exec")))
    assert "@pytest.mark.slow" in run(ROOT, *words[2:-1], "--markers")


@pytest.fixture
def checks(tmp_path: Path) -> Path:
    (tmp_path / "test_checks.py").write_text(CHECKS)
    (tmp_path / "conftest.py").write_text(
        "from pathlib import Path\nfrom tests.nightly_report import NightlyReport\n"
        "def pytest_configure(config):\n"
        "    config.pluginmanager.register(NightlyReport(Path('page.md')))\n"
    )
    return tmp_path


def nightly(folder: Path, commit: str, *words: str) -> list[list[str]]:
    """The rows of the page after a run, without the day."""
    run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, COMMIT=commit)
    lines = (folder / "page.md").read_text().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| test_")]
    return [[*row[:4], row[5]] for row in rows]


ODDS = ["test_odds", "3 of 4 won", "passed", "0.0"]
ENDS = ["test_ends", "", "failed", "0.0"]


def test_an_interrupted_run_keeps_its_findings(checks: Path) -> None:
    assert nightly(checks, "one") == [[*ODDS, "one"], [*ENDS, "one"]]


def test_a_run_of_some_checks_keeps_the_rows_of_the_others(checks: Path) -> None:
    nightly(checks, "one")
    assert nightly(checks, "two", "-k", "ends") == [[*ODDS, "one"], [*ENDS, "two"]]
    (checks / "test_checks.py").write_text(CHECKS[: CHECKS.index("def test_ends")])
    assert nightly(checks, "three", "-k", "odds") == [[*ODDS, "three"], [*ENDS, "two"]]
    assert nightly(checks, "four") == [[*ODDS, "four"]]
