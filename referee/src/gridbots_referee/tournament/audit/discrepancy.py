"""Discrepancy: something in a store that is not as it should be."""

from __future__ import annotations

from typing import Any

import msgspec


class Discrepancy(msgspec.Struct, frozen=True, omit_defaults=True):
    match: str
    """The fixture; empty for the store as a whole."""
    field: str
    text: str
    """What is wrong, for people."""
    row: Any = None
    """What the store says."""
    record: Any = None
    """What the record says."""

    def __str__(self) -> str:
        return f"{self.match or 'store'}: {self.field}: {self.text}"


def differing(match: str, field: str, row: Any, record: Any) -> Discrepancy:
    """The store and the record of a match do not say the same."""
    text = f"the row says {_shown(row)}, the record {_shown(record)}"
    return Discrepancy(match, field, text, row, record)


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
