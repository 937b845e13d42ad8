from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.tournament.stored import MATCHES, NAMES, add, autumn, fixture, played, tournament

from gridbots import record
from gridbots.errors import StoreError, UnknownNameError
from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.formats.tournament import Entrant, Opening, Openings, Tournament
from gridbots_referee.tournament.stats.arrays import arrays_of
from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch
from gridbots_referee.tournament.store.query import MatchFilter
from gridbots_referee.tournament.store.store import Store

PAGE = Path(__file__).parents[3] / "docs" / "referee.md"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "autumn.db"


def test_a_store_gives_back_the_tournament_that_it_was_made_from(path: Path) -> None:
    made = tournament(settings={"width": 24}, matches=8, seed=5)
    with Store.create(path, made) as store:
        assert store.tournament == made
    with Store.open(path) as store:
        assert store.tournament == made
        assert store.records == path.parent / "autumn-records"
        assert (len(store), store.ids(), store.played()) == (0, set(), [])


def test_matches_are_returned_in_order_of_arrival(path: Path) -> None:
    second, first = fixture(8, (2, 0), stage=3), fixture(1, (1, 0))
    with Store.create(path, tournament()) as store:
        assert add(store, first)
        assert add(store, second, played(second, (1, 1), ("survived", "late")))
        assert store.ids() == {"m001", "m008"}
        assert store.played() == [
            PlayedMatch("m001", 1, 0, (1, 0), (1.0, 0.0), (9.0, 8.0), (False, False)),
            PlayedMatch("m008", 3, 4, (2, 0), (0.5, 0.5), (9.0, 9.0), (False, True)),
        ]


def test_a_fixture_is_kept_once(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        assert add(store, fixture(1))
        assert not add(store, fixture(1), played(fixture(1), (2, 1)))
        assert [match.points for match in store.played()] == [(1.0, 0.0)]


def test_only_new_matches_are_added(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        add(store, fixture(2))
        matches = [(fixture(number), played(fixture(number))) for number in range(5)]
        paths = [record.write(match, store.records) for _, match in matches]
        assert store.add_many((*each, at) for each, at in zip(matches, paths, strict=True)) == 4
        assert [match.id for match in store.played()] == ["m002", "m000", "m001", "m003", "m004"]


def test_all_of_many_matches_are_added_or_none(path: Path) -> None:
    def broken() -> object:
        yield fixture(1), played(fixture(1)), record.write(played(fixture(1)), store.records)
        raise KeyboardInterrupt

    with Store.create(path, tournament()) as store:
        with pytest.raises(KeyboardInterrupt):
            store.add_many(broken())  # type: ignore[arg-type]
        assert store.ids() == set()
        assert add(store, fixture(1))


def test_points_with_more_than_two_seats_are_the_share_of_the_others_beaten(path: Path) -> None:
    one = fixture(1, (3, 1, 0, 2))
    with Store.create(path, tournament()) as store:
        add(store, one, played(one, (2, 2, 1, 4)))
        assert store.played()[0].points == (0.5, 0.5, 1.0, 0.0)


@pytest.mark.parametrize(("winner", "points"), [(0, 1.0), (None, 0.0)])
def test_a_single_player_scores_a_point_if_it_wins(
    path: Path, winner: int | None, points: float
) -> None:
    one = fixture(1, (0,))
    match = played(one, (1,))
    outcome = msgspec.structs.replace(match.result.outcome, winner=winner)  # type: ignore[type-var]
    match = msgspec.structs.replace(
        match, result=msgspec.structs.replace(match.result, outcome=outcome)
    )
    with Store.create(path, tournament()) as store:
        add(store, one, match)
        assert store.played()[0].points == (points,)
        assert [outcome for (outcome,) in store.query("SELECT outcome FROM results")] == [
            "won" if points else "lost"
        ]


def test_a_recorded_match_has_all_properties(path: Path) -> None:
    opening = Opening(2**63 - 1, (("up", "left"), ("up", "pass")))
    one = fixture(6, (2, 1), stage=2, group=9, opening=opening)
    with Store.create(path, tournament()) as store:
        add(store, one, played(one, (2, 1), ("late", "survived")))
        (match,) = store.matches()
    first, second = match.players
    assert msgspec.structs.replace(match, players=()) == msgspec.convert(
        {
            "number": 1, "fixture": "m006", "stage": 2, "group": 9, "seed": 2**63 - 1,
            "opening": opening.moves, "how": "forfeit", "rounds": 3, "seconds": 0.25, "load": 0.5,
            "started": "2025-03-01T12:00:00.000+00:00",
            "finished": "2025-03-01T12:00:00.250+00:00",
            "record": "m006.jsonl.gz", "players": (),
        },
        type(match),
    )  # fmt: skip
    assert msgspec.structs.asdict(first) == {
        "name": "cleo", "entrant": 2, "place": 2, "points": 0.0, "score": 8.0,
        "termination": "late", "detail": "no answer after 200 ms", "warnings": 2, "moves": 3,
        "wall_ms": 4.5, "cpu_ms": 2.25, "most_wall_ms": 2.5, "most_cpu_ms": None,
        "bank_left_ms": 9876,
    }  # fmt: skip
    assert (second.name, second.points) == ("bob", 1.0)


@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        (MatchFilter(), [1, 2, 3, 4, 5, 6]),
        (MatchFilter(limit=2), [5, 6]),
        (MatchFilter(limit=0), []),
        (MatchFilter(bot=1), [1, 2, 5, 6]),
        (MatchFilter(bot=3), []),
        (MatchFilter(against=2), [3, 4, 5, 6]),
        (MatchFilter(bot=1, against=2), [5, 6]),
        (MatchFilter(bot=1, against=1), []),
        (MatchFilter(bot=0, ending="won"), [1, 3, 4]),
        (MatchFilter(bot=0, ending="won", limit=1), [4]),
        (MatchFilter(bot=1, ending="drawn"), [2]),
        (MatchFilter(bot=1, ending="lost"), [1, 5, 6]),
        (MatchFilter(bot=1, against=0, ending="lost"), [1]),
        (MatchFilter(termination="late"), [3, 4]),
        (MatchFilter(bot=0, termination="late"), []),
        (MatchFilter(bot=2, termination="late"), [3, 4]),
        (MatchFilter(termination="eliminated"), [1, 2, 6]),
    ],
)
def test_matches_are_chosen(path: Path, chosen: MatchFilter, numbers: list[int]) -> None:
    with Store.open(autumn(path), read_only=True) as store:
        assert [match.number for match in store.matches(chosen)] == numbers


