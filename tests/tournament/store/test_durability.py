"""Accidents to the file of a store lose no match."""

from __future__ import annotations

import itertools
import json
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.tournament.stored import MATCHES, add, autumn, fixture, played, tournament

from gridbots import record
from gridbots.errors import StoreError
from gridbots_referee.tournament.store import migrations
from gridbots_referee.tournament.store.database import Lock, lock_path
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import standings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).parents[2] / "golden" / "store_schema_1.sql"
WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "autumn.db"


@pytest.mark.slow
def test_added_matches_survive_a_kill_at_any_moment(path: Path) -> None:
    rng = random.Random(5)  # noqa: S311  moments, no secrets
    while_made = [f"{rng.uniform(0, 0.1):.4f}" for _ in range(10)]
    while_added = [f"+{rng.uniform(0, 0.04):.4f}" for _ in range(20)]
    moments = while_made + while_added
    done = subprocess.run(
        [sys.executable, WRITER, path, *moments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    stored: set[str] = set()
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reports) == len(moments)
    for report in reports:
        promised = stored | set(report["acknowledged"])
        stored = set(report["stored"])
        assert report["integrity"] == "ok"
        assert promised <= stored
        # One may have been written when the kill came before the acknowledgement.
        assert len(stored) <= len(promised) + 1
        assert report.get("seen", []) == report["stored"]
    assert len(stored) >= len(while_added)


def _fill(store: Store) -> None:
    for number in itertools.count():
        assert len(store) == number
        add(store, fixture(number))


def test_a_full_disk_loses_nothing_and_the_store_continues_after_space_is_freed(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        ((pages,),) = store.query("PRAGMA page_count")
        list(store.query(f"PRAGMA max_page_count = {pages + 3}"))
        with pytest.raises(StoreError, match=r"autumn\.db: the disk is full"):
            _fill(store)
        added = len(store)
        assert added
        list(store.query("PRAGMA max_page_count = 100000"))
        assert add(store, fixture(added))
    with Store.open(path) as store:
        assert list(store.query("PRAGMA integrity_check")) == [("ok",)]
        assert store.ids() == {fixture(number).id for number in range(added + 1)}


def test_a_second_writer_is_refused_and_the_first_is_named(path: Path) -> None:
    autumn(path)
    with Store.open(path):
        with pytest.raises(StoreError, match=f"process {os.getpid()} is writing it"):
            Store.open(path)
        with Store.open(path, read_only=True) as reader:
            assert len(reader) == len(MATCHES)
    with Store.open(path) as store:
        assert len(store) == len(MATCHES)


def test_another_process_that_writes_locks_the_store(path: Path) -> None:
    autumn(path)
    hold = (
        "import sys; from pathlib import Path\n"
        "from gridbots_referee.tournament.store.store import Store\n"
        f"with Store.open(Path({str(path)!r})):\n    print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        holder.stdout.readline()
        with pytest.raises(StoreError, match=f"process {holder.pid} is writing it"):
            Store.open(path)
        holder.kill()
    Store.open(path).close()


def test_a_process_that_takes_the_lock_at_the_same_moment_is_waited_for(path: Path) -> None:
    taking = sqlite3.connect(lock_path(path), isolation_level=None, check_same_thread=False)
    taking.execute("BEGIN EXCLUSIVE")
    Timer(0.2, taking.close).start()
    Store.create(path, tournament()).close()


def test_the_creator_of_a_store_keeps_it_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, others = Lock.release, list[Lock]()

    def release_to_another(lock: Lock) -> None:
        release(lock)
        others.append(Lock(lock_path(path)))

    with monkeypatch.context() as patch:
        patch.setattr(Lock, "release", release_to_another)
        store = Store.create(path, tournament())
    assert not others
    store.close()


def test_an_existing_file_is_not_overwritten(path: Path) -> None:
    path.write_text("my thesis")
    with pytest.raises(StoreError, match=r"autumn\.db: the file already exists"):
        Store.create(path, tournament())
    assert path.read_text() == "my thesis"
    assert [each.name for each in path.parent.iterdir()] == ["autumn.db"]


def _sqlite(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my thesis, in plain text" * 100, "this is not the store of a tournament"),
        (b"", "the file is empty"),
        ("CREATE TABLE poems (text)", "but a database of poems"),
        ("CREATE TABLE meta (key, value)", "the schema of the store is missing"),
        (None, "there is no such file"),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_not_a_store_is_refused_and_unchanged(
    path: Path, content: bytes | str | None, message: str, *, read_only: bool
) -> None:
    if isinstance(content, str):
        _sqlite(path, content)
    elif content is not None:
        path.write_bytes(content)
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(StoreError, match=rf"^{path}: .*{message}"):
        Store.open(path, read_only=read_only)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before


@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_of_a_newer_version_is_refused(path: Path, *, read_only: bool) -> None:
    autumn(path)
    newer = len(migrations.STEPS) + 1
    _sqlite(path, "UPDATE meta SET value = value + 1 WHERE key = 'schema'")
    with pytest.raises(StoreError, match=f"schema {newer} is newer than {newer - 1}"):
        Store.open(path, read_only=read_only)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM meta WHERE key = 'tournament'",
        "UPDATE meta SET value = '{' WHERE key = 'tournament'",
        "UPDATE meta SET value = '[]' WHERE key = 'tournament'",
        "DELETE FROM meta WHERE key = 'records'",
        "DROP TABLE entrants",
    ],
)
def test_a_damaged_store_is_refused_and_not_left_locked(path: Path, damage: str) -> None:
    autumn(path)
    _sqlite(path, damage)
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"^{path}: "):
            Store.open(path)


def test_a_damaged_page_is_reported(path: Path) -> None:
    autumn(path)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="the tournament is damaged"):
        Store.open(path)


