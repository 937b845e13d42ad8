"""An audit finds any change of a store."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from tests.tournament.audit.true_stores import KEY, edit, findings, starting, true_store
from tests.tournament.stored import add, fixture

from gridbots import record as records
from gridbots.errors import StoreError
from gridbots.games.light_riders import GAME
from gridbots_referee.tournament.audit.audit import Options
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

REPLAY = Options(GAME)
SIGNED = Options(key=KEY)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that is copied and not changed itself."""
    return true_store(tmp_path_factory.mktemp("made") / "autumn.db")


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / "autumn.db"


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `made`, signed."""
    return true_store(tmp_path_factory.mktemp("signed") / "autumn.db", key=KEY)


def ids(path: Path) -> list[str]:
    with Store.open(path, read_only=True) as store:
        return [match.fixture for match in store.matches()]


def test_a_valid_store_has_no_discrepancy(path: Path) -> None:
    assert len(ids(path)) == 6
    assert findings(path, REPLAY) == []


EDITS = {
    "points": ("UPDATE seats SET points = 1 - points WHERE match = 2", "seat 0: points: the row"),
    "places": ("UPDATE seats SET place = 3 - place WHERE match = 2", "seat 0: place: the row has"),
    "score": ("UPDATE seats SET score = 99 WHERE match = 2", "seat 0: score: the row has 99.0, "),
    "moves": ("UPDATE seats SET moves = 1 WHERE match = 2", "seat 0: moves: the row has 1, the "),
    "times": ("UPDATE seats SET wall_ms = 0 WHERE match = 2", "seat 0: wall_ms: the row has 0.0"),
    "CPU": ("UPDATE seats SET most_cpu_ms = 1 WHERE match = 2", "seat 0: most_cpu_ms: the row ha"),
    "bank": ("UPDATE seats SET bank_left_ms = 5 WHERE match = 2", "seat 0: bank_left_ms: the row"),
    "why": ("UPDATE seats SET termination = 'late' WHERE match = 2", "seat 0: termination: the "),
    "how": ("UPDATE matches SET how = 'forfeit' WHERE number = 2", "how: the row has 'forfeit', "),
    "seed": ("UPDATE matches SET seed = 999 WHERE number = 2", "seed: the row has 999, the reco"),
    "opening": ("UPDATE matches SET opening = '[1]' WHERE number = 2", "opening: the row has "),
    "rounds": ("UPDATE matches SET rounds = 0 WHERE number = 2", "rounds: the row has 0, the re"),
    "load": ("UPDATE matches SET load = 0 WHERE number = 2", "load: the row has 0.0, the record "),
    "date": ("UPDATE matches SET started = '' WHERE number = 2", "started: the row has '', the "),
    "stage": ("UPDATE matches SET stage = 2 WHERE number = 2", "chain: it does not follow from th"),
    "group": ("UPDATE matches SET match_group = 9 WHERE number = 2", "chain: it does not follow "),
    "file": (
        "UPDATE matches SET record = '../autumn.db' WHERE number = 2", "record: the file "
    ),
    "seats": ("UPDATE seats SET seat = 3 - seat WHERE match = 2", "seat 0: seat: the row has 2, "),
    "a seat": ("DELETE FROM seats WHERE match = 2 AND seat = 1", "record: expected 1 players, got"),
    "no such entrant": (
        "UPDATE seats SET entrant = 77 WHERE match = 2 AND seat = 0", "seat 0: entrant: there is no"
    ),
    "no number": (
        "UPDATE seats SET entrant = 'x' WHERE match = 2 AND seat = 0", "seat 0: entrant: there is"
    ),
    "digest": ("UPDATE chain SET digest = '0' WHERE match = 2", "record: the file has changed"),
    "link": ("UPDATE chain SET link = '0' WHERE match = 2", "chain: it does not follow from the "),
    "no link": ("DELETE FROM chain WHERE match = 2", "chain: it has no link"),
}  # fmt: skip


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_row_is_found(path: Path, kind: str) -> None:
    statement, message = EDITS[kind]
    second = ids(path)[1]
    edit(path, statement)
    found = findings(path)
    assert starting(found, f"{second}: {message}"), found


STORE_EDITS = {
    "names": (
        "UPDATE entrants SET name = char(96 + entrant)",
        ": seat 0: name: the row has ",
    ),
    "another bot": ("UPDATE entrants SET bot = 'random' WHERE entrant = 0", ": seat 0: bot: the "),
    "another tournament": (
        "UPDATE meta SET value = replace(value, ':1', ':2') WHERE key = 'tournament'",
        ": chain: it does not follow",
    ),
    "another game": (
        "UPDATE meta SET value = replace(value, 'light-riders', 'snake') WHERE key = 'tournament'",
        ": game: the row has 'snake', the record 'light-riders'",
    ),
    "trigger": (
        "CREATE TRIGGER mine AFTER INSERT ON seats BEGIN UPDATE seats SET points = 1; END",
        "store: schema: the trigger mine does not belong to a store",
    ),
    "view": ("DROP VIEW results", "store: schema: the view results is missing or was changed"),
    "head": ("UPDATE meta SET value = '' WHERE key = 'head'", "store: head: expected that of the"),
}


@pytest.mark.parametrize("kind", STORE_EDITS)
def test_an_edited_store_is_found(path: Path, kind: str) -> None:
    statement, message = STORE_EDITS[kind]
    edit(path, statement)
    found = findings(path)
    assert any(message in each for each in found), found


def removal(number: int) -> tuple[str, ...]:
    places = {"chain": "match", "seats": "match", "matches": "number"}
    return tuple(f"DELETE FROM {table} WHERE {key} = {number}" for table, key in places.items())  # noqa: S608


def test_a_removed_match_is_detected(path: Path) -> None:
    second, third = ids(path)[1:3]
    edit(path, *removal(2))
    found = findings(path)
    assert starting(found, f"{third}: chain: it does not follow from the match before")
    assert starting(found, f"{second}: record: it has no row")


def test_a_removed_last_match_is_detected(path: Path) -> None:
    edit(path, *removal(6))
    assert "store: head: the last match is not the one that was stored last" in findings(path)


def test_a_carefully_truncated_store_is_detected_with_a_noted_head(path: Path) -> None:
    with Store.open(path, read_only=True) as store:
        head = store.chain.head
    last = ids(path)[-1]
    edit(
        path,
        *removal(6),
        "UPDATE meta SET value = (SELECT link FROM chain WHERE match = 5) WHERE key = 'head'",
    )
    (path.with_name("autumn-records") / f"{last}.jsonl.gz").unlink()
    assert findings(path) == []
    assert findings(path, Options(head=head)) == [
        f"store: head: the chain does not pass through {head}"
    ]


def test_a_match_removed_during_the_tournament_is_detected(path: Path) -> None:
    with Store.open(path) as store:
        edit(path, *removal(6), "UPDATE meta SET value = '' WHERE key = 'head'")
        add(store, fixture(9, (1, 0)))
    assert starting(findings(path), "m009: chain: it does not follow from the match before")


def test_a_recomputed_chain_is_detected_with_the_key(path: Path, signed: Path) -> None:
    assert starting(findings(path, SIGNED), f"{ids(path)[0]}: signature: it does not match the key")
    assert findings(signed, SIGNED) == []
    assert findings(signed) == []
    assert starting(findings(signed, Options(key=KEY + b"!")), ids(signed)[0])


def test_an_edited_record_is_found_by_its_digest_and_by_the_rules(path: Path) -> None:
    first = ids(path)[0]
    with Store.open(path, read_only=True) as store:
        true = records.read(store.records / f"{first}.jsonl.gz")
        forged = records.encode(true).replace(b'"winner":1', b'"winner":0')
        (store.records / f"{first}.jsonl.gz").write_bytes(forged)
    found = findings(path, REPLAY)
    assert starting(found, f"{first}: record: the file has changed since it was stored")
    assert starting(found, f"{first}: rules: outcome: the rules say")


@pytest.mark.parametrize("kind", ["removed", "pipe", "folder", "garbage", "empty"])
def test_a_file_that_is_not_a_record_is_reported(path: Path, kind: str) -> None:
    first = ids(path)[0]
    record = path.with_name("autumn-records") / f"{first}.jsonl.gz"
    record.unlink()
    if kind == "pipe":
        os.mkfifo(record)
    elif kind == "folder":
        record.mkdir()
    elif kind != "removed":
        record.write_bytes(b"\x1f\x8b garbage" if kind == "garbage" else b"")
    found = findings(path, REPLAY)
    assert starting(found, f"{first}: record: "), found
    assert all(each.startswith(first) for each in found)


# Properties.

COLUMNS = {
    "matches": "fixture stage match_group seed opening how rounds seconds load started finished "
    "record",
    "seats": "seat entrant place score points termination detail warnings moves wall_ms cpu_ms "
    "most_wall_ms most_cpu_ms bank_left_ms",
    "chain": "digest link signature",
    "entrants": "name bot",
}
FIELDS = [(table, column) for table, columns in COLUMNS.items() for column in columns.split()]
VALUES = st.none() | st.integers(-9, 2**40) | st.floats(allow_nan=False) | st.text(max_size=4)
BOUNDED = settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def changed(
    connection: sqlite3.Connection, table: str, column: str, row: int, value: object
) -> bool:
    """Set a field if the database allows it; return whether the value changed."""
    keys = "match, seat" if table == "seats" else "rowid"
    chosen = f"({keys}) = (SELECT {keys} FROM {table} ORDER BY {keys} LIMIT 1 OFFSET {row})"  # noqa: S608
    read = f"SELECT {column} FROM {table} ORDER BY {keys}"  # noqa: S608  words of this file
    before = connection.execute(read).fetchall()
    try:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {chosen}", (value,))  # noqa: S608
    except (sqlite3.IntegrityError, OverflowError):
        return False
    return connection.execute(read).fetchall() != before


@BOUNDED
@given(st.sampled_from(FIELDS), st.integers(0, 2), VALUES)
@example(("chain", "signature"), 0, "é")
def test_any_edited_field_is_found(
    signed: Path, field: tuple[str, str], row: int, value: object
) -> None:
    path = signed.with_name("edited.db")
    shutil.copy(signed, path)
    connection = sqlite3.connect(path, isolation_level=None)
    is_changed = changed(connection, *field, row, value)
    connection.close()
    assume(is_changed)
    with contextlib.suppress(StoreError):  # it may also report that the store is damaged
        assert findings(path, SIGNED)


@BOUNDED
@given(st.data())
def test_any_edited_byte_of_a_record_is_found(signed: Path, data: st.DataObject) -> None:
    folder = signed.with_name("autumn-records")
    record = data.draw(st.sampled_from(sorted(folder.iterdir())))
    true = record.read_bytes()
    place = data.draw(st.integers(0, len(true) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != true[place]))
    record.write_bytes(true[:place] + bytes([other]) + true[place + 1 :])
    try:
        assert starting(findings(signed), record.name.removesuffix(".jsonl.gz"))
    finally:
        record.write_bytes(true)