def test_against_one_of_several_opponents_the_better_place_wins(path: Path) -> None:
    one = fixture(1, (0, 1, 2))
    with Store.create(path, tournament()) as store:
        add(store, one, played(one, (2, 3, 1)))
        assert list(store.matches(MatchFilter(bot=0, against=1, ending="won")))
        assert not list(store.matches(MatchFilter(bot=0, ending="won")))


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_arrays_hold_the_played_matches(path: Path, seats: int) -> None:
    with Store.create(path, tournament()) as store:
        for number in range(4):
            one = fixture(number, tuple((seat + number) % 3 for seat in range(seats)))
            ended = ("survived", "exited", "late")[:seats]
            add(store, one, played(one, tuple(range(1, seats + 1)), ended))
            columns = zip(store.arrays(), arrays_of(store.played()), strict=True)
            for found, expected in columns:
                assert found.tolist() == expected.tolist()
                assert (found.dtype, found.shape) == (expected.dtype, expected.shape)


def test_matches_with_the_same_opening_are_a_cluster(path: Path) -> None:
    declared = tournament(NAMES[:3], matches=4, openings=Openings("round"))
    with Store.create(path, declared) as store:
        scheduled = fixtures(declared)
        for each in scheduled:
            add(store, each, played(each))
        found, table = store.arrays(), StoreTable()
        table.read(store)
    assert found.group.tolist() == [each.group for each in scheduled]
    assert found.cluster.tolist() == [each.opening.seed - 1 for each in scheduled]
    assert set(found.cluster.tolist()) == {0, 1}
    assert table.arrays().cluster.tolist() == found.cluster.tolist()


def test_arrays_of_nothing_are_empty(path: Path) -> None:
    with Store.create(path, tournament()) as store:
        assert [column.shape for column in store.arrays()] == [*[(0, 0)] * 3, (0,), (0, 0), (0,)]


def test_matches_of_different_seats_cannot_be_arrays(path: Path) -> None:
    one = fixture(2, (2, 0, 1))
    with Store.create(path, tournament()) as store:
        add(store, fixture(1, (1, 0)))
        add(store, one, played(one, (2, 1, 2)))
        with pytest.raises(StoreError, match="matches have different numbers of seats: 3 or fewer"):
            store.arrays()


def test_entrants_can_be_added_later(path: Path) -> None:
    with Store.create(path, tournament(())) as store:
        store.add_entrants([Entrant("straight", "eve"), Entrant("random", "fay")])
        store.add_entrants([Entrant("straight", "gus")])
        add(store, fixture(1, (2, 0)))
    with Store.open(path) as store:
        names = [entrant.name for entrant in store.tournament.bots]
        assert names == ["eve", "fay", "gus"]
        assert store.entrant("gus") == 2
        with pytest.raises(StoreError, match="the name 'fay' is taken"):
            store.add_entrants([Entrant("straight", "hal"), Entrant("straight", "fay")])
        assert [entrant.name for entrant in store.tournament.bots] == names
        with pytest.raises(UnknownNameError, match="got 'gas'; did you mean 'gus'"):
            store.entrant("gas")


