"""Rebuilds a store from records: follows the schedule again, with their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridbots import record as records
from gridbots.errors import RecordError
from gridbots.record.verification import verify
from gridbots_referee.tournament.audit.rows import Discrepancy
from gridbots_referee.tournament.formats.schedule import schedule
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.tournament.formats.tournament import Fixture, Tournament
    from gridbots_referee.tournament.stats.played import VoidMatch


class Rebuilder:
    """Reads the matches of a tournament from a folder of records, accepting only valid ones."""

    def __init__(self, tournament: Tournament, folder: Path, game: Game | None) -> None:
        self._tournament = tournament
        self._folder = folder
        self._game = game
        """Its rules verify records; None: records are not replayed."""
        self.findings: list[Discrepancy] = []
        """Rejected records."""
        self._refused: set[str] = set()

    def rebuild(
        self, path: Path, voids: Sequence[VoidMatch] = (), key: bytes = b""
    ) -> Iterator[int]:
        """Create a store at this path; yields its number of matches after each stage.

        Raises:
            StoreError: the file exists or cannot be written.
            GridbotsError: the game is not installed.
        """
        with Store.create(path, self._tournament, self._folder) as store:
            store.chain.key = key
            if voids:
                store.add_voids(voids)
            while found := self._found(store):
                store.add_many(found)
                yield len(store)

    def _found(self, store: Store) -> list[tuple[Fixture, Record, Path]]:
        """Scheduled fixtures that are not in the store yet, with their records."""
        done = store.ids() | self._refused
        scheduled = schedule(self._tournament, store.played, store.voids()).fixtures
        taken = [
            (fixture, record, self._path(fixture))
            for fixture in scheduled
            if fixture.id not in done and (record := self._take(fixture)) is not None
        ]
        return sorted(taken, key=lambda match: match[1].match.started)

    def _path(self, fixture: Fixture) -> Path:
        return self._folder / f"{fixture.id}.jsonl.gz"

    def _take(self, fixture: Fixture) -> Record | None:
        """The record of a fixture, without its rounds; None if it is missing or invalid."""
        if not self._path(fixture).is_file():
            return None
        try:
            record = records.read(self._path(fixture))
            differences = self._differences(fixture, record)
        except RecordError as error:
            differences = [str(error)]
        if differences:
            self._refused.add(fixture.id)
            self.findings += [Discrepancy(fixture.id, "record", text) for text in differences]
            return None
        return replace(record, rounds=())

    def _differences(self, fixture: Fixture, record: Record) -> list[str]:
        match = record.match
        names = [self._tournament.bots[player].name for player in fixture.players]
        expected = {"id": fixture.id, "game": self._tournament.game, "seed": fixture.opening.seed,
                    "opening": fixture.opening.moves}  # fmt: skip
        found = [
            f"{field}: expected {value!r}, got {getattr(match, field)!r}"
            for field, value in expected.items()
            if getattr(match, field) != value
        ]
        if [player.name for player in match.players] != names:
            found.append(f"players: expected {names}, got {[each.name for each in match.players]}")
        if record.result.outcome is None:
            found.append(f"the match was not played to its end: {record.result.how}")
        return found or (verify(self._game, record) if self._game else [])
