"""Files that tests leave are removed with the temporary folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.temporary_folder import PREFIX, RUNNING, TemporaryFolder, remove_abandoned


def run_in(folder: Path) -> TemporaryFolder:
    """A run that has left these files."""
    (folder / "scratch" / "of-a-killed-process").mkdir(parents=True)
    (folder / "pytest-of-somebody").mkdir()
    (folder / "traceback.txt").write_text("KeyError")
    (folder / "link").symlink_to(folder)
    return TemporaryFolder(folder)


def left(folder: Path, exitstatus: int) -> list[str]:
    """The files left after a run with this exit status."""
    plugin = run_in(folder)
    plugin.pytest_sessionfinish(exitstatus)
    plugin.pytest_unconfigure()
    return [each.name for each in folder.iterdir()] if folder.exists() else []


def test_nothing_is_left_after_tests_that_pass(tmp_path: Path) -> None:
    assert left(tmp_path / "tmp", 0) == []
    assert not (tmp_path / "tmp").exists()


def test_after_a_failure_the_files_of_tests_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / f"{PREFIX}failed"
    assert left(folder, 1) == ["pytest-of-somebody"]
    remove_abandoned(tmp_path)
    assert folder.exists()


def test_files_of_a_killed_run_are_removed_by_the_next(tmp_path: Path) -> None:
    killed, going_on = tmp_path / f"{PREFIX}killed", tmp_path / f"{PREFIX}going-on"
    run_in(killed)._lock.close()  # as the system does when a process dies
    other = run_in(going_on)
    remove_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == [going_on]
    other.pytest_unconfigure()


def test_all_tests_use_this_temporary_folder() -> None:
    folder = Path(tempfile.gettempdir())
    assert PREFIX in folder.name
    assert (folder / RUNNING).exists()
