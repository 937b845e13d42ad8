"""Audit of all of a store, one match at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridbots import record as records
from gridbots.errors import GridbotsError, RecordError
from gridbots.record.verification import verify
from gridbots_referee.play.bot_files import digest_of
from gridbots_referee.tournament.audit.discrepancy import Discrepancy
from gridbots_referee.tournament.audit.links import ChainAudit
from gridbots_referee.tournament.audit.rows import compare, stored_matches
from gridbots_referee.tournament.audit.schema import check_schema
from gridbots_referee.tournament.store.chain import file_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game
    from gridbots_referee.tournament.audit.rows import MatchRows
    from gridbots_referee.tournament.store.store import Store


class Options(NamedTuple):
    game: Game | None = None
    """By its rules each record is verified; None: they are not replayed."""
    key: bytes = b""
    """That links were signed with; empty: signatures are not looked at."""
    head: str = ""
    """A head that was noted earlier; may be empty."""


def audit(store: Store, options: Options) -> Iterator[list[Discrepancy]]:
    """What is found of each match, in order of arrival; at last what is found of the store."""
    chain = ChainAudit(store, options.key, options.head)
    digests = [digest_of(files) if files else "" for files in store.entrant_files()]
    seen = set[str]()
    for rows in stored_matches(store):
        seen.add(str(rows.match["record"]))
        yield list(_audit_match(store, options, chain, digests, rows))
    yield [*chain.end(), *check_schema(store), *_surplus(store, seen)]


def _audit_match(
    store: Store, options: Options, chain: ChainAudit, digests: list[str], rows: MatchRows
) -> Iterator[Discrepancy]:
    name = str(rows.match["record"])
    path = store.records / name
    if Path(name).name != name or not path.is_file():
        yield from chain.follow(rows, None)
        yield Discrepancy(rows.fixture, "record", f"there is no file {path}")
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
    """Records that no row names: their rows were removed, or never written."""
    voids = {f"{void.id}.jsonl.gz" for void in store.voids()}
    if not store.records.is_dir():
        return
    for path in sorted(store.records.iterdir()):
        name = path.name
        if not name.startswith(".") and name not in seen and name not in voids:
            yield Discrepancy(
                name.removesuffix(".jsonl.gz"), "record", "it is in no row: the tournament was "
                "interrupted, then resume it; or its row was removed"
            )  # fmt: skip
