"""The referee, as a Python library: matches, tournaments and their results.

    import gridbots_referee as referee

Play:     play_match, play_matches, play_tournament, play_tournament_file
Look:     open_record, open_store, RecordedMatch, StoredResults, Table
Options:  TimeOptions, IsolationOptions

docs/python.md describes all of it. Names are imported on first use, so that `referee --help` stays
fast. Errors are those of `gridbots.errors`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridbots_referee.api.messages import IsolationOptions, TimeOptions
    from gridbots_referee.api.play import (
        play_match,
        play_matches,
        play_tournament,
        play_tournament_file,
    )
    from gridbots_referee.api.recorded_match import RecordedMatch, open_record
    from gridbots_referee.api.results import StoredResults, open_store
    from gridbots_referee.api.table import Table

__all__ = [
    "IsolationOptions",
    "RecordedMatch",
    "StoredResults",
    "Table",
    "TimeOptions",
    "open_record",
    "open_store",
    "play_match",
    "play_matches",
    "play_tournament",
    "play_tournament_file",
]

_HOMES = {
    "IsolationOptions": "messages",
    "RecordedMatch": "recorded_match",
    "StoredResults": "results",
    "Table": "table",
    "TimeOptions": "messages",
    "open_record": "recorded_match",
    "open_store": "results",
    "play_match": "play",
    "play_matches": "play",
    "play_tournament": "play",
    "play_tournament_file": "play",
}
"""Name -> module of `api`."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gridbots_referee' has no attribute {name!r}")
    return getattr(importlib.import_module(f"gridbots_referee.api.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
