"""Stores with valid records, for tests that falsify them."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from msgspec.structs import replace
from tests.framework import test_record
from tests.tournament.stored import NAMES, tournament

from gridbots import record as records
from gridbots.record import Player
from gridbots_referee.tournament.audit.audit import Options, audit
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.tournament.formats.tournament import Fixture, Tournament

AUTUMN = tournament(NAMES[:3])
KEY = b"sixteen bytes at least"


def true_record(fixture: Fixture) -> Record:
    """A record that the rules confirm."""
    made = test_record.played(seed=fixture.opening.seed)
    names = [NAMES[player] for player in fixture.players]
    players = tuple(
        replace(player, name=name) for player, name in zip(made.result.players, names, strict=True)
    )
    match = replace(
        made.match,
        id=fixture.id,
        opening=fixture.opening.moves,
        players=tuple(Player(name, ("bot",), f"{name}:depth=4") for name in names),
        started=f"2025-03-01T12:{fixture.group:02}:00.000+00:00",
        load=0.5,
    )
    return replace(made, match=match, result=replace(made.result, players=players))


def true_store(path: Path, declared: Tournament = AUTUMN, key: bytes = b"") -> Path:
    """A store of all matches of a tournament, six of two seats if none is named."""
    with Store.create(path, declared) as store:
        store.chain.key = key
        while todo := [f for f in fixtures(declared, store.played()) if f.id not in store.ids()]:
            for fixture in todo:
                made = true_record(fixture)
                store.add(fixture, made, records.write(made, store.records))
    return path


def edit(path: Path, *statements: str) -> None:
    """Change a store without its referee."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def findings(path: Path, options: Options | None = None) -> list[str]:
    with Store.open(path, read_only=True) as store:
        return [str(each) for match in audit(store, options or Options()) for each in match]


def starting(found: Sequence[str], text: str) -> bool:
    """Whether one of these texts begins with this one."""
    return any(each.startswith(text) for each in found)
