"""Checkpoint: all arrays of a training on disk, so that it resumes where it was, bit for bit."""

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
"""Where the parameters, the notes and the layout are, as JSON, beside the arrays."""


class Checkpoint(NamedTuple):
    """Contents of a checkpoint."""

    path: Path
    notes: dict[str, Any]
    layout: dict[str, str]
    """By name of an array: its type and its shape."""
    arrays: dict[str, NDArray[np.uint8]]

    def fill(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Fill the arrays with what was saved under their names.

        Raises:
            SettingsError: there are others, or they have other types or shapes.
        """
        wanted = layout_of(arrays)
        if wanted != self.layout:
            differing = sorted(dict(wanted.items() ^ self.layout.items()))
            raise SettingsError(
                f"expected a checkpoint of this version of the training in {self.path}, got one "
                f"with another {', '.join(differing)}; remove it to begin anew"
            )
        for name, array in arrays.items():
            array[...] = self.arrays[name].view(array.dtype).reshape(array.shape)


def save(
    path: Path,
    parameters: TrainingParameters,
    arrays: Mapping[str, NDArray[Any]],
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Replace the checkpoint, atomically: whoever is killed leaves the old one or the new."""
    about = {
        "parameters": deciding(parameters), "notes": notes or {}, "layout": layout_of(arrays)
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
    """Load the checkpoint in this file; None if there is none.

    Raises:
        SettingsError: it was made with other parameters, or is no checkpoint.
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
    refuse_others(path, deciding(parameters), made_with)
    return Checkpoint(path, notes, layout, arrays)


def refuse_others(path: Path, wanted: dict[str, Any], made_with: dict[str, Any]) -> None:
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
            "remove it to begin anew"
        )


def deciding(parameters: TrainingParameters) -> dict[str, Any]:
    """Parameters that decide what is learned, as JSON has them."""
    values: dict[str, Any] = msgspec.to_builtins(parameters)
    ignored = "folder", "checkpoint", *parameters.may_change
    return {name: value for name, value in values.items() if name not in ignored}


def layout_of(arrays: Mapping[str, NDArray[Any]]) -> dict[str, str]:
    return {name: f"{array.dtype} {array.shape}" for name, array in arrays.items()}


def bytes_of(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The same bytes, whatever the type: numpy's own format knows not every type of records."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)
