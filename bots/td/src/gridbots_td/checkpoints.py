"""Checkpoints: all arrays of a run in one file, which is there whole or not at all."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

NOTES: Final = "as json"
"""Where the notes are, beside the arrays."""


def save(path: Path, arrays: dict[str, Any], notes: dict[str, Any]) -> None:
    """Write arrays as bytes and notes as JSON, then replace the file that was there before."""
    contents = {name: array.view(np.uint8).reshape(-1) for name, array in arrays.items()}
    contents[NOTES] = np.frombuffer(json.dumps(notes).encode(), np.uint8)
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        np.savez(file, **contents)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def notes_of(path: Path) -> Any:
    with np.load(path) as contents:
        return json.loads(contents[NOTES].tobytes())


def restore(path: Path, arrays: dict[str, Any]) -> None:
    """Fill arrays with what was saved under their names."""
    with np.load(path) as contents:
        for name, array in arrays.items():
            array.view(np.uint8).reshape(-1)[:] = contents[name]
