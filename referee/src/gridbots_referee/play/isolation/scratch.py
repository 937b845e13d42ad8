"""Scratch folders: an empty working directory for each seat, in every match."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Self


class Scratch:
    """A working directory for each seat, empty at the start of every match."""

    def __init__(self) -> None:
        self._root = tempfile.mkdtemp(prefix="gridbots-")
        self._folders: list[str] = []

    def folder(self, seat: int) -> str:
        while len(self._folders) <= seat:
            self._folders.append(f"{self._root}/{len(self._folders)}")
            os.mkdir(self._folders[-1])  # noqa: PTH102  a name is all that is needed
        return self._folders[seat]

    def clean(self) -> None:
        """Empty the folders; those that nobody has touched stay as they are."""
        for folder in self._folders:
            if not _is_empty(folder):
                shutil.rmtree(folder, ignore_errors=True)
                os.makedirs(folder, exist_ok=True)  # noqa: PTH103  a name is all that is needed

    def remove(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def _is_empty(folder: str) -> bool:
    try:
        return not os.listdir(folder)  # noqa: PTH208  a name is all that is needed
    except OSError:
        return False
