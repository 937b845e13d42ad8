"""Store: one tournament in one SQLite file, with its entrants and all matches played.

When `add` returns, the match survives a crash of the process and of the machine: its record is on
the disk before its row, and the row before `add` returns. Others can read while one process writes.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.store import declaration
from gridbots_referee.tournament.store.chain import (
    Chain,
    ChainedMatch,
    file_digest,
    genesis,
)
from gridbots_referee.tournament.store.damage import reported_as_damage
from gridbots_referee.tournament.store.database import (
    Lock,
    fsync,
    lock_path,
    make,
    open_to_read,
    open_to_write,
    refuse_existing,
    refuse_missing,
    store_errors,
)
from gridbots_referee.tournament.store.reader import StoreReader
from gridbots_referee.tournament.store.rows import (
    ADD_LINK,
    ADD_MATCH,
    ADD_SEAT,
    ADD_VOID,
    SET_HEAD,
    match_row,
    seat_rows,
    void_row,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gridbots.record import Record
    from gridbots_referee.tournament.formats.growth import Growth
    from gridbots_referee.tournament.formats.tournament import Entrant, Fixture, Tournament
    from gridbots_referee.tournament.stats.played import VoidMatch


FEW: Final = 16
"""Records that are put on the disk one by one."""


class Store(StoreReader):
    """A store, used by one thread, in a `with` statement or until `close`.

    A store opened for writing locks out other writers. One opened for reading shows its state at
    the first use, whatever is added later.
    """

    records: Path
    """The folder of the records."""
    chain: Chain

    @classmethod
    def create(cls, path: Path, tournament: Tournament, records: Path | None = None) -> Self:
        """Create a store atomically, and open it for writing.

        `records` is the folder of the records, by default `<stem of path>-records` beside it.

        Raises:
            StoreError: the file exists, another process creates it, or it cannot be created.
        """
        with store_errors(path):
            refuse_existing(path)
            lock = Lock(lock_path(path))
            try:
                refuse_existing(path)
                make(path, tournament, records or cls.records_beside(path))
                return cls(path, *open_to_write(path, lock))
            except BaseException:
                lock.release()
                raise

    @staticmethod
    def records_beside(path: Path) -> Path:
        """The default folder of the records."""
        return path.with_name(f"{path.stem}-records")

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open a store. An older schema is migrated; for reading, only in memory.

        Raises:
            StoreError: there is no store, another process writes it, or its schema is newer.
        """
        with store_errors(path):
            refuse_missing(path)
            return cls(path, *(open_to_read(path) if read_only else open_to_write(path)))

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None) -> None:
        """Use `create` or `open` instead."""
        super().__init__(path, connection)
        self._lock = lock
        try:
            with reported_as_damage(path, connection):
                with store_errors(path):
                    self.tournament = declaration.read(connection)
                self.records = Path(os.path.normpath(path.parent / self.meta("records")))
                self.chain = Chain(self.meta("head") or genesis(self.meta("tournament")))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            if error:
                with reported_as_damage(self.path, self._connection):
                    raise error
        finally:
            self.close()

    def close(self) -> None:
        self._connection.close()
        if self._lock:
            self._lock.release()

    def add_entrants(self, entrants: Sequence[Entrant]) -> None:
        """Append entrants.

        Raises:
            StoreError: a name is taken; then no entrant is added.
        """
        known = {entrant.name for entrant in self.tournament.bots}
        for entrant in entrants:
            if entrant.name in known:
                raise StoreError(f"{self.path}: the name {entrant.name!r} is taken")
            known.add(entrant.name)
        with self._transaction():
            declaration.insert_entrants(self._connection, entrants, len(self.tournament.bots))
        bots = (*self.tournament.bots, *entrants)
        self.tournament = msgspec.structs.replace(self.tournament, bots=bots)

    def grow(self, growth: Growth) -> None:
        """Store an extended tournament and its replaced entrants."""
        known = len(self.tournament.bots)
        with self._transaction():
            declaration.replace_entrants(self._connection, growth.replaced)
            declaration.insert_entrants(self._connection, growth.tournament.bots[known:], known)
            declaration.keep_growth(self._connection, growth.tournament)
        self.tournament = growth.tournament

    def declare(self, tournament: Tournament) -> None:
        """Store another tournament, as long as no match has been played.

        Raises:
            StoreError: matches have been played.
        """
        with self._transaction():
            if len(self):
                raise StoreError("matches have been played")
            declaration.insert(self._connection, tournament, self.meta("records"))
        self.tournament = tournament
        self.chain.head = genesis(self.meta("tournament"))

    def add(self, fixture: Fixture, record: Record, path: Path) -> bool:
        """Store a match whose record is at `path`; False if the fixture is already stored.

        Raises:
            StoreError: the match was not finished, its record is not in `records`, or the disk is
                full; then nothing was changed.
        """
        with self._transaction():
            is_new = self._insert(fixture, record, path)
            fsync(path)
        return is_new

    def add_many(self, matches: Iterable[tuple[Fixture, Record, Path]]) -> int:
        """Like `add`, all or none, with one wait for the disk; returns how many are new.

        The matches are read one after the other and not kept in memory.
        """
        new, paths = 0, list[Path]()
        with self._transaction():
            for match in matches:
                new += self._insert(*match)
                if len(paths) <= FEW:
                    paths.append(match[-1])
            _sync([*paths, self.records] if paths else [])
        return new

    def _insert(self, fixture: Fixture, record: Record, path: Path) -> bool:
        if path.parent.absolute() != self.records.absolute():
            raise StoreError(f"expected a record in {self.records}, got {path}")
        if not path.is_file():
            raise StoreError(f"there is no record {path}")
        cursor = self._connection.execute(ADD_MATCH, match_row(fixture, record, path.name))
        if not cursor.rowcount:
            return False
        assert cursor.lastrowid is not None  # noqa: S101  a row was inserted
        self._connection.executemany(ADD_SEAT, seat_rows(cursor.lastrowid, fixture, record))
        self._link(cursor.lastrowid, fixture, path)
        return True

    def _link(self, number: int, fixture: Fixture, path: Path) -> None:
        match = ChainedMatch(
            number,
            fixture.id,
            fixture.stage,
            fixture.group,
            fixture.players,
            path.name,
            file_digest(path),
        )
        link = self.chain.add(match)
        self._connection.execute(ADD_LINK, (number, *msgspec.structs.astuple(link)))
        self._connection.execute(SET_HEAD, (link.link,))

    def add_voids(self, voids: Iterable[VoidMatch]) -> None:
        """Store void matches, so that they are not tried again."""
        with self._transaction():
            self._connection.executemany(ADD_VOID, map(void_row, voids))

    def keep_files(self, files: Mapping[int, Mapping[str, str]]) -> None:
        """Store the files of entrants: index -> file -> digest."""
        if not files:
            return
        rows = [(msgspec.json.encode(each).decode(), index) for index, each in files.items()]
        with self._transaction():
            self._connection.executemany("UPDATE entrants SET files = ? WHERE entrant = ?", rows)

    def retire(self, entrant: int) -> None:
        """Exclude an entrant from further matches: a new version has replaced it."""
        with self._transaction():
            self._connection.execute(
                "UPDATE entrants SET retired = 1 WHERE entrant = ?", (entrant,)
            )

    def forget_voids(self) -> None:
        """Delete void matches, so that they are tried again."""
        with self._transaction():
            self._connection.execute("DELETE FROM voids")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with store_errors(self.path):
            if self._lock is None:
                raise StoreError("the store is open for reading only")
            self._connection.execute("BEGIN IMMEDIATE")
            head = self.chain.head
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self.chain.head = head
                # If the disk is full, SQLite may already have rolled back.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _sync(paths: Sequence[Path]) -> None:
    """Sync records and their folder to the disk; the whole disk if there are many."""
    if len(paths) > FEW:
        os.sync()  # waits for everything that any process writes
        return
    for path in paths:
        fsync(path)
