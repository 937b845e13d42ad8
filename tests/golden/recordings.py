"""Golden recordings: one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path(__file__).parent
"""The folder of our golden files."""


def kept(name: str) -> list[dict[str, Any]]:
    """The lines of one of our golden files."""
    return [json.loads(line) for line in (KEPT / name).read_text().splitlines()]


def golden(name: str) -> list[dict[str, Any]]:
    return kept(name)
