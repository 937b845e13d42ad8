"""Record site: recorded matches in files and folders."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from gridbots import record
from gridbots.errors import RecordError
from gridbots.plugins import load_game
from gridbots.record import TERMINATIONS
from gridbots_referee.show.replay.replay import Replay, replay_of
from gridbots_referee.show.tables.result_text import verdict
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.sites.match_analysis import MatchAnalysis, number_in
from gridbots_referee.show.viewer.sites.record_index import RecordIndex
from gridbots_referee.show.viewer.sites.selection import PAGE, page_of, selection_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

KEPT: Final = 3
"""Number of replays that are kept."""
PATIENCE: Final = 0.5
"""Seconds that a page waits for the index; events report further records."""
NEWS_SECONDS: Final = 0.5


def load_replay(path: Path) -> Replay:
    """The replay of a record.

    Raises:
        GridbotsError: the file is not a record, or its game is missing or differs.
    """
    loaded = record.read(path)
    return replay_of(load_game(loaded.match.game), loaded)


def records_in(path: Path) -> Sequence[Path]:
    """The records in a folder, newest first; or the record itself."""
    if not path.is_dir():
        return [path]
    found = [*path.glob("*.jsonl.gz"), *path.glob("*.jsonl")]
    return sorted(found, key=lambda each: each.name, reverse=True)


class Replays:
    """Replays by the paths of their records; only the most recent ones are kept."""

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
    """A site of records in files and folders; new records may appear in folders."""

    def __init__(self, sources: Sequence[Path]) -> None:
        self.feed = Feed(self.look)
        self._replays = Replays()
        self._analysis = MatchAnalysis(self.feed)
        self._published = 0.0
        self._index = RecordIndex(sources, self._publish)

    def __len__(self) -> int:
        return len(self._index.paths)

    def look(self) -> None:
        """Notify open pages of new records."""
        with suppress(OSError):  # a folder was removed
            if self._index.scan():
                self._index.read(0)
                self._publish()

    def _publish(self) -> None:
        """Publish the progress of the index, at a limited rate."""
        index = self._index
        if index.is_complete or time.monotonic() - self._published >= NEWS_SECONDS:
            self._published = time.monotonic()
            self.feed.publish("site", {"done": len(index.table), "expected": len(index.paths)})

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["about"]:
                return self._about()
            case ["matches"]:
                return self._matches(query)
            case ["replay", key, *rest]:
                record = self._path(key)
                return self._analysis.get(rest, query, record, self._replays.replay(record))
        raise KeyError(*path)

    def post(self, path: Sequence[str], value: object) -> Any:
        match path:
            case ["replay", key, *rest]:
                return self._analysis.post(rest, value, self._path(key))
        raise KeyError(*path)

    def _path(self, key: str) -> Path:
        number = number_in(key)
        if number >= len(self):
            raise KeyError(key)
        return self._index.paths[number]

    def _about(self) -> dict[str, Any]:
        index = self._index
        fields = {"kind": "records", "count": len(self), "title": "Records"}
        if len(self) == 1:
            return fields
        index.read(PATIENCE)
        with index.lock:
            return {
                **fields,
                "indexed": len(index.table),
                "bots": sorted(index.table.names, key=str.casefold),
                "games": sorted(index.table.games),
                "terminations": list(TERMINATIONS),
            }

    def _matches(self, query: Mapping[str, str]) -> dict[str, Any]:
        """A page of the list, which contains the records that are already indexed."""
        index = self._index
        index.read(PATIENCE)
        limit = min(max(number_in(query.get("limit") or str(PAGE)), 1), PAGE)
        with index.lock:
            chosen = selection_of(query, index.table, "-started")
            found = page_of(index.table, chosen, number_in(query.get("page") or "1"), limit)
            keys = index.table.matches["number"][found.rows].tolist()
        return {
            "matches": [{"key": str(key), **row_of(index.paths[key])} for key in keys],
            "total": found.total,
            "page": found.page,
            "pages": found.pages,
        }


def row_of(path: Path) -> dict[str, Any]:
    """A row of the list: a summary of the record, or its error."""
    try:
        match, result = record.read_summary(path)
    except RecordError as error:
        return {"error": str(error), "file": path.name}
    return summary_of(record.Record(match, (), result))


def summary_of(loaded: record.Record) -> dict[str, Any]:
    match, result = loaded.match, loaded.result
    return {
        "game": match.game,
        "started": match.started,
        "rounds": result.rounds,
        "seconds": result.seconds,
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
