"""Readers of input from bots, files and users raise only `GridbotsError`."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz.targets import TARGETS, fuzz, seeds

from gridbots.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

TOKENS = (
    b"", b"9" * 40, b"9" * 5000, b"-1", b"nan", b"1e999", b"\x00", b"\xff", b"[", b"{", b'"', b"\n",
    b"\r", b",", b"=", b":", b"null", b"0.5", "\u0661".encode(), b"[" * 3000, b"%d" % 2**63,
)  # fmt: skip
"""What readers have stumbled over elsewhere."""
LENGTHS = st.sampled_from((0, 0, 1, 4, 40))
GARBAGE = st.sampled_from(TOKENS) | st.binary(max_size=4)
EDITS = st.lists(st.tuples(st.floats(0, 1), LENGTHS, GARBAGE), max_size=4)
"""Where, how much is taken out, and what stands there instead."""


def edited(data: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for place, length, garbage in edits:
        start = int(place * len(data))
        data = data[:start] + garbage + data[start + length :]
    return data


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", TARGETS)
def test_valid_input_is_read(name: str) -> None:
    for data in seeds(name):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_input_raises_a_gridbots_error(name: str) -> None:
    target, right = TARGETS[name], seeds(name)

    @settings(max_examples=30)
    @given(st.sampled_from(right), EDITS)
    def check(data: bytes, edits: list[tuple[float, int, bytes]]) -> None:
        fuzz(target, edited(data, edits))

    check()


@pytest.mark.parametrize("name", TARGETS)
def test_garbage_raises_a_gridbots_error(name: str) -> None:
    @settings(max_examples=10)
    @given(st.binary(max_size=200))
    def check(data: bytes) -> None:
        fuzz(TARGETS[name], data)

    check()


def columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return [
        (table, row[1])
        for (table,) in connection.execute(query).fetchall()
        for row in connection.execute(f"PRAGMA table_info({table})")
    ]


def with_value(table: str, column: str, value: object, path: Path) -> bytes:
    """A store in whose first row somebody has written a value."""
    path.write_bytes(seeds("store")[0])
    connection = sqlite3.connect(path)
    ((first,),) = connection.execute(f"SELECT MIN({column}) FROM {table}")  # noqa: S608
    change = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} = ?"  # noqa: S608
    with suppress(sqlite3.IntegrityError):  # SQLite refuses some
        connection.execute(change, (value, first))
    connection.commit()
    connection.close()
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("value", ["x", -1, 10**18, float("inf"), b"\xff", "[["])
def test_an_edited_store_is_read_or_raises_a_gridbots_error(value: object, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    path.write_bytes(seeds("store")[0])
    connection = sqlite3.connect(path)
    places = columns(connection)
    connection.close()
    assert len(places) > 40
    for table, column in places:
        fuzz(TARGETS["store"], with_value(table, column, value, path))


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("points", float("inf"), "4 players have inf points, which is impossible"),
        ("points", 1.0, "the points of 4 matches add up to 2.0, which is impossible"),
        ("points", "x", "of the values of points in seats are not real"),
        ("entrant", 99, "of seats refers to a missing row of entrants"),
        ("match", 99, "of seats refers to a missing row of matches"),
    ],
)
def test_an_edited_store_reports_what_is_damaged(
    column: str, value: object, said: str, tmp_path: Path
) -> None:
    data = with_value("seats", column, value, tmp_path / "edited")
    with pytest.raises(StoreError, match=r"the tournament is damaged|matches differ") as raised:
        TARGETS["store"](data)
    assert said in str(raised.value)
