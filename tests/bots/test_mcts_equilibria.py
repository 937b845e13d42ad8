"""Regret matching finds the known mixed strategies of matrix games; the root draws from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bots.matrix_game import STATE, matrix

from gridbots_mcts.parameters import Parameters
from gridbots_mcts.selection import REGRET_MATCHING
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

WITHIN = 0.02
ROLLOUTS = 50_000

MATCHING_PENNIES = [[1, -1], [-1, 1]]
BIASED_PENNIES = [[1, -0.5], [-0.5, 0.25]]
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
BIASED_ROCK_PAPER_SCISSORS = [
    [0, -0.5, 1],  # rock against rock, paper, scissors: its win counts double
    [0.5, 0, -0.5],
    [-1, 0.5, 0],
]
DOMINATED = [[0.2, 0.5], [-0.5, 0.1]]


def searched(rows: Sequence[Sequence[float]], seed: int, rollouts: int = ROLLOUTS) -> TreeSearch:
    pytest.importorskip("numba")
    parameters = Parameters(STATE, selection=REGRET_MATCHING, memory=1)
    found = TreeSearch(parameters, seats=2)
    found.seed(seed)
    found.start([matrix(rows)], 0, afresh=True)
    found.run(rollouts)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("rows", "strategy"),
    [
        pytest.param(MATCHING_PENNIES, [1 / 2, 1 / 2], id="matching pennies"),
        pytest.param(BIASED_PENNIES, [1 / 3, 2 / 3], id="biased pennies"),
        pytest.param(ROCK_PAPER_SCISSORS, [1 / 3, 1 / 3, 1 / 3], id="rock paper scissors"),
        pytest.param(BIASED_ROCK_PAPER_SCISSORS, [1 / 4, 1 / 2, 1 / 4], id="biased rock"),
        pytest.param(DOMINATED, [1, 0], id="a move that is always better"),
    ],
)
def test_the_average_strategy_is_the_equilibrium(
    rows: Sequence[Sequence[float]], strategy: Sequence[float], seed: int
) -> None:
    found = searched(rows, seed)
    for seat in range(2):  # Each of these matrices looks the same to both.
        got = [found.strategy(seat)[move] for move in range(len(strategy))]
        assert got == pytest.approx(strategy, abs=WITHIN)


@pytest.mark.slow
def test_the_move_is_drawn_from_the_average_strategy() -> None:
    found = searched(BIASED_ROCK_PAPER_SCISSORS, 4)
    drawn = [found.move() for _ in range(4000)]
    shares = [drawn.count(move) / len(drawn) for move in range(3)]
    assert shares == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=0.03)


@pytest.mark.slow
def test_a_tree_of_finished_matches_stays_small() -> None:
    found = searched(ROCK_PAPER_SCISSORS, 1)
    assert found.record["used"] == 1 + 9
    assert found.rollouts == found.rounds == ROLLOUTS
