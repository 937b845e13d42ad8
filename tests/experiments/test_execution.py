"""The ways of playing a line-up: they differ in speed alone."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

from gridbots.errors import GridbotsError
from gridbots.limits import START_ALLOWANCE_MS, TIME_PER_MOVE_MS
from gridbots_referee.experiments import compiled, execution
from gridbots_referee.experiments.execution import fastest_mode, make_session, run_session
from gridbots_referee.experiments.experiment import parse
from gridbots_referee.experiments.ledger import Ledger
from gridbots_referee.play import match
from gridbots_referee.play.session import match_specs
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.usage import HAS_CPU_CLOCKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.vector import Outcomes
    from gridbots_referee.experiments.execution import ExecutionMode
    from gridbots_referee.play.session import Session

HONEST = Path(__file__).parents[1] / "villains" / "_honest.py"


def session(
    *bots: str, matches: int = 4, game: str = "light-riders", settings: str = ""
) -> Session:
    experiment = parse(f"""
        name = "x"
        title = "X"
        seed = 7
        game = "{game}"
        matches = 4
        quick = 4
        settings = {{ {settings} }}
        lineups = [{{ bots = {list(bots)}, rows = [{{ measure = "score" }}] }}]
    """)
    return make_session(experiment, experiment.lineups[0], matches)


@pytest.mark.skipif(not HAS_CPU_CLOCKS, reason="this system tells no such time")
def test_a_lineup_may_override_the_clock() -> None:
    experiment = parse("""
        name = "x"
        title = "X"
        matches = 4
        quick = 4
        timebank = 900
        clock = "cpu"
        [[lineups]]
        bots = ["straight", "wall-hugger"]
        rows = [{ measure = "score" }]
        time_per_move = 0
        [[lineups]]
        bots = ["straight", "wall-hugger"]
        rows = [{ measure = "score" }]
        timebank = 80
        clock = "wall"
    """)
    limits = [make_session(experiment, each, 1).limits for each in experiment.lineups]
    assert [each.timebank_ms for each in limits] == [900, 80]
    assert [each.time_per_move_ms for each in limits] == [0, TIME_PER_MOVE_MS]
    assert [each.clock for each in limits] == ["cpu", "wall"]


def test_bots_are_timed_by_wall_time_by_default() -> None:
    assert session("straight", "wall-hugger", matches=1).limits.clock == "wall"


@pytest.fixture
def stop() -> Iterator[Stop]:
    made = Stop()
    yield made
    made.close()


class Results(NamedTuple):
    outcomes: Outcomes
    forfeits: int
    void: str


def results_of(
    played: Session, mode: ExecutionMode, stop: Stop, on_progress: Any = lambda _: None
) -> Results:
    ledger = Ledger(len(played.launches))
    void = run_session(played, mode, stop, on_progress, ledger)
    return Results(ledger.outcomes, ledger.forfeits, void)


def shown(outcomes: Outcomes) -> list[Any]:
    return [part.tolist() for part in outcomes]


@pytest.mark.slow
def test_deterministic_bots_play_the_same_matches_in_every_mode(stop: Stop) -> None:
    played = session("straight", "wall-hugger", matches=2, settings="width = 8, height = 8")
    results = [results_of(played, way, stop) for way in ("compiled", "in-process", "processes")]
    assert shown(results[0].outcomes) == shown(results[1].outcomes) == shown(results[2].outcomes)
    assert [(each.forfeits, each.void) for each in results] == [(0, "")] * 3
    assert shown(results[0].outcomes)[0] == [[2, 1]] * 2


def test_without_rotation_every_bot_keeps_its_seat_in_every_way(stop: Stop) -> None:
    played = msgspec.structs.replace(
        session("straight", "wall-hugger", matches=3, settings="width = 9, height = 8"),
        rotates=False,
    )
    compiled, within = (
        results_of(played, way, stop).outcomes for way in ("compiled", "in-process")
    )
    assert shown(compiled) == shown(within)
    seeds = [spec.seed for spec in match_specs(played)]
    assert seeds == [7, 8, 9]
    names = [launch.name for launch in played.launches]
    assert all([each.name for each in spec.launches] == names for spec in match_specs(played))


def test_deterministic_bots_with_three_seats_play_the_same_when_time_runs_out(
    stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # plain: no compiling
    played = session(
        "smart-greedy", "opportunist", "smart-greedy", game="multisnake", settings="max_rounds = 40"
    )
    plain, within = (results_of(played, way, stop).outcomes for way in ("compiled", "in-process"))
    assert shown(plain) == shown(within)
    assert plain.living.sum(axis=1).max() > 1


def test_one_seat_plays_alone(stop: Stop) -> None:
    played = session("greedy:seed=3", game="snake", settings="width = 6, height = 6")
    outcomes = results_of(played, "in-process", stop).outcomes
    assert shown(outcomes)[0] == [[1]] * 4
    assert outcomes.utilities == pytest.approx(2 * outcomes.scores / 36 - 1)


@pytest.mark.parametrize(
    ("bots", "way"),
    [
        (("straight", "random"), "compiled"),
        (("straight", "minimax:nodes=200"), "in-process"),
        (("straight", f"{sys.executable} {HONEST}"), "processes"),
    ],
)
def test_the_fastest_way_that_the_bots_allow(bots: tuple[str, ...], way: str) -> None:
    assert fastest_mode(session(*bots)) == way


def test_chunks_make_no_difference(stop: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    played = session("random", "wall-hugger", matches=9, settings="width = 6, height = 6")
    reported: list[list[int]] = []
    outcomes = []
    for size in (16, 2):
        monkeypatch.setattr(compiled, "FIRST_CHUNK", size)
        monkeypatch.setattr(compiled, "_next_size", lambda size, *_: size)
        reported.append([])
        outcomes.append(shown(results_of(played, "compiled", stop, reported[-1].append).outcomes))
    assert reported == [[0, 9], [0, 2, 4, 6, 8, 9]]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("size", "seconds", "parts", "then"),
    [
        (16, 0.1, 1, 32),
        (16, 3.0, 1, 16),
        (16, 30.0, 1, 8),
        (1, 30.0, 1, 1),
        (1024, 0.1, 1, 1024),
        (2, 0.1, 8, 8),
        (4, 30.0, 8, 8),
        (1024, 0.1, 2, 2048),
    ],
)
def test_chunks_take_some_seconds_on_all_cores(
    size: int, seconds: float, parts: int, then: int
) -> None:
    assert compiled._next_size(size, seconds, parts) == then


@pytest.mark.parametrize("way", ["compiled", "in-process"])
def test_a_request_to_stop_keeps_the_played_matches(
    way: Any, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(compiled, "FIRST_CHUNK", 3)

    def on_progress(done: int) -> None:
        if done >= 3:
            stop.request(2)

    played = session("straight", "straight", matches=50, settings="width = 6, height = 6")
    results = results_of(played, way, stop, on_progress)
    assert len(results.outcomes.rounds) == 3
    assert results.void == ""


def test_a_bot_has_time_to_compile_in_the_first_match(
    stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[tuple[int, int]] = []
    play = match.play

    def watched(spec: Any, *rest: Any) -> Any:
        times.append((spec.limits.start_allowance_ms, spec.limits.timebank_ms))
        return play(spec, *rest)

    monkeypatch.setattr(execution, "play", watched)
    played = session("straight", "straight", matches=2, settings="width = 6, height = 6")
    results = results_of(played, "in-process", stop)
    assert times == [(600_000, 20_000), *[(START_ALLOWANCE_MS, 10_000)] * 2]
    assert len(results.outcomes.rounds) == 2


def test_forfeits_are_counted_and_lose(stop: Stop) -> None:
    silent = f"{sys.executable} {HONEST.with_name('exits_in_mid_match.py')}"
    played = session("straight", silent, matches=2)
    results = results_of(played, "processes", stop)
    assert results.forfeits == 2
    assert shown(results.outcomes)[0] == [[1, 2], [1, 2]]
    assert shown(results.outcomes)[2] == [[1, -1], [1, -1]]


def test_a_bot_that_does_not_start_is_reported(stop: Stop, tmp_path: Path) -> None:
    program = tmp_path / "gone"
    program.write_bytes(b"\x7fELF of another machine")
    program.chmod(0o755)
    results = results_of(session("straight", str(program)), "processes", stop)
    assert results.void.startswith(f"{program} did not start: ")
    assert len(results.outcomes.rounds) == 0


def test_an_experiment_refuses_a_human_player() -> None:
    with pytest.raises(GridbotsError, match="'human' is played by a person"):
        session("straight", "human")


def test_bots_without_policy_are_not_compiled(stop: Stop) -> None:
    with pytest.raises(GridbotsError, match="'minimax' offers no policy"):
        results_of(session("straight", "minimax"), "compiled", stop)
