"""Coverage-guided fuzzing of all targets: ten minutes in all, nightly."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.fuzz.targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
GUIDED = [name for name in TARGETS if name not in {"overlay", "reply"}]
"""What is read by code whose coverage can be seen."""
SECONDS = 600 // len(GUIDED)
FINDING = re.compile(r"^(?:\w+Error|\w+Exception|.*ERROR: libFuzzer).*", re.MULTILINE)


@pytest.mark.nightly
@pytest.mark.atheris
@pytest.mark.parametrize("name", GUIDED)
def test_coverage_guides_to_no_other_error(
    name: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """A finding is in the folder that the message names; add it as a case of test_targets."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", name, str(SECONDS)],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    found = FINDING.findall(done.stderr)
    assert done.returncode == 0, f"{tmp_path}: {found or done.stderr[-2000:]}"
    runs = re.findall(r"^stat::number_of_executed_units: (\d+)", done.stderr, re.MULTILINE)
    coverage = re.findall(r"DONE +cov: (\d+)", done.stderr)
    record_property("figure", f"{runs[-1]} runs in {SECONDS} s, {coverage[-1]} edges")
