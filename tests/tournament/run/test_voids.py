"""A tournament continues after void matches, and names its suspects."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import pytest
from msgspec.structs import replace
from tests.tournament.stored import NAMES, played, tournament

from gridbots import record
from gridbots.errors import PluginError, VoidError
from gridbots.record import PlayerResult, Result
from gridbots_referee.tournament.run.dispatch import Backend
from gridbots_referee.tournament.run.job import Broken, Finished, Lost
from gridbots_referee.tournament.run.runner import Observers, run_tournament
from gridbots_referee.tournament.stats.sprt import RunningSprt, Sprt
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Report

ADA, BOB, CLEO, DAN = range(4)


class FakeWorkers:
    """Plays at once; `report_of` returns the report of a match, or None to play it."""

    def __init__(self, store: Store, report_of: Callable[[Fixture], Report | None]) -> None:
        self.tried: list[str] = []
        self._store = store
        self._report_of = report_of
        self._reports: list[Report] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @property
    def free_slots(self) -> int:
        return 2 - len(self._reports)

    def submit(self, job: Any) -> None:
        fixture = job.fixture
        self.tried.append(fixture.id)
        self._reports.append(self._report_of(fixture) or self._play(fixture))

    def _play(self, fixture: Fixture) -> Finished:
        match = played(fixture)
        path = record.write(match, self._store.records)
        return Finished(fixture.id, match, str(path))

    def collect(self, _: float) -> list[Report]:
        reports, self._reports = self._reports, []
        return reports


def run(
    store: Store,
    report_of: Callable[[Fixture], Report | None],
    test: RunningSprt | None = None,
    *,
    keep_going: bool = True,
) -> FakeWorkers:
    workers = FakeWorkers(store, report_of)
    template: Any = SimpleNamespace(
        job=lambda fixture: SimpleNamespace(fixture=fixture), keep_going=keep_going
    )
    stop: Any = False
    run_tournament(store, Backend(template, lambda _: workers), stop, Observers(), test)
    return workers


def ends_workers(*culprits: int) -> Callable[[Fixture], Report | None]:
    """Workers are killed in matches of these bots."""
    return lambda fixture: (
        Lost(fixture.id, "ended: killed by SIGKILL") if {*culprits} & {*fixture.players} else None
    )


def does_not_start(culprit: int) -> Callable[[Fixture], Report | None]:
    def report_of(fixture: Fixture) -> Report | None:
        if culprit not in fixture.players:
            return None
        players = tuple(
            PlayerResult(NAMES[each], None, None, "not-started", detail="no such file")
            if each == culprit
            else PlayerResult(NAMES[each], None, None, "stopped")
            for each in fixture.players
        )
        return Finished(fixture.id, played(fixture, how="void", outcome=None, players=players), "")

    return report_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "autumn.db", tournament()) as store:
        yield store


def test_a_bot_that_kills_workers_is_found_and_the_others_play_on(store: Store) -> None:
    workers = run(store, ends_workers(CLEO))
    assert len(store.played()) == 6
    voids = store.voids()
    assert len(voids) == 6
    assert {workers.tried.count(each.id) for each in voids} == {3}
    assert all(CLEO in each.players for each in voids)
    suspects = [each.suspect for each in voids]
    assert suspects.count(CLEO) == 4  # of the first pair either could be the cause
    assert suspects.count(None) == 2
    assert any(each.why.endswith("only cleo took part in all such matches") for each in voids)
    assert run(store, ends_workers()).tried == []


def test_no_bot_is_suspected_if_two_kill_workers(store: Store) -> None:
    run(store, ends_workers(ADA, BOB))
    assert len(store.played()) == 2
    groups = [set(each.players) for each in store.voids()]
    suspects = {each.suspect for each in store.voids()[-4:]}
    assert len(groups) == 10
    assert None in suspects


def test_a_bot_that_does_not_start_is_reported(store: Store) -> None:
    run(store, does_not_start(DAN))
    assert len(store.played()) == 6
    assert {(each.suspect, each.cause, each.why) for each in store.voids()} == {
        (DAN, "not-started", "dan does not start: no such file")
    }


def test_a_match_that_succeeds_on_retry_leaves_no_trace(store: Store) -> None:
    left: dict[str, int] = {}

    def report_of(fixture: Fixture) -> Report | None:
        left[fixture.id] = left.get(fixture.id, 2) - 1
        return Lost(fixture.id, "ended: killed by SIGKILL") if left[fixture.id] >= 0 else None

    run(store, report_of)
    assert (len(store.played()), store.voids()) == (12, [])


def test_a_bot_is_benched_after_the_limit_of_void_matches(tmp_path: Path) -> None:
    made = tournament(matches=20, bench_after=3)
    with Store.create(tmp_path / "autumn.db", made) as store:
        workers = run(store, does_not_start(ADA))
        voids = store.voids()
        assert len(store.played()) == 60
        assert len(voids) == 60
        benched = [each for each in voids if each.cause == "benched"]
        assert (
            55 <= len(benched) <= 57
        )  # matches that were handed out before are retried to the limit
        assert {each.suspect for each in benched} == {ADA}
        assert not {each.id for each in benched} & {*workers.tried}
        store.forget_voids()
        run(store, ends_workers())
        assert (len(store.played()), store.voids()) == (120, [])


@pytest.mark.parametrize("form", ["swiss", "knockout", "ladder", "gauntlet"])
def test_every_format_ends(form: Any, tmp_path: Path) -> None:
    with Store.create(tmp_path / "autumn.db", tournament(format=form)) as store:
        run(store, does_not_start(BOB))
        assert store.played()
        assert {each.suspect for each in store.voids()} == {BOB}


def test_a_test_ends_that_cannot_be_decided(tmp_path: Path) -> None:
    made = tournament(NAMES[:2], matches=1000, sprt=Sprt(0, 10))
    with Store.create(tmp_path / "autumn.db", made) as store:
        run(store, does_not_start(BOB), RunningSprt(Sprt(0, 10)))
        assert len(store.voids()) < 20


def test_an_environment_that_cannot_play_ends_the_tournament(store: Store) -> None:
    with pytest.raises(PluginError, match="cannot be played: no space left"):
        run(store, lambda fixture: Broken(fixture.id, "no space left"))
    assert store.voids() == []


def test_a_stopped_referee_does_not_count_as_a_failed_start(store: Store) -> None:
    def report_of(fixture: Fixture) -> Report | None:
        players = tuple(PlayerResult(NAMES[each], None, None, "stopped") for each in (0, 1))
        result = Result("void", 3, None, players, cause="the referee itself was stopped 5 times")
        match = played(fixture)
        void = record.Record(match.match, match.rounds, result)
        return Finished(fixture.id, void, "") if CLEO in fixture.players else None

    run(store, report_of)
    assert {each.cause for each in store.voids()} == {"stopped"}
    assert CLEO in {each.suspect for each in store.voids()}


STDERR = "Traceback (most recent call last):\n" + "  more\n" * 20 + "SyntaxError: bad"


def ends_at_once(store: Store, culprit: int, after: int = 0) -> Callable[[Fixture], Report | None]:
    """A bot exits before its first answer in all its matches but the first `after` ones."""
    left = [after]

    def report_of(fixture: Fixture) -> Report | None:
        left[0] -= culprit in fixture.players
        if culprit not in fixture.players or left[0] >= 0:
            return None
        match = played(fixture)
        players = tuple(
            replace(player, termination="exited", moves=0, detail="exit code 1", stderr=STDERR)
            if each == culprit
            else player
            for each, player in zip(fixture.players, match.result.players, strict=True)
        )
        ended = replace(match, result=replace(match.result, players=players))
        return Finished(fixture.id, ended, str(record.write(ended, store.records)))

    return report_of


def test_a_bot_that_ends_before_its_first_answer_stops_the_tournament(store: Store) -> None:
    with pytest.raises(VoidError) as caught:
        run(store, ends_at_once(store, CLEO), keep_going=False)
    first, *lines = str(caught.value).splitlines()
    assert first == "cleo ended before its first answer, in its first match: exit code 1"
    assert lines[-2:] == [
        "  SyntaxError: bad",
        "Correct it and repeat the command, or use --keep-going to play on.",
    ]
    assert len(lines) == 14
    kept = {each.id for each in store.played()}
    assert kept
    assert all(CLEO not in each.players for each in store.played())
    assert len(run(store, lambda _: None, keep_going=False).tried) == 12 - len(kept)


def test_a_bot_that_does_not_start_in_its_first_match_stops_the_tournament(store: Store) -> None:
    with pytest.raises(VoidError, match=r"dan ended before its first answer.*: no such file"):
        run(store, does_not_start(DAN), keep_going=False)
    assert store.voids() == []
    run(store, does_not_start(DAN))
    assert len(store.voids()) == 6


def test_a_bot_that_has_played_before_may_fail_at_once(store: Store) -> None:
    run(store, ends_at_once(store, DAN, after=1), keep_going=False)
    assert len(store.played()) == 12
