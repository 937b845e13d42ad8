"""Golden recordings: one JSON object a line, from our folder or from the one of `--golden DIR`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

KEPT: Final = Path(__file__).parent
"""The folder of our golden files."""
_chosen = [KEPT]


def choose(folder: Path) -> None:
    """Take golden files from another folder, which may have only some of them.

    Raises:
        UsageError: there is no such folder.
    """
    if not folder.is_dir():
        raise pytest.UsageError(f"--golden: expected a folder of golden files, got {folder}")
    _chosen[0] = folder


def file_of(name: str) -> Path:
    """A golden file of the chosen folder; the module that asks is skipped where it is missing."""
    file = _chosen[0] / name
    if not file.exists() and _chosen[0] != KEPT:
        pytest.skip(f"{_chosen[0]} has no {name}", allow_module_level=True)
    return file


def golden(name: str) -> list[dict[str, Any]]:
    """The lines of a golden file of the chosen folder."""
    return _lines(file_of(name))


def kept(name: str) -> list[dict[str, Any]]:
    """The lines of one of our golden files, for tests that only need positions of a game."""
    return _lines(KEPT / name)


@functools.cache
def _lines(file: Path) -> list[dict[str, Any]]:
    """Read once, for all modules that ask: what is in there is left as it is."""
    return [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
