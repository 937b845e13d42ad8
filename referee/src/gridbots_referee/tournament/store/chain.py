"""Hash chain of a store: each match is linked to the one stored before it.

A link is a digest of the previous link, of the fixture, and of the record's file. Changing,
removing, inserting or swapping a match invalidates all later links. The store keeps the last link,
its head. With a key each link is signed (HMAC-SHA256), so that only its owner can make new links.

Links are made when matches are stored, since only the store has them in an order, and in the same
transaction as the row, so that no kill separates the two.
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
"""Shortest key, in bytes."""


class ChainedMatch(msgspec.Struct, frozen=True):
    """The part of a match that a link covers besides its record."""

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
    """SHA-256, too; the head of the chain until the next match."""
    signature: str
    """Of the link; empty without a key."""


def genesis(tournament: str) -> str:
    """The link before the first one: a digest of the tournament as stored."""
    return hashlib.sha256(tournament.encode()).hexdigest()


def link_after(previous: str, match: ChainedMatch) -> str:
    return hashlib.sha256(msgspec.json.encode([previous, match])).hexdigest()


def signature_of(link: str, key: bytes) -> str:
    return hmac.new(key, link.encode(), hashlib.sha256).hexdigest() if key else ""


def file_digest(path: Path) -> str:
    """SHA-256 of a file, read in chunks."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_key(path: Path) -> bytes:
    """The key in a file that only its owner may read.

    Raises:
        StoreError: the file cannot be read, is readable by others, or its key is too short.
    """
    try:
        with path.open("rb") as file:
            mode, key = os.fstat(file.fileno()).st_mode, file.read(1 << 16)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise StoreError(f"{path}: others can read this key; run chmod 600, or make a new key")
    if len(key) < KEY_BYTES:
        raise StoreError(f"{path}: expected a key of at least {KEY_BYTES} bytes, got {len(key)}")
    return key


class Chain:
    """The end of a chain, to which links are added.

    It is kept in memory while a tournament is played, so that the next link reveals a change of
    the stored head by another program.
    """

    def __init__(self, head: str) -> None:
        self.head = head
        self.key = b""
        """For signatures; empty: links are not signed."""

    def add(self, match: ChainedMatch) -> Link:
        """Link a match to those before it."""
        self.head = link_after(self.head, match)
        return Link(match.digest, self.head, signature_of(self.head, self.key))
