"""Faulty third-party plugins in the environment do not make the tests fail."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.shipped import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TESTS = (
    "tests/framework/test_grid.py",
    "tests/framework/test_main.py",
    "tests/framework/test_plugins.py",
    "tests/docs/test_protocol_page.py",
)


def install_broken_plugin(site: Path) -> None:
    """A package with a game and a bot that cannot be imported."""
    about = site / "broken-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    groups = [f"[gridbots.{kind}]\nbroken = broken\n" for kind in ("games", "bots")]
    (about / "entry_points.txt").write_text("\n".join(groups))
    (site / "broken.py").write_text('raise RuntimeError("this plugin is broken")\n')


@pytest.mark.slow
def test_our_tests_pass_with_a_broken_plugin_in_the_environment(tmp_path: Path) -> None:
    install_broken_plugin(tmp_path)
    collected = pytest_with(tmp_path, "--collect-only", "tests")
    assert collected.returncode == 0, collected.stdout
    assert "[broken" not in collected.stdout
    done = pytest_with(tmp_path, *TESTS)
    assert done.returncode == 0, done.stdout


def pytest_with(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a process that also finds the packages installed there."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses=0", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True, timeout=300
    )
