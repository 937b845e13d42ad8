"""Hash chain of a store: each match is linked to the one that was stored before it.

A link is a digest of the link before, of what the match is in the tournament, and of the file of
its record. So nobody can change, remove, insert or swap a match without making all links after it
anew. The store keeps the last one, its head. With a key each link is signed (HMAC-SHA256): then
nobody can make links anew who has not the key.

Links are made when matches are stored and not when they are played, since workers play at the same
time and only the store knows an order; and in the transaction of the row, so that no kill comes
between the two.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KEY_BYTES: Final = 16
"""Bytes in a key at least."""


class ChainedMatch(msgspec.Struct, frozen=True):
    """What a link says of a match: all that its record does not."""

    number: int
    """Counted from 1, in order of arrival."""
    fixture: str
    stage: int
    group: int
    players: Sequence[int]
    """Entrants in seat order."""
    record: str
    """File name."""
    digest: str
    """Of that file."""


class Link(msgspec.Struct, frozen=True):
    digest: str
    """Of the record's file, SHA-256."""
    link: str
    """SHA-256, too; the head of the chain as long as no match follows."""
    signature: str
    """Of the link; empty without a key."""


def genesis(tournament: str) -> str:
    """The link before the first one: a digest of the tournament, as the store has it."""
    return hashlib.sha256(tournament.encode()).hexdigest()


def link_after(previous: str, match: ChainedMatch) -> str:
    return hashlib.sha256(msgspec.json.encode([previous, match])).hexdigest()


def signature_of(link: str, key: bytes) -> str:
    return hmac.new(key, link.encode(), hashlib.sha256).hexdigest() if key else ""


def file_digest(path: Path) -> str:
    """SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_key(path: Path) -> bytes:
    """The key in a file that nobody else may read.

    Raises:
        StoreError: it cannot be used.
    """
    try:
        with path.open("rb") as file:
            mode, key = os.fstat(file.fileno()).st_mode, file.read(1 << 16)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise StoreError(f"{path}: others may read this key; chmod 600 it, or make a new one")
    if len(key) < KEY_BYTES:
        raise StoreError(f"{path}: expected a key of {KEY_BYTES} bytes at least, got {len(key)}")
    return key


class Chain:
    """The end of a chain, from where it goes on.

    It is kept in memory while a tournament is played: if somebody else changes the head in the
    store meanwhile, the next link shows it.
    """

    def __init__(self, head: str) -> None:
        self.head = head
        self.key = b""
        """What links are signed with; empty: they are not."""

    def add(self, match: ChainedMatch) -> Link:
        """Link a match to those before it."""
        self.head = link_after(self.head, match)
        return Link(match.digest, self.head, signature_of(self.head, self.key))
