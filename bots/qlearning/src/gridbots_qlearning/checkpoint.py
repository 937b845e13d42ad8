"""Keeps all arrays of a training on disk, so that it goes on where it was, bit for bit."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from gridbots.settings import Settings

ABOUT: Final = "parameters"
PASSING: Final = ("folder", "checkpoint", "stop", "test")
"""Parameters that what is learned up to some point does not depend on."""


def save(path: Path, parameters: Settings, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a checkpoint in the place of the one before: whoever is killed leaves one of both."""
    about = np.frombuffer(text_of(parameters).encode(), np.uint8)
    written = path.with_suffix(".new")
    with written.open("wb") as file:
        np.savez(file, **{ABOUT: about}, **arrays)  # type: ignore[arg-type]
        file.flush()
        os.fsync(file.fileno())
    written.replace(path)


def restore(path: Path, parameters: Settings, arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Fill the arrays from the checkpoint; False if there is none.

    Raises:
        SettingsError: it was made with other parameters.
    """
    if not path.exists():
        return False
    with np.load(path) as saved:
        made_with, wanted = bytes(saved[ABOUT]).decode(), text_of(parameters)
        if made_with != wanted:
            raise SettingsError(f"expected a checkpoint of {wanted} in {path}, got {made_with}")
        for name, array in arrays.items():
            array[...] = saved[name]
    return True


def text_of(parameters: Settings) -> str:
    """All parameters that decide what is learned."""
    values = msgspec.structs.asdict(parameters)
    kept = {name: value for name, value in values.items() if name not in PASSING}
    return json.dumps(kept, sort_keys=True)
