"""What tests leave in the temporary folder goes with it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.temporary_folder import PREFIX, TemporaryFolder


def left(folder: Path, exitstatus: int) -> list[str]:
    """What is left of these after a run with this exit status."""
    (folder / "scratch" / "of-a-killed-process").mkdir(parents=True)
    (folder / "pytest-of-somebody").mkdir()
    (folder / "traceback.txt").write_text("KeyError")
    (folder / "link").symlink_to(folder)
    plugin = TemporaryFolder(folder)
    plugin.pytest_sessionfinish(exitstatus)
    plugin.pytest_unconfigure()
    return [each.name for each in folder.iterdir()] if folder.exists() else []


def test_nothing_is_left_after_tests_that_pass(tmp_path: Path) -> None:
    assert left(tmp_path / "tmp", 0) == []
    assert not (tmp_path / "tmp").exists()


def test_after_a_failure_what_tests_wrote_is_left_alone(tmp_path: Path) -> None:
    assert left(tmp_path / "tmp", 1) == ["pytest-of-somebody"]


def test_it_is_the_temporary_folder_of_all_tests() -> None:
    assert PREFIX in Path(tempfile.gettempdir()).name
