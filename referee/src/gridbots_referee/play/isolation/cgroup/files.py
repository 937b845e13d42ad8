"""Files of cgroupfs, read and written whole."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Final

CHUNK: Final = 65536
REMOVE_SECONDS: Final = 0.5
"""How long a group may stay busy: with what is dying in it."""
PAUSE_SECONDS: Final = 0.002


def make_folder(path: str) -> None:
    """Make a group; the kernel puts its files there."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(path)  # noqa: PTH102  a name is all that is needed


def remove_folder(path: str) -> bool:
    """Remove a group in which nothing lives any more; whether it has gone."""
    end = time.monotonic() + REMOVE_SECONDS
    while True:
        try:
            os.rmdir(path)  # noqa: PTH106  as above
        except FileNotFoundError:
            return True
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(PAUSE_SECONDS)
        else:
            return True


def write(path: str, text: str) -> None:
    """Write to a file of the kernel, in one piece.

    Raises:
        OSError: the kernel refuses, or there is no such file.
    """
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def read(path: str) -> bytes:
    """What is in a file now; nothing where there is no such file.

    It is opened anew each time: version 1 tells an open file the processes of a second ago.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(fd, CHUNK), b""))
    except OSError:
        return b""
    finally:
        os.close(fd)


def read_number(path: str) -> int | None:
    """The number in a file; None where there is no such file, or no number in it."""
    text = read(path).strip()
    return int(text) if text.isdigit() else None


def read_count(path: str, name: bytes) -> int:
    """The number behind a name, in a file with a name and a number on each line."""
    for line in read(path).splitlines():
        if line.startswith(name + b" "):
            return int(line.split()[1])
    return 0


def read_processes(folder: str) -> set[int]:
    """Process ids of those that live in a group."""
    return {int(word) for word in read(f"{folder}/cgroup.procs").split()}
