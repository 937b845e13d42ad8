"""A store can be rebuilt from its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.tournament.audit.true_stores import AUTUMN, edit, findings, true_record, true_store
from tests.tournament.stored import tournament

from gridbots import record as records
from gridbots.errors import StoreError
from gridbots.games.light_riders import GAME
from gridbots_referee.tournament.audit.audit import Options
from gridbots_referee.tournament.audit.rebuild import Rebuilder
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import standings_of

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "autumn.db"


def slow(*forms: str) -> list[Any]:
    return [pytest.param(form, marks=pytest.mark.slow) for form in forms]


def rebuilt(path: Path, declared: Tournament = AUTUMN) -> tuple[Path, list[str]]:
    """A new store from the records of another one, and the findings."""
    new = path.with_name("new.db")
    rebuilder = Rebuilder(declared, path.with_name("autumn-records"), GAME)
    list(rebuilder.rebuild(new))
    return new, [str(each) for each in rebuilder.findings]


@pytest.mark.parametrize("form", ["round-robin", "swiss", *slow("knockout", "ladder")])
def test_a_store_is_rebuilt_with_the_same_results(path: Path, form: Any) -> None:
    declared = tournament(format=form)
    true_store(path, declared)
    with Store.open(path, read_only=True) as store:
        expected, matches = standings_of(store), sorted(store.played(), key=lambda each: each.id)
    edit(path, "UPDATE seats SET points = 1 - points")
    new, found = rebuilt(path, declared)
    assert found == []
    with Store.open(new, read_only=True) as store:
        assert standings_of(store) == expected
        assert sorted(store.played(), key=lambda each: each.id) == matches
    assert findings(new, Options(GAME)) == []


def test_only_valid_records_are_accepted(path: Path) -> None:
    true_store(path)
    first, second, *_ = fixtures(AUTUMN)
    folder = path.with_name("autumn-records")
    (folder / f"{first.id}.jsonl.gz").write_bytes(b"garbage")
    forged = true_record(second)
    other = replace(forged.match, players=forged.match.players[::-1])
    records.write(replace(forged, match=other), folder)
    new, found = rebuilt(path)
    assert len(found) == 2
    assert found[0].startswith(f"{first.id}: record: ")
    assert found[1].startswith(f"{second.id}: record: players: expected ['cleo', 'bob'], got ['bob")
    with Store.open(new, read_only=True) as store:
        assert len(store) == 4


def test_a_store_is_not_overwritten(path: Path) -> None:
    true_store(path)
    with pytest.raises(StoreError, match="the file already exists"):
        list(Rebuilder(AUTUMN, path.with_name("autumn-records"), GAME).rebuild(path))
