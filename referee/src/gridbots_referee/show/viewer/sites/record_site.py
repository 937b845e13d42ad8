"""Record site: recorded matches, read when asked for, in an LRU cache."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from gridbots import record
from gridbots.errors import GridbotsError, RecordError
from gridbots.plugins import load_game
from gridbots_referee.show.tables.result_text import verdict
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.replay.replay import Replay, replay_of
from gridbots_referee.show.viewer.sites.replay_requests import number_in, requested

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

KEPT: Final = 3
"""Replays that are kept."""
LISTED: Final = 500
"""Matches in the list at most: each has to be read for it."""


def load_replay(path: Path) -> Replay:
    """The replay of a record.

    Raises:
        GridbotsError: it is none, or its game is not installed or not this one.
    """
    loaded = record.read(path)
    return replay_of(load_game(loaded.match.game), loaded)


def records_in(path: Path) -> Sequence[Path]:
    """The records in a folder, the newest first; or the record itself."""
    if not path.is_dir():
        return [path]
    found = [*path.glob("*.jsonl.gz"), *path.glob("*.jsonl")]
    return sorted(found, key=lambda each: each.name, reverse=True)


class Replays:
    """Replays by the paths of their records; only the last ones are kept."""

    def __init__(self) -> None:
        self._replays: OrderedDict[Path, Replay] = OrderedDict()
        self._lock = threading.Lock()

    def replay(self, path: Path) -> Replay:
        with self._lock:
            replay = self._replays.pop(path, None) or load_replay(path)
            self._replays[path] = replay
            if len(self._replays) > KEPT:
                self._replays.popitem(last=False)
            return replay


class RecordSite:
    """A site of records in files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.feed = Feed()
        self._paths = paths
        self._replays = Replays()
        self._rows: dict[int, dict[str, Any]] = {}

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["about"]:
                return {"kind": "records", "count": len(self._paths), "title": "Records"}
            case ["matches"]:
                return {"matches": [self._row(key) for key in range(len(self._paths[:LISTED]))]}
            case ["replay", key, *rest]:
                number = number_in(key)
                if number >= len(self._paths):
                    raise KeyError(key)
                return requested(rest, query, self._replays.replay(self._paths[number]))
        raise KeyError(*path)

    def post(self, path: Sequence[str], value: Any) -> Any:  # noqa: ARG002  nothing is taken in
        raise KeyError(*path)

    def _row(self, key: int) -> dict[str, Any]:
        if key not in self._rows:
            self._rows[key] = {"key": str(key), **row_of(self._paths[key])}
        return self._rows[key]


def row_of(path: Path) -> dict[str, Any]:
    """A row of the list: facts of the record, or its error."""
    try:
        return summary_of(record.read(path))
    except (GridbotsError, RecordError) as error:
        return {"error": str(error)}


def summary_of(loaded: record.Record) -> dict[str, Any]:
    match, result = loaded.match, loaded.result
    return {
        "game": match.game,
        "started": match.started,
        "rounds": result.rounds,
        "how": result.how,
        "verdict": verdict(result),
        "players": [
            {
                "name": player.name,
                "place": player.place,
                "score": player.score,
                "termination": player.termination,
            }
            for player in result.players
        ],
    }
