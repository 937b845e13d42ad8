"""Schema of a store: tables, views and triggers are those that migrations make, and no others."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from gridbots_referee.tournament.audit.discrepancy import Discrepancy
from gridbots_referee.tournament.store import migrations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.store.store import Store

OBJECTS: Final = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def check_schema(store: Store) -> Iterator[Discrepancy]:
    """What somebody else has made, changed or removed."""
    made = sqlite3.connect(":memory:", isolation_level=None)
    migrations.migrate(made)
    expected = dict(made.execute(OBJECTS))
    made.close()
    found = dict(store.query(OBJECTS))
    for name in sorted(expected.keys() | found.keys()):
        if name not in expected:
            yield Discrepancy("", "schema", f"the {name} is none of a store")
        elif expected[name] != found.get(name):
            yield Discrepancy("", "schema", f"the {name} is missing or was changed")
