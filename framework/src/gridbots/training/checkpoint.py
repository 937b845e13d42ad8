"""Checkpoint: the arrays and notes of a training on disk, to resume it bit for bit."""

from __future__ import annotations

import json
import os
import zipfile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from gridbots.training.parameters import TrainingParameters

ABOUT: Final = "about"
"""Member of the archive that holds parameters, notes and layout as JSON."""


class Checkpoint(NamedTuple):
    """Contents of a checkpoint."""

    path: Path
    notes: dict[str, Any]
    layout: dict[str, str]
    """By name of an array: its type and shape."""
    arrays: dict[str, NDArray[np.uint8]]

    def fill(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Fill the arrays in place with those saved under their names.

        Raises:
            SettingsError: names, types or shapes differ.
        """
        wanted = layout_of(arrays)
        if wanted != self.layout:
            differing = sorted(dict(wanted.items() ^ self.layout.items()))
            raise SettingsError(
                f"expected a checkpoint of this version of the training in {self.path}, got one "
                f"with another {', '.join(differing)}; remove it to start again"
            )
        for name, array in arrays.items():
            array[...] = self.arrays[name].view(array.dtype).reshape(array.shape)


def save(
    path: Path,
    parameters: TrainingParameters,
    arrays: Mapping[str, NDArray[Any]],
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Replace the checkpoint atomically: a killed process leaves the old one or the new one."""
    about = {
        "parameters": relevant(parameters), "notes": notes or {}, "layout": layout_of(arrays)
    }  # fmt: skip
    contents = {name: bytes_of(array) for name, array in arrays.items()}
    contents[ABOUT] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    written = path.with_name(path.name + ".new")
    with written.open("wb") as file:
        np.savez(file, **contents)  # type: ignore[arg-type]
        file.flush()
        os.fsync(file.fileno())
    written.replace(path)


def load(path: Path, parameters: TrainingParameters) -> Checkpoint | None:
    """Load a checkpoint; None if the file does not exist.

    Raises:
        SettingsError: the file is no checkpoint, or its parameters differ.
    """
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file) as saved:
            about = json.loads(saved[ABOUT].tobytes())
            arrays = {name: saved[name] for name in saved.files if name != ABOUT}
        made_with, notes, layout = (about[name] for name in ("parameters", "notes", "layout"))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise SettingsError(f"expected a checkpoint in {path}, got {error!r}") from None
    refuse_other_parameters(path, relevant(parameters), made_with)
    return Checkpoint(path, notes, layout, arrays)


def refuse_other_parameters(path: Path, wanted: dict[str, Any], made_with: dict[str, Any]) -> None:
    differing = [
        name for name in {**wanted, **made_with} if wanted.get(name) != made_with.get(name)
    ]
    if differing:
        expected, got = (
            ", ".join(f"{name}={values.get(name)}" for name in differing)
            for values in (wanted, made_with)
        )
        raise SettingsError(
            f"expected a checkpoint made with {expected} in {path}, got one made with {got}; "
            "remove it to start again"
        )


def relevant(parameters: TrainingParameters) -> dict[str, Any]:
    """The parameters that the results depend on, as JSON values."""
    values: dict[str, Any] = msgspec.to_builtins(parameters)
    ignored = "folder", "checkpoint", *parameters.may_change
    return {name: value for name, value in values.items() if name not in ignored}


def layout_of(arrays: Mapping[str, NDArray[Any]]) -> dict[str, str]:
    return {name: f"{array.dtype} {array.shape}" for name, array in arrays.items()}


def bytes_of(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The bytes of an array: numpy's file format does not support all record types."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)
