"""The chain of a store covers all matches, even after interruptions."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest
from tests.tournament.stored import MATCHES, add, autumn, fixture, tournament

from gridbots.errors import StoreError
from gridbots_referee.tournament.store.chain import (
    ChainedMatch,
    genesis,
    link_after,
    read_key,
    signature_of,
)
from gridbots_referee.tournament.store.store import Store

GOLDEN = Path(__file__).parents[2] / "golden" / "store_schema_1.sql"
KEY = b"sixteen bytes at least"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "autumn.db"


def links(store: Store) -> list[tuple[int, str, str, str]]:
    return list(store.query("SELECT * FROM chain ORDER BY match"))


def test_each_link_depends_on_the_previous_one_and_the_store_keeps_the_last(path: Path) -> None:
    with Store.open(autumn(path), read_only=True) as store:
        head = genesis(store.meta("tournament"))
        for match, (number, digest, link, signature) in zip(
            store.matches(), links(store), strict=True
        ):
            file = store.records / match.record
            assert digest == hashlib.sha256(file.read_bytes()).hexdigest()
            players = [player.entrant for player in match.players]
            linked = ChainedMatch(
                number, match.fixture, match.stage, match.group, players, match.record, digest
            )
            head = link_after(head, linked)
            assert (link, signature) == (head, "")
        assert store.meta("head") == store.chain.head == head


def test_the_chain_continues_after_reopening(path: Path) -> None:
    autumn(path)
    with Store.open(path) as store:
        before = store.chain.head
        add(store, fixture(9))
        assert store.chain.head != before
    with Store.open(path, read_only=True) as store:
        assert store.chain.head == links(store)[-1][2]
        assert len(links(store)) == len(MATCHES) + 1


def test_a_match_that_was_not_stored_adds_no_link(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        add(store, fixture(1))
        head = store.chain.head
        assert not add(store, fixture(1))
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            add(store, fixture(2, (0, 9)))
        assert store.chain.head == store.meta("head") == head


def test_links_are_signed_with_a_key(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        store.chain.key = KEY
        add(store, fixture(1))
        ((_, _, link, signature),) = links(store)
        assert signature == signature_of(link, KEY) != signature_of(link, KEY + b"!")


def test_matches_older_than_the_chain_have_no_links(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(GOLDEN.read_text())
    connection.close()
    with Store.open(path) as store:
        assert (links(store), store.meta("unchained")) == ([], str(len(MATCHES)))
        add(store, fixture(99))
        assert [number for number, *_ in links(store)] == [len(MATCHES) + 1]


def test_a_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = tmp_path / "key"
    with pytest.raises(StoreError, match="No such file"):
        read_key(key)
    key.write_bytes(KEY)
    key.chmod(0o640)
    with pytest.raises(StoreError, match="others can read this key; run chmod 600"):
        read_key(key)
    key.chmod(0o600)
    assert read_key(key) == KEY
    key.write_bytes(b"short")
    with pytest.raises(StoreError, match="expected a key of at least 16 bytes, got 5"):
        read_key(key)
