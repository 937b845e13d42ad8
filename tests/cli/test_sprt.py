"""`referee sprt`: it plays matches only until the evidence suffices."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.arena import REFEREE, Arena, events

from gridbots_referee.tournament.stats.pairwise import pentanomial
from gridbots_referee.tournament.stats.played import PlayedMatch
from gridbots_referee.tournament.stats.sprt import RunningSprt, Sprt

if TYPE_CHECKING:
    from pathlib import Path

SPRT = Sprt(0, 100)


def played(group: int, half: int, points: float) -> PlayedMatch:
    """A match between entrants 0 and 1, in which the former sits in the seat of this number."""
    seats = (0, 1) if half == 0 else (1, 0)
    shares = (points, 1 - points) if half == 0 else (1 - points, points)
    return PlayedMatch(f"{group}-{half}", 1, group, seats, shares)


def test_pairs_count_in_any_order_of_their_matches() -> None:
    halves = [(1, 0, 1.0), (2, 0, 0.5), (2, 1, 1.0), (3, 1, 0.0), (1, 1, 1.0), (4, 0, 1.0)]
    matches = [played(*half) for half in halves]
    running = RunningSprt(SPRT)
    full = [running.add(group, points) for group, _, points in halves]
    assert full == [False, False, True, False, True, False]
    assert tuple(running.counts) == pentanomial(matches, 0, 1) == (0, 0, 0, 1, 1)
    for so_far in range(len(matches)):
        resumed = RunningSprt(SPRT, matches[:so_far])
        for group, _, points in halves[so_far:]:
            resumed.add(group, points)
        assert resumed.counts == running.counts
        assert resumed.status == running.status


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path)


def test_a_clear_case_is_decided_soon_and_not_played_again(arena: Arena) -> None:
    honest, up, _ = arena.bots.split(",")
    command = [str(REFEREE), "sprt", honest, up, "--elo1", "100", "--json", "--concurrency", "2"]
    done = arena.run(*command)
    assert done.returncode == 0, done.stderr
    output = events(done.stdout)
    evidence = [event for event in output if event["event"] == "evidence"]
    assert evidence[-1]["state"] == "accepted"
    assert evidence[-1]["llr"] >= evidence[-1]["upper"]
    # The running match of the second worker still counts after the decision.
    assert all(event["state"] == "undecided" for event in evidence[:-2])
    assert "is stronger than" in done.stderr
    assert len(arena.stored("sprt")) < 200
    again = arena.run(*command)
    assert [event["event"] for event in events(again.stdout)] == ["tournament_finished"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--elo0", "10", "--elo1", "0"], "expected elo0 below elo1"),
        (["--alpha", "0"], "expected alpha and beta above 0"),
        (["--game", "multisnake", "--set", "seats=3"], "expected 3 or more, one per seat, got 2"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(
    arena: Arena, words: list[str], complaint: str
) -> None:
    done = arena.run(str(REFEREE), "sprt", sys.executable, f"{sys.executable} -S", *words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert not (arena.folder / "sprt.db").exists()
