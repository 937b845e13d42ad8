"""The network of td, and its matrix games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio import GAME
from gridbots.games.paperio.state import OWNED
from gridbots.grid import index_of
from gridbots_td.matrix_game import draw, matrix_dtype, solve
from gridbots_td.network import (
    CELLS,
    MAX_INPUTS,
    descend,
    forward,
    network_weights,
    random_network,
    squared_gradient,
    write_inputs,
)

DENSE = np.array([0.5, -1.0, 0.0])
LIT = np.array([3, 7, 60], np.int16)
UNITS = 5


def network() -> Any:
    return random_network(np.random.default_rng(1), len(DENSE), UNITS)


def output(weights: Any) -> float:
    return float(forward(weights, DENSE, LIT, np.zeros(UNITS, np.float32)))


def test_a_step_follows_the_gradient() -> None:
    weights, hidden = network().astype(np.float64), np.zeros(UNITS)
    before = forward(weights, DENSE, LIT, hidden)
    squares, moved = squared_gradient(weights, DENSE, LIT, hidden), weights.copy()
    descend(moved, DENSE, LIT, hidden, 1e-4)
    gradient = (moved - weights) / 1e-4
    assert np.sum(gradient**2) == pytest.approx(squares, rel=1e-3)
    for at in np.flatnonzero(gradient)[::40]:
        nudged = weights.copy()
        nudged[at] += 1e-3
        found = forward(nudged, DENSE, LIT, np.zeros(UNITS)) - before
        assert found == pytest.approx(1e-3 * gradient[at], rel=0.05, abs=1e-7)


def test_a_network_has_a_weight_for_every_input_and_unit() -> None:
    assert len(network()) == network_weights(3, UNITS) == UNITS * (1 + 1 + 3 + 6 * CELLS)
    assert abs(output(network())) < 1, "it begins near the linear value"


def position(*, turned: bool = False) -> Any:
    """Seat 0 has left its land to the right; or the same for seat 1, rotated."""
    state = GAME.setup(GAME.make_settings({"order": "alternating"}), 0)
    places = [(1, 3), (5, 5)]
    trail = [(1, 3)]
    if turned:
        places = [(6 - row, 6 - column) for row, column in reversed(places)]
        trail = [(6 - row, 6 - column) for row, column in trail]
    for seat, (row, column) in enumerate(places):
        state["heads"][seat] = index_of(row, column, 9)
    for row, column in trail:
        state["trails"][index_of(row, column, 9)] = 2 if turned else 1
    return state


def lights(state: Any, seat: int) -> set[int]:
    inputs = np.zeros(MAX_INPUTS, np.int16)
    return set(inputs[: write_inputs(state, seat, 1 - seat, inputs)].tolist())


def test_both_seats_see_the_board_from_their_own_perspective() -> None:
    found = lights(position(), 0)
    assert found == lights(position(turned=True), 1)
    assert len(found) == 9 + 9 + 1 + 2
    assert 4 * CELLS + 1 * 7 + 3 in found, "its own head"
    assert 5 * CELLS + 5 * 7 + 5 in found, "that of the opponent"
    assert 2 * CELLS + 1 * 7 + 3 in found, "its trail"


def test_a_head_below_the_diagonal_mirrors_the_board() -> None:
    state, mirrored = position(), position()
    mirrored["heads"][0] = index_of(3, 1, 9)
    mirrored["trails"][index_of(1, 3, 9)] = 0
    mirrored["trails"][index_of(3, 1, 9)] = 1
    assert lights(state, 0) == lights(mirrored, 0)


def test_the_inputs_of_a_full_board_fit() -> None:
    state = position()
    state["owners"][:] = OWNED
    state["trails"][:] = 3
    assert len(lights(state, 0)) == 3 * CELLS + 2 <= MAX_INPUTS


def game_of(*worlds: list[list[float]]) -> Any:
    """A matrix game in equally likely worlds."""
    game = np.zeros(1, matrix_dtype(4))[0]
    game["worlds"] = len(worlds)
    for world, rows in enumerate(worlds):
        payoffs = np.array(rows)
        game["shares"][world] = 1 / len(worlds)
        game["payoffs"][world, : len(payoffs), : payoffs.shape[1]] = payoffs
        game["own"][: len(payoffs)] = 1
        game["other"][world, : payoffs.shape[1]] = 1
    return game


@pytest.mark.parametrize(
    ("rows", "value", "own"),
    [
        ([[3, 1], [0, -2]], 1, [1, 0]),
        ([[1, -1], [-1, 1]], 0, [0.5, 0.5]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),
        ([[2, -1], [-1, 1]], 0.2, [0.4, 0.6]),
    ],
    ids=["saddle point", "matching pennies", "rock, paper, scissors", "unequal stakes"],
)
def test_matrix_games_are_solved(rows: list[list[float]], value: float, own: list[float]) -> None:
    game = game_of(rows)
    assert solve(game) == pytest.approx(value, abs=0.02)
    assert game["mixed"][: len(own)] == pytest.approx(np.array(own), abs=0.05)


def test_the_seat_that_does_not_know_the_world_plays_for_all_worlds() -> None:
    game = game_of([[1, 1], [0, 0]], [[-1, -1], [0.5, 0.5]])
    assert solve(game) == pytest.approx(0.25, abs=0.02), "knowing it, 0.75"
    assert game["mixed"][1] == pytest.approx(1, abs=0.05)


def test_the_other_seat_knows_the_world() -> None:
    game = game_of([[1, -1]], [[-1, 1]])
    assert solve(game) == pytest.approx(-1, abs=0.02)


def test_moves_are_sampled_by_their_probabilities() -> None:

    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 1)
    drawn = [draw(np.array([0.0, 0.25, 0.0, 0.75]), generator) for _ in range(400)]
    assert set(drawn) == {1, 3}
    assert 70 < drawn.count(1) < 130
