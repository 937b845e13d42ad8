"""A temporary folder of this run of the tests: all that is left in it goes with it.

What a run leaves that was killed goes with the next one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

PREFIX = "gridbots-tests-"
RUNNING = ".running"
"""A file that is locked while a run lasts, and goes with its end."""


def use_own_temporary_folder(config: pytest.Config) -> None:
    """Make the folder, for this process and all that it starts, and remove it at the end."""
    remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    folder.chmod(0o1777)  # as that of the system: tests have processes of other users
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    config.pluginmanager.register(TemporaryFolder(folder))


def remove_abandoned(folder: Path) -> None:
    """Remove the folders of runs that were killed."""
    for running in folder.glob(f"{PREFIX}*/{RUNNING}"):
        with contextlib.suppress(OSError), running.open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(running.parent)


class TemporaryFolder:
    """Removes the folder; where tests have failed, pytest's folders with what they wrote stay."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = "pytest-of-"
        beginning = folder / f"{RUNNING}.begins"
        self._lock = beginning.open("wb")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        beginning.rename(folder / RUNNING)  # other runs see it when it is locked

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == 0:
            self._kept = "nothing"

    def pytest_unconfigure(self) -> None:
        for each in self._folder.iterdir():
            if not each.name.startswith(self._kept):
                remove(each)
        with contextlib.suppress(OSError):
            self._folder.rmdir()
        self._lock.close()


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
