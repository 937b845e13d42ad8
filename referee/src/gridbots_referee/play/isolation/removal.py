"""Removal of folders that bots have filled, of any depth and with any contents.

The walk is iterative and keeps one folder open: down by name, up by "..". It needs no long paths
and few file descriptors. It does not follow links and does not enter mounts. What cannot be removed
is reported.
"""

from __future__ import annotations

import errno
import os
import time
from itertools import islice
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OURS: Final = 0o700
SLICE: Final = 512
"""Number of entries that are processed between two readings of the clock."""
MOST_NAMED: Final = 5
"""Maximum number of reported entries that cannot be removed."""

Identity = tuple[int, int]
"""Device and inode."""


class _Level(msgspec.Struct):
    """A folder on the way down."""

    name: str
    """Name in the parent folder."""
    identity: Identity
    folders: list[str] = []
    """Subfolders to remove next."""
    stuck: set[str] = set()
    """Names of entries that cannot be removed."""


class Removal:
    """Removes the contents of the folder with this file descriptor, in steps."""

    def __init__(self, top: int) -> None:
        self.left: list[str] = []
        """The first few entries that cannot be removed, with reasons."""
        self._top = top
        self._mount = _mount_of(top)
        self._levels: list[_Level] = []
        self._here = -1
        """File descriptor of the folder of the last level."""

    def run(self, seconds: float) -> bool:
        """Continue for at most this time; whether everything possible is done."""
        end = time.monotonic() + seconds
        if not self._levels:
            self._here = os.dup(self._top)
            self._levels = [_Level("", _identity(self._here))]
        while self._levels:
            self._step(self._levels[-1])
            if time.monotonic() >= end:
                break
        return not self._levels

    def _step(self, level: _Level) -> None:
        if level.folders:
            self._descend(level, level.folders.pop())
        elif not self._clear(level):
            self._ascend()

    def _clear(self, level: _Level) -> bool:
        """Remove some files of this folder and list some subfolders; whether there were any."""
        before = len(level.stuck)
        with os.scandir(self._here) as entries:
            found = list(islice((each for each in entries if each.name not in level.stuck), SLICE))
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                level.folders.append(entry.name)
            else:
                self._attempt(entry.name, lambda name: os.unlink(name, dir_fd=self._here))
        return bool(found) or len(level.stuck) > before

    def _descend(self, level: _Level, name: str) -> None:
        try:
            folder = _open(name, self._here)
        except OSError as error:
            self._give_up(level, name, error)
            return
        if _mount_of(folder) != self._mount:
            os.close(folder)
            self._give_up(level, name, OSError(errno.EBUSY, "something is mounted there"))
            return
        os.close(self._here)
        self._here = folder
        self._levels.append(_Level(name, _identity(folder)))

    def _ascend(self) -> None:
        """Go up, and remove the folder that is now empty."""
        level = self._levels.pop()
        if not self._levels:
            os.close(self._here)
            return
        above = os.open("..", FOLDER, dir_fd=self._here)
        os.close(self._here)
        self._here = above
        if _identity(above) != self._levels[-1].identity:
            os.close(above)  # it was moved meanwhile: the next run starts again
            self._levels.clear()
            return
        self._attempt(level.name, lambda name: os.rmdir(name, dir_fd=above))

    def _attempt(self, name: str, action: Callable[[str], None]) -> None:
        try:
            action(name)
        except FileNotFoundError:
            pass
        except OSError as error:
            self._give_up(self._levels[-1], name, error)

    def _give_up(self, level: _Level, name: str, error: OSError) -> None:
        level.stuck.add(name)
        # The entries of a folder that is not empty have been reported.
        if error.errno != errno.ENOTEMPTY and len(self.left) < MOST_NAMED:
            self.left.append(f"{name!r}: {error.strerror}")


def _open(name: str, folder: int) -> int:
    try:
        opened = os.open(name, FOLDER, dir_fd=folder)
    except PermissionError:
        take_over(name, folder)
        opened = os.open(name, FOLDER, dir_fd=folder)
    else:
        if os.fstat(opened).st_mode & OURS != OURS:
            os.fchmod(opened, OURS)
    return opened


def take_over(name: str, folder: int | None = None) -> None:
    """Give this process full access to a folder; links are not followed."""
    if not hasattr(os, "O_PATH"):
        os.chmod(name, OURS, dir_fd=folder, follow_symlinks=False)
        return
    handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
    try:
        os.chmod(f"/proc/self/fd/{handle}", OURS)
    finally:
        os.close(handle)


def _identity(folder: int) -> Identity:
    found = os.fstat(folder)
    return found.st_dev, found.st_ino


def _mount_of(folder: int) -> str:
    """The mount of a folder; a part of the same device may also be mounted elsewhere."""
    device = str(os.fstat(folder).st_dev)
    try:
        with open(f"/proc/self/fdinfo/{folder}") as file:
            return device + next((line for line in file if line.startswith("mnt_id")), "")
    except OSError:
        return device
