"""Index of records in files: each is read once, in the background, newest first."""

from __future__ import annotations

import datetime
import os
import threading
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import RecordError
from gridbots.record import read_summary
from gridbots_referee.show.viewer.sites.match_table import WORDS, MatchTable, code_of
from gridbots_referee.tournament.stats.played import points_of_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from gridbots.record import Match, PlayerResult, Result

ENDS: Final = (".jsonl.gz", ".jsonl")
AT_ONCE: Final = 100
"""Records that are read before other threads may access the table."""
MOST: Final = 2**31 - 1
"""Greatest number of rounds and seconds in a column; files may contain any number."""
EPOCH: Final = 2440587.5
"""Start of Unix time as a Julian day."""


class RecordIndex:
    """Records in files and folders, numbered from 0 by age; new ones get the next numbers.

    `on_progress` is called from a thread of the index as it reads.
    """

    def __init__(self, sources: Sequence[Path], on_progress: Callable[[], None]) -> None:
        self.table = MatchTable()
        self.lock = threading.Lock()
        """Guards the table."""
        self.paths: list[Path] = []
        self._sources = sources
        self._folders = {source for source in sources if source.is_dir()}
        self._on_progress = on_progress
        self._known: set[Path] = set()
        self._stamps: dict[Path, int] = {}
        self._waiting: list[int] = []
        """Numbers of the records that have not been read yet."""
        self._reader: threading.Thread | None = None
        self._players: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self.scan()

    def scan(self) -> bool:
        """Look for new records in changed folders; return whether there are any."""
        with self.lock:
            first = len(self.paths)
            for source in self._sources:
                found = list(self._new_in(source))
                self._known.update(found)
                self.paths += found
            self._waiting += range(first, len(self.paths))
            return len(self.paths) > first

    def _new_in(self, source: Path) -> Iterator[Path]:
        """New records, oldest first."""
        if source not in self._folders:
            if source not in self._known:
                yield source
            return
        stamp = source.stat().st_mtime_ns
        if self._stamps.get(source) == stamp:
            return
        self._stamps[source] = stamp
        with os.scandir(source) as entries:
            new = [
                (each.stat().st_mtime_ns, each.name)
                for each in entries
                if each.name.endswith(ENDS)
                and not each.name.startswith(".")
                and source / each.name not in self._known
            ]
        yield from (source / name for _, name in sorted(new))

    def read(self, patience: float) -> None:
        """Continue reading in the background; wait at most `patience` seconds for the end."""
        with self.lock:
            if self._waiting and not (self._reader and self._reader.is_alive()):
                self._reader = threading.Thread(target=self._read_all, daemon=True)
                self._reader.start()
            reader = self._reader
        if reader:
            reader.join(patience)

    def _read_all(self) -> None:
        while True:
            with self.lock:
                numbers = self._waiting[: -AT_ONCE - 1 : -1]
                del self._waiting[-len(numbers) :]
                if not numbers:
                    self._reader = None
                    break
            found = [_summary(self.paths[number]) for number in numbers]
            with self.lock:
                self._add(numbers, found)
            self._on_progress()
        self._on_progress()

    def _add(self, numbers: Sequence[int], found: Sequence[tuple[Match, Result] | None]) -> None:
        """Add records to the table; None is a record that cannot be read."""
        rows, seats = [], []
        for number, each in zip(numbers, found, strict=True):
            if each is None:
                rows.append((number, _written(self.paths[number]), 0, 0.0, 0, -1, 0))
                continue
            match, result = each
            game = code_of(self.table.games, self._games, match.game)
            is_forfeit = int(result.how == "forfeit")
            players = list(self._seats(result))
            seats += players
            rows.append(
                (
                    number,
                    day_of(match.started),
                    min(result.rounds, MOST),
                    min(result.seconds, MOST),
                    is_forfeit,
                    game,
                    len(players),
                )
            )
        names = ("number", "started", "rounds", "seconds", "is_forfeit", "game", "count")
        columns = dict(zip(names, np.array(rows, float).T, strict=True))
        counts = columns.pop("count").astype(int)
        table = np.array(seats, float).reshape(-1, 5).T
        seat_names = ("player", "place", "points", "score", "termination")
        self.table.extend(columns, counts, dict(zip(seat_names, table, strict=True)))

    def _seats(self, result: Result) -> Iterator[tuple[float, ...]]:
        places = tuple(player.place or 0 for player in result.players)
        points = points_of_places(places) if result.outcome else (0.0,) * len(places)
        for player, made in zip(result.players, points, strict=True):
            name = code_of(self.table.names, self._players, player.name)
            yield name, *_values(player, made)

    @property
    def is_complete(self) -> bool:
        return len(self.table) == len(self.paths)


def _values(player: PlayerResult, points: float) -> tuple[float, ...]:
    """Place, points, score and termination of a player as numbers."""
    place = min(player.place or 0, np.iinfo(np.int16).max)
    score = float("nan") if player.score is None else player.score
    word = player.termination
    return place, points, score, WORDS.index(word) if word in WORDS else -1


def _summary(path: Path) -> tuple[Match, Result] | None:
    try:
        return read_summary(path)
    except RecordError:
        return None


def _written(path: Path) -> float:
    """The modification time of a file as a Julian day."""
    try:
        return path.stat().st_mtime / 86_400 + EPOCH
    except OSError:
        return float("nan")


def day_of(started: str) -> float:
    """A time as a Julian day; NaN if it is malformed."""
    try:
        moment = datetime.datetime.fromisoformat(started)
    except ValueError:
        return float("nan")
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    return moment.timestamp() / 86_400 + EPOCH
