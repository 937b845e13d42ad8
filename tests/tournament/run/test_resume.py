"""A store continues its own tournament, which may have been extended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.tournament.audit.true_stores import AUTUMN, true_record, true_store

from gridbots import record as records
from gridbots.errors import StoreError
from gridbots_referee.tournament.audit.audit import Options, audit
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.formats.tournament import Entrant, Size, Tournament
from gridbots_referee.tournament.run import resume
from gridbots_referee.tournament.run.resume import adopt
from gridbots_referee.tournament.stats.played import VoidMatch
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

DAN = Entrant("dan:depth=4", "dan")
LARGER = replace(AUTUMN, matches=4, bots=(*AUTUMN.bots, DAN))


def grown(path: Path, declared: Tournament = LARGER) -> Tournament:
    with Store.open(path) as store:
        adopt(store, declared)
        return store.tournament


def test_an_extended_store_is_the_same_after_reopening(tmp_path: Path) -> None:
    path = true_store(tmp_path / "autumn.db")
    expected = replace(LARGER, earlier=(Size(3, 2),))
    assert grown(path) == expected
    assert grown(path) == expected
    with Store.open(path, read_only=True) as store:
        assert store.tournament == expected
        assert len(store) == 6


def test_missing_matches_are_played_and_the_audit_finds_nothing(tmp_path: Path) -> None:
    path = true_store(tmp_path / "autumn.db")
    grown(path)
    with Store.open(path) as store:
        for fixture in fixtures(store.tournament):
            made = true_record(fixture)
            store.add(fixture, made, records.write(made, store.records))
        assert len(store) == 24
    with Store.open(path, read_only=True) as store:
        assert not any(audit(store, Options()))


def test_before_the_first_match_it_may_become_another_tournament(tmp_path: Path) -> None:
    path = tmp_path / "autumn.db"
    with Store.create(path, AUTUMN) as store:
        store.add_voids([VoidMatch("1-1", 1, (0, 1), 1, "not-started", "there is no such program")])
        adopt(store, another := replace(LARGER, seed=9, format="swiss"))
        assert store.voids() == []
    with Store.open(path) as store:
        assert store.tournament == another
        made = true_record(first := fixtures(another)[0])
        store.add(first, made, records.write(made, store.records))
    with Store.open(path, read_only=True) as store:
        assert not any(audit(store, Options()))


def test_a_bot_that_has_not_played_may_be_fixed(tmp_path: Path) -> None:
    path = true_store(tmp_path / "autumn.db")
    mended = replace(LARGER, bots=(*AUTUMN.bots, Entrant("mended", "dan")))
    with Store.open(path) as store:
        adopt(store, LARGER)
        voids = [VoidMatch(f"4-{seat}", 4, (0, 3), 3, "not-started", "none") for seat in (1, 2)]
        store.add_voids([*voids, VoidMatch("9-1", 9, (0, 1), None, "worker", "gone")])
        adopt(store, mended)
        assert [void.id for void in store.voids()] == ["9-1"]
    assert grown(path, mended).bots == mended.bots


def test_another_tournament_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    path = true_store(tmp_path / "autumn.db")
    with pytest.raises(
        StoreError, match=r"autumn.db: the store contains another tournament; give another"
    ):
        grown(path, replace(LARGER, seed=5))
    assert grown(path, AUTUMN) == AUTUMN


def test_a_store_that_another_process_creates_at_the_same_moment_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spring.db"
    spring = Tournament("spring", (Entrant("straight", "one"), Entrant("wall-hugger", "two")))

    def create_elsewhere(declared: Tournament, _: object = ()) -> Tournament:
        if not path.exists():
            Store.create(path, spring).close()
        return declared

    monkeypatch.setattr(resume, "check_tournament", create_elsewhere)
    with resume.open_or_create(path, replace(spring, matches=7)) as store:
        assert store.tournament.matches == 7
