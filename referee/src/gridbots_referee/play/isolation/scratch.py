"""Scratch folders: a new, empty working directory for each seat, in every match.

They lie in a folder of this process, the root, in the system's temporary folder. A lock on it says
that the process lives: a root without one was left behind, and is removed at the next start.
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
"""At the end of the name of a root that is being removed."""
CLEAN_SECONDS: Final = 1.0
"""What removing may take after a match, and at the start; what is left then goes on later."""
END_SECONDS: Final = 5.0
"""What it may take at the end."""


class Root:
    """A folder in the temporary folder that nobody else takes for abandoned."""

    def __init__(self) -> None:
        self.path = ""
        while not self._make():
            pass
        self._identity = _identity(self.path)
        self.removal = Removal(self.handle)

    def _make(self) -> bool:
        """Make it and lock it; it may have been removed as abandoned before it was locked."""
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
        """Whether it still lies where it was made."""
        return _identity(self.path) == self._identity

    def unlock(self) -> None:
        """Let us read, write and search it, whatever a bot has done to its mode."""
        if os.fstat(self.handle).st_mode & OURS != OURS:
            os.fchmod(self.handle, OURS)

    def end(self, seconds: float) -> list[str]:
        """Remove it with all that lies in it; what is left."""
        self.unlock()
        removal = Removal(self.handle)  # what could not be removed before perhaps can be now
        is_done = removal.run(seconds)
        left = [f"{self.path}: {each}" for each in removal.left]
        try:
            os.rmdir(self._now_at())
        except FileNotFoundError:
            pass
        except OSError as error:
            left = left or [f"{self.path}: {error.strerror if is_done else 'too much to remove'}"]
        os.close(self.handle)
        return left + _remove_place(self.path, seconds)  # or what a bot has put there

    def _now_at(self) -> str:
        """Its path: a bot may have moved it."""
        with contextlib.suppress(OSError):
            return os.readlink(f"/proc/self/fd/{self.handle}")
        return self.path


class Scratch:
    """A working directory for each seat, new and empty in every match."""

    def __init__(self) -> None:
        self.left = remove_abandoned(CLEAN_SECONDS)
        """What could not be removed since it was last asked."""
        self._root = Root()
        self._made: list[str] = []
        self._held: list[int] = []
        """Folders of this match that are open."""
        self._number = 0
        self._named = set(self.left)
        self._is_clean = True
        """Whether all has been removed that can be, of the matches before."""

    def folders(self, count: int) -> list[str]:
        """New folders for all bots of a match.

        Their names lead there whatever the first of the bots does to paths before the last one
        has started, where the system has such names (Linux).
        """
        return [self._hold(self.folder()) for _ in range(count)]

    def _hold(self, path: str) -> str:
        handle = os.open(os.path.basename(path), FOLDER, dir_fd=self._root.handle)
        self._held.append(handle)
        name = f"/proc/{os.getpid()}/fd/{handle}"
        return name if os.path.exists(name) else path

    def folder(self) -> str:
        """A new folder, whatever bots have done to those before, and to the root."""
        if not self._made:
            self._root.unlock()
            if not self._root.is_in_place():
                self._replace_root()
        name = f"{self._number}-{secrets.token_hex(4)}"  # that nobody can make beforehand
        self._number += 1
        os.mkdir(name, OURS, dir_fd=self._root.handle)
        self._made.append(name)
        return f"{self._root.path}/{name}"

    def _replace_root(self) -> None:
        spoilt, self._root, self._is_clean = self._root, Root(), True
        self._name(spoilt.end(CLEAN_SECONDS))

    def clean(self) -> None:
        """Remove the folders of a match; a folder that nobody has touched costs one call."""
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
            self._name([f"{self._root.path}: {each}" for each in self._root.removal.left])
            self._root.removal.left.clear()

    def _name(self, left: list[str]) -> None:
        """Each thing that cannot be removed is named once."""
        self.left += [each for each in left if each not in self._named]
        self._named.update(left)

    def take_left(self) -> list[str]:
        """What could not be removed since the last call."""
        left, self.left = self.left, []
        return left

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Remove what is left, and the root; what cannot be removed is named."""
        for each in (*self.left, *self._root.end(END_SECONDS)):
            sys.stderr.write(f"referee: not removed: {each}\n")


def remove_abandoned(seconds: float) -> list[str]:
    """Remove the roots of processes of this user that have died; what cannot be removed."""
    end, left = time.monotonic() + seconds, list[str]()
    folder = tempfile.gettempdir()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = [entry.path for entry in entries if entry.name.startswith(PREFIX)]
        for path in found:
            if time.monotonic() < end:
                left += _remove_place(path, end - time.monotonic())
    return left


def _remove_place(path: str, seconds: float) -> list[str]:
    """Remove what lies there if it is ours and abandoned: a root, or what was put in its place."""
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
        # What can be moved is no mount point.
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