def test_an_invalid_lock_file_is_an_error(path: Path) -> None:
    autumn(path)
    lock = path.with_name("autumn.db.lock")
    lock.write_bytes(b"something else" * 100)
    with pytest.raises(StoreError, match=r"lock is not a lock file"):
        Store.open(path)


@contextmanager
def _closed_folder(folder: Path) -> Iterator[None]:
    """A folder that this process cannot read under any user."""
    folder.chmod(0)
    if os.geteuid() == 0:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield
    folder.chmod(0o700)


def test_an_unreadable_folder_is_an_error(path: Path) -> None:
    autumn(path)
    with _closed_folder(path.parent):
        ways: list[Callable[[], Store]] = [
            lambda: Store.open(path),
            lambda: Store.open(path, read_only=True),
            lambda: Store.create(path.with_name("new.db"), tournament()),
        ]
        for open_store in ways:
            with pytest.raises(StoreError, match="Permission denied"):
                open_store()
    Store.open(path).close()


def test_a_file_in_place_of_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"none/new\.db: cannot be opened or created"):
        Store.create(tmp_path / "none" / "new.db", tournament())
    with pytest.raises(StoreError, match="there is no"):
        Store.open(tmp_path)


def test_a_match_that_was_not_finished_is_refused(path: Path) -> None:
    one = fixture(1)
    with Store.create(path, tournament()) as store:
        with pytest.raises(StoreError, match=r"not finished: interrupted"):
            add(store, one, played(one, how="interrupted", outcome=None))
        assert len(store) == 0


def test_a_match_that_does_not_fit_its_fixture_is_refused(path: Path) -> None:
    one = fixture(1)
    with Store.create(path, tournament()) as store:
        with pytest.raises(StoreError, match="expected 2 players, got 3"):
            add(store, one, played(fixture(1, (0, 1, 2)), (1, 2, 3)))
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            add(store, fixture(1, (0, 9)))
        assert len(store) == 0
        assert add(store, one)


def test_a_match_without_its_record_is_refused(path: Path, tmp_path: Path) -> None:
    one = fixture(1)
    with Store.create(path, tournament()) as store:
        with pytest.raises(StoreError, match="there is no"):
            store.add(one, played(one), store.records / "m001.jsonl.gz")
        elsewhere = record.write(played(one), tmp_path / "elsewhere")
        with pytest.raises(StoreError, match=r"expected a record in .*autumn-records, got .*else"):
            store.add(one, played(one), elsewhere)
        assert len(store) == 0


# Schemas.


def _golden_store(path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.executescript(GOLDEN.read_text())
    connection.close()
    return path


NEXT = ("ALTER TABLE matches ADD COLUMN remark TEXT NOT NULL DEFAULT 'none'",)


CURRENT = migrations.STEPS


@pytest.fixture
def next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "STEPS", (*CURRENT, NEXT))


def _schema(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    return [" ".join(sql.split()) for (sql,) in rows]


def test_the_first_step_leads_to_the_schema_of_the_golden_store(path: Path) -> None:
    stored = sqlite3.connect(_golden_store(path))
    made = sqlite3.connect(":memory:")
    for statement in migrations.FIRST:
        made.execute(statement)
    assert _schema(made) == _schema(stored)
    stored.close()
    made.close()


@pytest.mark.usefixtures("next_step")
def test_an_old_store_is_migrated_when_it_is_opened_to_write(path: Path) -> None:
    _golden_store(path)
    for _ in range(2):
        with Store.open(path) as store:
            assert migrations.schema_of(store._connection) == len(CURRENT) + 1
            assert set(store.query("SELECT remark FROM matches")) == {("none",)}
            assert [each.points for each in standings_of(store)] == [3.5, 2.0, 0.5, 0.0]
    with Store.open(path) as store:
        add(store, fixture(99))
        assert len(store) == len(MATCHES) + 1


@pytest.mark.usefixtures("next_step")
def test_an_old_store_can_be_read_without_migration(path: Path) -> None:
    before = _golden_store(path).read_bytes()
    with Store.open(path, read_only=True) as store:
        assert set(store.query("SELECT remark FROM matches")) == {("none",)}
        assert len(store) == len(MATCHES)
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_store_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _golden_store(path)
    broken = (*NEXT, "ALTER TABLE missing ADD COLUMN remark")
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "STEPS", (*CURRENT, broken))
        with pytest.raises(StoreError, match="no such table: missing"):
            Store.open(path)
    with Store.open(path) as store:
        assert migrations.schema_of(store._connection) == len(CURRENT)
        assert list(store.query("PRAGMA table_info(matches)"))[-1][1] == "record"


@pytest.mark.usefixtures("next_step")
def test_a_new_store_has_all_steps(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        assert migrations.schema_of(store._connection) == len(CURRENT) + 1
        assert msgspec.json.decode(store.meta("tournament"))["name"] == "autumn"
