"""Audit of a store: every match, the hash chain that links them, and the schema."""

from __future__ import annotations

import hmac
import shlex
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots import record as records
from gridbots.errors import GridbotsError, RecordError
from gridbots.record.verification import verify
from gridbots_referee.play.bot_files import digest_of
from gridbots_referee.tournament.audit.rows import Discrepancy, compare, stored_matches
from gridbots_referee.tournament.store import migrations
from gridbots_referee.tournament.store.chain import (
    ChainedMatch,
    file_digest,
    genesis,
    link_after,
    signature_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game
    from gridbots_referee.tournament.audit.rows import MatchRows
    from gridbots_referee.tournament.store.store import Store


class Options(NamedTuple):
    game: Game | None = None
    """Its rules verify each record; None: records are not replayed."""
    key: bytes = b""
    """With which links were signed; empty: signatures are not checked."""
    head: str = ""
    """A head noted earlier; may be empty."""
    latest: int | None = None
    """Check only this many matches, the latest."""


def audit(store: Store, options: Options) -> Iterator[list[Discrepancy]]:
    """Yield the discrepancies of each match, in order of arrival, then those of the store."""
    skipped = 0 if options.latest is None else max(len(store) - options.latest, 0)
    chain = ChainAudit(store, options.key, options.head, skipped)
    digests = [digest_of(files) if files else "" for files in store.entrant_files()]
    seen = set[str]()
    for rows in stored_matches(store, skipped):
        seen.add(str(rows.match["record"]))
        yield list(_audit_match(store, options, chain, digests, rows))
    surplus = _surplus(store, seen) if options.latest is None else ()
    yield [*chain.end(), *check_schema(store), *surplus]


LATEST: Final = 1000
"""Matches that `warning_of` checks, so that it takes less than a second."""


def warning_of(store: Store) -> str:
    """A warning if an audit would find discrepancies; else an empty text.

    Records are not replayed, and only the latest matches are checked.
    """
    try:
        found = [each for findings in audit(store, Options(latest=LATEST)) for each in findings]
    except GridbotsError as error:
        return f"Warning: the results cannot be audited: {error}."
    if not found:
        return ""
    discrepancies = "a discrepancy" if len(found) == 1 else f"{len(found)} discrepancies"
    command = shlex.join(["referee", "audit", str(store.path)])
    return f"Warning: an audit finds {discrepancies}: {found[0]}; see `{command}`."


def _audit_match(
    store: Store, options: Options, chain: ChainAudit, digests: list[str], rows: MatchRows
) -> Iterator[Discrepancy]:
    name = str(rows.match["record"])
    path = store.records / name
    if Path(name).name != name or not path.is_file():
        yield from chain.follow(rows, None)
        yield Discrepancy(rows.fixture, "record", f"the file {path} is missing")
        return
    try:
        yield from chain.follow(rows, file_digest(path))
        record = records.read(path)
    except (OSError, RecordError) as error:
        yield Discrepancy(rows.fixture, "record", str(error).removeprefix(f"{path}: "))
        return
    yield from compare(store.tournament, digests, rows, record)
    if options.game:
        for text in _verified(options.game, record):
            yield Discrepancy(rows.fixture, "rules", text)


def _verified(game: Game, record: records.Record) -> list[str]:
    try:
        return verify(game, record)
    except GridbotsError as error:
        return [str(error)]


def _surplus(store: Store, seen: set[str]) -> Iterator[Discrepancy]:
    """Records without a row: their rows were removed or never written."""
    voids = {f"{void.id}.jsonl.gz" for void in store.voids()}
    if not store.records.is_dir():
        return
    for path in sorted(store.records.iterdir()):
        name = path.name
        if not name.startswith(".") and name not in seen and name not in voids:
            yield Discrepancy(
                name.removesuffix(".jsonl.gz"), "record", "it has no row: either the tournament "
                "was interrupted (resume it), or its row was removed"
            )  # fmt: skip


def _link_before(store: Store, matches: int) -> str:
    """The link of the last of the first matches; the genesis if none of them has a link."""
    query = (
        "SELECT link FROM chain WHERE match IN (SELECT number FROM matches ORDER BY number LIMIT ?)"
        " ORDER BY match DESC LIMIT 1"
    )
    links = [link for (link,) in store.query(query, (matches,))]
    return links[0] if links else genesis(store.meta("tournament"))


class ChainAudit:
    """Follows the chain of a store from its first link to its head."""

    def __init__(self, store: Store, key: bytes = b"", head: str = "", skipped: int = 0) -> None:
        """Begin after `skipped` matches, whose links are taken for correct."""
        self._key = key
        self._noted = head
        """An earlier head through which the chain must pass; may be empty."""
        self._stored_head = store.meta("head")
        self._unchained = int(store.meta("unchained"))
        self._matches = skipped
        self.head = _link_before(store, skipped)
        self._seen = not head or head == self.head

    def follow(self, rows: MatchRows, digest: str | None) -> Iterator[Discrepancy]:
        """Check the next match; `digest` is that of its record's file, None if it is missing."""
        self._matches += 1
        if rows.chain is None:
            if self._matches > self._unchained or self._key:
                yield Discrepancy(
                    rows.fixture, "chain", "it has no link: the referee did not store it"
                )
            return
        stored, link, signature = rows.chain
        if digest is not None and digest != stored:
            yield Discrepancy(rows.fixture, "record", "the file has changed since it was stored")
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
                rows.fixture, "chain", "it does not follow from the match before: one of them was "
                "changed, or a match between them is missing"
            )  # fmt: skip
        if self._key and not _is_signature(signature, signature_of(link, self._key)):
            yield Discrepancy(rows.fixture, "signature", "it does not match the key")
        self.head = link
        self._seen = self._seen or link == self._noted

    def end(self) -> Iterator[Discrepancy]:
        """Check that no match is missing at the end."""
        if self._stored_head and self._stored_head != self.head:
            yield Discrepancy("", "head", "the last match is not the one that was stored last")
        elif not self._stored_head and self._matches > self._unchained:
            yield Discrepancy("", "head", "expected that of the last match, got none")
        if not self._seen:
            yield Discrepancy("", "head", f"the chain does not pass through {self._noted}")


OBJECTS: Final = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def check_schema(store: Store) -> Iterator[Discrepancy]:
    """Yield objects of the database that were added, changed or removed."""
    made = sqlite3.connect(":memory:", isolation_level=None)
    migrations.migrate(made)
    expected = dict(made.execute(OBJECTS))
    made.close()
    found = dict(store.query(OBJECTS))
    for name in sorted(expected.keys() | found.keys()):
        if name not in expected:
            yield Discrepancy("", "schema", f"the {name} does not belong to a store")
        elif expected[name] != found.get(name):
            yield Discrepancy("", "schema", f"the {name} is missing or was changed")


def _is_signature(stored: str, expected: str) -> bool:
    """Compare in constant time; an edited signature may contain any characters."""
    return hmac.compare_digest(stored.encode(), expected.encode())