def test_a_store_moves_with_its_records(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    autumn(tmp_path / "here" / "autumn.db")
    (tmp_path / "here").rename(tmp_path / "there")
    with Store.open(tmp_path / "there" / "autumn.db") as store:
        assert all((store.records / match.record).exists() for match in store.matches())


def test_the_folder_of_the_records_can_be_chosen(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.create(path, tournament(), tmp_path / "elsewhere" / "all") as store:
        add(store, fixture(1))
    monkeypatch.chdir(tmp_path)
    with Store.open(path.relative_to(tmp_path)) as store:
        assert [each.name for each in store.records.iterdir()] == ["m001.jsonl.gz"]
        assert store.records.absolute() == tmp_path / "elsewhere" / "all"


def test_a_reader_sees_a_snapshot_while_another_process_writes(path: Path) -> None:
    with Store.create(path, tournament()) as writer:
        add(writer, fixture(1))
        with Store.open(path, read_only=True) as reader:
            assert len(reader) == 1
            add(writer, fixture(2))
            assert (len(reader), len(writer)) == (1, 2)
            with pytest.raises(StoreError, match="open for reading only"):
                add(reader, fixture(3))
        with Store.open(path, read_only=True) as reader:
            assert len(reader) == 2


def test_a_store_that_was_closed_is_one_file_and_its_lock(path: Path) -> None:
    with Store.open(autumn(path), read_only=True) as store:
        assert store.ids()
    names = {each.name for each in path.parent.iterdir()}
    assert names == {"autumn.db", "autumn.db.lock", "autumn-records"}


def test_a_store_can_be_read_in_a_read_only_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    autumn(path)
    monkeypatch.setattr("os.access", lambda *_: False)
    with Store.open(path, read_only=True) as store:
        assert len(store) == len(MATCHES)
        assert sorted(each.name for each in path.parent.iterdir()) == [
            "autumn-records", "autumn.db", "autumn.db.lock",
        ]  # fmt: skip


def test_plain_sqlite_reads_a_store(path: Path) -> None:
    connection = sqlite3.connect(autumn(path))
    rows = connection.execute(
        "SELECT name, SUM(points), SUM(outcome = 'won') FROM results GROUP BY name ORDER BY 2 DESC"
    ).fetchall()
    connection.close()
    assert rows == [("ada", 3.5, 3), ("cleo", 2.0, 2), ("bob", 0.5, 0)]


def test_void_matches_are_stored_and_deleted(path: Path) -> None:
    first = VoidMatch("m001", 1, (0, 1), None, "worker", "the worker was killed by SIGKILL")
    second = VoidMatch("m002", 2, (2, 0), 2, "not-started", "cleo does not start: no such file")
    with Store.create(path, tournament()) as store:
        store.add_voids([second, first])
        store.add_voids([first])
        assert store.voids() == [first, second]
        assert (store.ids(), store.played()) == (set(), [])
    with Store.open(path) as store:
        assert store.voids() == [first, second]
        store.forget_voids()
        assert store.voids() == []


def test_a_store_without_matches_has_a_summary(path: Path) -> None:
    with Store.create(path, Tournament("nobody", ())) as store:
        assert store.tournament.bots == ()
        with pytest.raises(UnknownNameError, match="none is known"):
            store.entrant("ada")


def test_names_are_kept_as_they_are(path: Path) -> None:
    names = ("a,b", 'q"q', "<b>", "\x1b[31m", "back\\slash", "größe", *NAMES)
    with Store.create(path, tournament(names)):
        pass
    with Store.open(path) as store:
        assert tuple(entrant.name for entrant in store.tournament.bots) == names


def test_the_page_names_every_column_and_its_queries_run(path: Path) -> None:
    page = PAGE.read_text()
    connection = sqlite3.connect(autumn(path))
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL"):
        for column in connection.execute(f"PRAGMA table_info({name})"):
            assert f"`{column[1]}`" in page, (name, column[1])
    queries = re.findall(r"^```sql\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert queries
    for query in queries:
        connection.execute(query).fetchall()
    connection.close()


def test_the_program_on_the_page_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(autumn(path).parent)
    found: dict[str, sqlite3.Connection] = {}
    exec(program, found)  # noqa: S102  ours
    found["store"].close()
    assert capsys.readouterr().out == "ada 3.5\ncleo 2.0\nbob 0.5\n"


def test_unread_rows_outlive_their_store(path: Path) -> None:
    with Store.open(autumn(path)) as store:
        rows: Any = store.query("SELECT number FROM matches")
        next(rows)
    rows.close()
