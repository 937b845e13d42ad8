"""Command of a page: the words that make it again, whoever has made it and wherever."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def page_command(
    command: str, file: Path, options: Sequence[str], folder: Path, *, plot: bool
) -> str:
    """A command of `referee` that reads a file and writes a page into a folder.

    Paths are those in the checkout that the file lies in, or else in the current folder. Of what
    lies elsewhere no reader has the folders: the file is told by its name, and the page goes here.
    """
    place = _checkout_of(file) or Path.cwd()
    words = ["referee", command, _within(place, file) or file.name, *options]
    words += ["--write", _within(place, folder) or "."]
    return shlex.join(words + (["--plot"] if plot else []))


def _checkout_of(file: Path) -> Path | None:
    return next((each for each in file.resolve().parents if (each / ".git").exists()), None)


def _within(place: Path, path: Path) -> str:
    """A path from this place on; empty if it lies elsewhere."""
    found = path.parent.resolve() / path.name
    return found.relative_to(place).as_posix() if found.is_relative_to(place) else ""
