"""Tuning: SPSA, grid and random search climb, and resume where they were, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.tuning.simulated_player import NoObserver, SimulatedPlayer, elo, tuning

from gridbots.errors import StoreError
from gridbots_referee.show.tables.tuning import page_text, result_lines
from gridbots_referee.tuning.journal import Journal
from gridbots_referee.tuning.runner import run_tuning
from gridbots_referee.tuning.spsa import Spsa, directions, gains
from gridbots_referee.tuning.tuning import Gains

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tuning.runner import Tuned
    from gridbots_referee.tuning.tuning import Tuning


def run(path: Path, what: Tuning, player: SimulatedPlayer | None = None) -> Tuned | None:
    with Journal(path, what) as journal:
        return run_tuning(what, journal, player or SimulatedPlayer(), NoObserver())


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("opponents", ["[]", '["random", "straight"]'])
def test_spsa_climbs_a_noisy_quadratic(seed: int, opponents: str, tmp_path: Path) -> None:
    what = tuning(f"seed = {seed}\nopponents = {opponents}\n", matches=4000)
    tuned = run(tmp_path / "a.tuning", what)
    assert tuned is not None
    assert elo(tuned.bot) > elo(tuned.start) + 200
    assert tuned.state == "accepted"
    assert tuned.steps[-1].matches == 4000


def test_gains_end_at_their_configured_values() -> None:
    parameter = tuning().parameters[1]
    assert gains(Gains(), parameter, 1000, 1000) == pytest.approx((0.5, 0.002))
    c, r = gains(Gains(), parameter, 1, 1000)
    assert c == pytest.approx(0.5 * 1000**0.101)
    assert r == pytest.approx(0.002 * (0.5 / c) ** 2 * (1100 / 101) ** 0.602)


def test_parameters_are_perturbed_by_chance_that_repeats() -> None:
    all_ways = [tuple(directions(7, step, 2)) for step in range(400)]
    assert all_ways == [tuple(directions(7, step, 2)) for step in range(400)]
    for way in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
        assert 60 < all_ways.count(way) < 140


def test_both_bots_of_a_step_are_as_far_from_the_middle_and_within_bounds() -> None:
    what = tuning()
    (duel,) = Spsa(what).duels(0)
    plus, minus = ([float(word) for word in bot.split()[1:]] for bot in (duel.first, duel.second))
    assert [(a + b) / 2 for a, b in zip(plus, minus, strict=True)] == pytest.approx([-4, 4])
    narrow = tuning().parameters[0]
    assert all(narrow.low <= each <= narrow.high for each in (*plus, *minus))


@pytest.mark.parametrize("method", ["grid", "random"])
def test_searches_select_the_best_candidate(method: str, tmp_path: Path) -> None:
    player = SimulatedPlayer()
    tuned = run(tmp_path / "a.tuning", tuning(f'method = "{method}"\n', matches=8000), player)
    assert tuned is not None
    assert len(tuned.steps) == (25 if method == "grid" else 32)
    best = max(elo(f"x {step.values['a']} {step.values['b']}") for step in tuned.steps)
    assert elo(tuned.bot) > best - 30
    assert {duel.second for duel in player.duels} == {tuned.start}


def test_an_interrupted_tuning_ends_with_the_same_journal(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.tuning", tmp_path / "parts.tuning"
    expected = run(whole, tuning())
    results = [run(parts, tuning(), SimulatedPlayer(most)) for most in (0, 1, 40, 500)]
    assert results == [None, None, None, expected]
    assert parts.read_bytes() == whole.read_bytes()


def test_a_stopped_confirmation_keeps_its_results(tmp_path: Path) -> None:
    path, steps = tmp_path / "a.tuning", 100
    untested = run(path, tuning(), SimulatedPlayer(steps))
    assert untested is not None
    assert (untested.state, untested.status) == ("stopped", None)
    begun = run(path, tuning(), SimulatedPlayer(1))
    assert begun is not None
    assert begun.state == "stopped"
    assert begun.bot == untested.bot
    assert begun.status is not None
    assert begun.status.estimate.matches == 2 * sum(begun.counts) > 0
    done = run(path, tuning())
    assert done == run(tmp_path / "whole.tuning", tuning())
    assert done is not None
    assert not done.is_stopped


def test_forfeits_are_kept_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.tuning"
    run(path, tuning(), SimulatedPlayer(60, failing=2))
    done = run(path, tuning(), SimulatedPlayer(failing=1))
    assert done is not None
    steps = path.read_bytes().count(b"\n") - 1
    assert done.forfeits == 2 * 60 + (steps - 60)
    line = f"{done.forfeits} of {done.matches} matches were forfeits: a bot failed."
    assert list(result_lines(done))[-2:] == [line, done.bot]
    assert f"\n- {line}\n" in page_text(done, "command", "", None)
    clean = run(tmp_path / "b.tuning", tuning())
    assert clean is not None
    assert "forfeits" not in page_text(clean, "command", "", None)


@pytest.mark.parametrize("length", [0, 5, 3000, -1])
def test_half_a_line_is_played_again(length: int, tmp_path: Path) -> None:
    path = tmp_path / "a.tuning"
    expected = run(path, tuning())
    complete = path.read_bytes()
    path.write_bytes(complete[:length])
    assert run(path, tuning()) == expected
    assert path.read_bytes() == complete


def test_another_tuning_does_not_continue_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.tuning"
    run(path, tuning(), SimulatedPlayer(3))
    with pytest.raises(StoreError, match="with seed 1 instead of 2; name another --store"):
        run(path, tuning(seed=2))
    run(path, tuning('title = "Another"\n'), SimulatedPlayer(1))
    lines = path.read_bytes().splitlines(keepends=True)
    for bad in (b"hello\n", lines[0] + b"{}\n", lines[0] + lines[1].replace(b"[[", b"[[1")):
        path.write_bytes(bad)
        with pytest.raises(StoreError, match="journal"):
            run(path, tuning())


def test_a_confirmation_without_matches_is_skipped(tmp_path: Path) -> None:
    silent = tuning(confirm={"matches": 0})
    tuned = run(tmp_path / "a.tuning", silent)
    assert tuned is not None
    assert (tuned.state, tuned.status) == ("not tested", None)
