"""Files written into a folder, none of them over another."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts by their paths within a folder, which is made if need be.

    Raises:
        SettingsError: one of the files is there; then none is written.
    """
    for path in files:
        if os.path.lexists(folder / path):
            raise SettingsError(
                f"{folder / path} is there, and nothing is overwritten; name another folder"
            )
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / path).open("x", encoding="utf-8") as file:
            file.write(text)
