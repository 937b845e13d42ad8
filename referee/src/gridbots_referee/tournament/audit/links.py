"""The chain of a store, link by link."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from gridbots_referee.tournament.audit.discrepancy import Discrepancy
from gridbots_referee.tournament.store.chain import ChainedMatch, genesis, link_after, signature_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.audit.rows import MatchRows
    from gridbots_referee.tournament.store.store import Store


class ChainAudit:
    """Follows the chain of a store from its first link to its head."""

    def __init__(self, store: Store, key: bytes = b"", head: str = "") -> None:
        self._key = key
        self._noted = head
        """A head of an earlier time, through which the chain has to pass; may be empty."""
        self._stored_head = store.meta("head")
        self._unchained = int(store.meta("unchained"))
        self._matches = 0
        self.head = genesis(store.meta("tournament"))
        self._seen = not head or head == self.head

    def follow(self, rows: MatchRows, digest: str | None) -> Iterator[Discrepancy]:
        """The next match; `digest` is that of the file of its record, None if there is none."""
        self._matches += 1
        if rows.chain is None:
            if self._matches > self._unchained or self._key:
                yield Discrepancy(
                    rows.fixture, "chain", "it has no link: it was not stored by a referee"
                )
            return
        stored, link, signature = rows.chain
        if digest is not None and digest != stored:
            yield Discrepancy(rows.fixture, "record", "the file is another than when it was stored")
        match = ChainedMatch(
            rows.number,
            rows.match["fixture"],
            rows.match["stage"],
            rows.match["match_group"],
            rows.players,
            rows.match["record"],
            stored,
        )
        if link_after(self.head, match) != link:
            yield Discrepancy(
                rows.fixture, "chain", "it does not follow from the match before: one of both was "
                "changed, or one between them is missing"
            )  # fmt: skip
        if self._key and not hmac.compare_digest(signature_of(link, self._key), signature):
            yield Discrepancy(rows.fixture, "signature", "expected that of this key")
        self.head = link
        self._seen = self._seen or link == self._noted

    def end(self) -> Iterator[Discrepancy]:
        """Nothing is missing at the end."""
        if self._stored_head and self._stored_head != self.head:
            yield Discrepancy("", "head", "the last match is not the one that was stored last")
        elif not self._stored_head and self._matches > self._unchained:
            yield Discrepancy("", "head", "expected that of the last match, got none")
        if not self._seen:
            yield Discrepancy("", "head", f"the chain does not pass through {self._noted}")
