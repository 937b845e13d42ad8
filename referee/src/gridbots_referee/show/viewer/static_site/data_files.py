"""Data files: values as gzipped JSON within scripts.

A page from a file system may not fetch files, but may load scripts. Each holds one call with a name
and base64: no text of a stranger is ever code.
"""

from __future__ import annotations

import base64
import gzip
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pathlib import Path


class DataFolder:
    """Writes values into a folder and counts their bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.bytes = self.files = 0

    def write(self, name: str, value: Any) -> None:
        data = packed(name, value)
        (self._folder / f"{name}.js").write_bytes(data)
        self.bytes += len(data)
        self.files += 1


def packed(name: str, value: Any) -> bytes:
    """The script of a value; the same value makes the same bytes."""
    data = base64.b64encode(gzip.compress(msgspec.json.encode(value), mtime=0))
    return b'gridbotsData("%b","%b");\n' % (name.encode(), data)
