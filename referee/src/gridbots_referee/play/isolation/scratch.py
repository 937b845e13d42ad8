"""Scratch folders: a new, empty working folder for each seat in every match.

They are in a folder of this process, the root, in the system's temporary folder. The process holds
a lock on it; a root without a lock was abandoned, and is removed at the next start.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sys
import tempfile
import time
from typing import Final, Self

from gridbots_referee.play.isolation.removal import FOLDER, OURS, Removal, take_over

PREFIX: Final = "gridbots-scratch-"
DEAD: Final = ".dead"
"""Suffix of a root that is being removed."""
CLEAN_SECONDS: Final = 1.0
"""Time limit for removal after a match and at the start; the rest is removed later."""
END_SECONDS: Final = 5.0
"""Time limit for removal at the end."""


class Root:
    """A locked folder in the temporary folder."""

    def __init__(self) -> None:
        self.path = ""
        while not self._make():
            pass
        self._identity = _identity(self.path)
        self.removal = Removal(self.handle)

    def _make(self) -> bool:
        """Create and lock the folder; false if another process removed it before it was locked."""
        self.path = tempfile.mkdtemp(prefix=PREFIX)
        try:
            self.handle = os.open(self.path, FOLDER)
        except FileNotFoundError:
            return False
        if _lock(self.handle) and _identity(self.path) == _identity(self.handle):
            return True
        os.close(self.handle)
        return False

    def is_in_place(self) -> bool:
        """Whether the folder has not been moved."""
        return _identity(self.path) == self._identity

    def unlock(self) -> None:
        """Restore the mode of the folder, which a bot may have changed."""
        if os.fstat(self.handle).st_mode & OURS != OURS:
            os.fchmod(self.handle, OURS)

    def end(self, seconds: float) -> list[str]:
        """Remove the folder with its contents; descriptions of what is left."""
        self.unlock()
        removal = Removal(self.handle)  # a new attempt for all entries
        is_done = removal.run(seconds)
        left = [f"{self.path}: {each}" for each in removal.left]
        try:
            os.rmdir(self._now_at())
        except FileNotFoundError:
            pass
        except OSError as error:
            left = left or [f"{self.path}: {error.strerror if is_done else 'too much to remove'}"]
        os.close(self.handle)
        return left + _remove_place(self.path, seconds)  # a bot may have put something in its place

    def _now_at(self) -> str:
        """Its current path: a bot may have moved it."""
        with contextlib.suppress(OSError):
            return os.readlink(f"/proc/self/fd/{self.handle}")
        return self.path


class Scratch:
    """New, empty working folders for the seats of each match."""

    def __init__(self) -> None:
        self.left = remove_abandoned(CLEAN_SECONDS)
        """Descriptions of what could not be removed since the last call of `take_left`."""
        self._root = Root()
        self._made: list[str] = []
        self._held: list[int] = []
        """File descriptors of the folders of this match."""
        self._number = 0
        self._reported = set(self.left)
        self._is_clean = True
        """Whether everything possible of previous matches has been removed."""

    def folders(self, count: int) -> list[str]:
        """New folders for all bots of a match.

        On Linux, the names stay valid even if a bot moves folders before the last bot has started.
        """
        return [self._hold(self.folder()) for _ in range(count)]

    def _hold(self, path: str) -> str:
        handle = os.open(os.path.basename(path), FOLDER, dir_fd=self._root.handle)
        self._held.append(handle)
        name = f"/proc/{os.getpid()}/fd/{handle}"
        return name if os.path.exists(name) else path

    def folder(self) -> str:
        """A new folder, even if bots have changed previous folders or the root."""
        if not self._made:
            self._root.unlock()
            if not self._root.is_in_place():
                self._replace_root()
        name = f"{self._number}-{secrets.token_hex(4)}"  # which a bot cannot guess
        self._number += 1
        os.mkdir(name, OURS, dir_fd=self._root.handle)
        self._made.append(name)
        return f"{self._root.path}/{name}"

    def _replace_root(self) -> None:
        moved, self._root, self._is_clean = self._root, Root(), True
        self._report(moved.end(CLEAN_SECONDS))

    def clean(self) -> None:
        """Remove the folders of a match; an empty folder costs one system call."""
        while self._held:
            os.close(self._held.pop())
        try:
            for name in self._made:
                with contextlib.suppress(FileNotFoundError):
                    os.rmdir(name, dir_fd=self._root.handle)
        except OSError:
            self._is_clean = False
        self._made.clear()
        if not self._is_clean:
            self._root.unlock()
            self._is_clean = self._root.removal.run(CLEAN_SECONDS)
            self._report([f"{self._root.path}: {each}" for each in self._root.removal.left])
            self._root.removal.left.clear()

    def _report(self, left: list[str]) -> None:
        """Add descriptions of what cannot be removed, once each."""
        self.left += [each for each in left if each not in self._reported]
        self._reported.update(left)

    def take_left(self) -> list[str]:
        """Descriptions of what could not be removed since the last call."""
        left, self.left = self.left, []
        return left

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Remove the rest and the root; report on stderr what cannot be removed."""
        for each in (*self.left, *self._root.end(END_SECONDS)):
            sys.stderr.write(f"referee: not removed: {each}\n")


def remove_abandoned(seconds: float) -> list[str]:
    """Remove the roots of dead processes of this user; descriptions of what is left."""
    end, left = time.monotonic() + seconds, list[str]()
    folder = tempfile.gettempdir()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = [entry.path for entry in entries if entry.name.startswith(PREFIX)]
        for path in found:
            if time.monotonic() < end:
                left += _remove_place(path, end - time.monotonic())
    return left


def _remove_place(path: str, seconds: float) -> list[str]:
    """Remove this path if it belongs to this user and is not locked."""
    try:
        if os.lstat(path).st_uid != os.geteuid():
            return []
        handle = os.open(path, FOLDER)
    except FileNotFoundError:
        return []
    except NotADirectoryError:
        return _unlink(path)
    except PermissionError:
        take_over(path)
        handle = os.open(path, FOLDER)
    except OSError as error:
        return _unlink(path) if os.path.islink(path) else [f"{path}: {error.strerror}"]
    try:
        return _remove_abandoned(path, handle, seconds) if _lock(handle) else []
    except OSError as error:
        return [f"{path}: {error.strerror}"]
    finally:
        os.close(handle)


def _remove_abandoned(path: str, handle: int, seconds: float) -> list[str]:
    if not path.endswith(DEAD):
        # A folder that can be renamed is not a mount point.
        os.rename(path, path + DEAD)
        path += DEAD
    removal = Removal(handle)
    if removal.run(seconds) and not removal.left:
        os.rmdir(path)
    return [f"{path}: {each}" for each in removal.left]


def _unlink(path: str) -> list[str]:
    try:
        os.unlink(path)
    except OSError as error:
        return [f"{path}: {error.strerror}"]
    return []


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _identity(place: str | int) -> tuple[int, int] | None:
    try:
        found = os.lstat(place) if isinstance(place, str) else os.fstat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino
