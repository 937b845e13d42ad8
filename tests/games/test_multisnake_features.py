"""Features of Multiplayer Snake: against what the paper's agents evaluated, and drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.games.multisnake_records import POSITIONS, recorded_state
from tests.games.test_multisnake_laws import drawn

from gridbots.game import State, evaluate
from gridbots.games.multisnake.features import FEATURES, RADIUS, choose_heads, compactness
from gridbots.games.multisnake.opening import place_snake
from gridbots.games.multisnake.settings import MultisnakeSettings
from gridbots.games.multisnake.state import blank_state
from gridbots.grid import index_of

COMPACT = 0.5
"""Beyond this compactness the recorded survivor looks further ahead."""


def state_of(position: dict[str, Any]) -> State:
    settings = MultisnakeSettings(size=position["grid"], seats=position["n"])
    return recorded_state(settings, position["st"], rounds=position["iter"])


def feature(name: str, state: State, seat: int) -> float:
    return evaluate(state, seat, np.eye(len(FEATURES))[FEATURES.index(name)])


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_evaluations_are_those_of_the_original(position: dict[str, Any]) -> None:
    state, seat, side = state_of(position), position["agent"], position["grid"]
    naive = feature("points", state, seat)
    if feature("trapped", state, seat):
        naive = -3 * side**2
    assert naive == position["eval_naive"]
    greedy = naive - feature("candy", state, seat) / (2 * side)
    assert greedy == pytest.approx(position["eval_greedy"], abs=1e-9)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_what_is_near_is_what_the_original_decided_its_depth_by(position: dict[str, Any]) -> None:
    recorded = position[f"minimax_survivor_r{RADIUS}_c{COMPACT}"]
    state, seat = state_of(position), position["agent"]
    assert feature("heads_near", state, seat) == len(recorded["considered"]) - 1
    alone = 5 if feature("compactness", state, seat) > COMPACT else 1
    assert recorded["depth"] == (3 if feature("bodies_near", state, seat) else alone)


def test_features_of_a_drawn_board() -> None:
    state = drawn(
        """
        cb.A
        .a.B
        ++..
        """
    )
    assert {name: feature(name, state, 0) for name in FEATURES if name != "territory"} == {
        "points": 9,
        "lead": 3,
        "length": 3,
        "candy": 1,
        "exits": 3,
        "trapped": 0,
        "compactness": 3 / 24,
        "bodies_near": 2,
        "heads_near": 0,
    }
    assert compactness(state, 0, 1) == 3 / 8


def test_a_snake_within_its_own_body_is_trapped_and_has_no_territory() -> None:
    state = drawn(
        """
        adeAB
        bcf..
        .hg..
        """
    )
    assert feature("exits", state, 0) == 0
    assert feature("trapped", state, 0) == 1
    assert feature("territory", state, 0) == 0


def test_a_cell_under_another_snake_is_no_exit_though_the_move_is_legal() -> None:
    state = drawn(
        """
        bBC
        aA.
        """
    )
    assert feature("exits", state, 0) == 1
    assert feature("trapped", state, 0) == 0


def test_cells_that_two_heads_reach_at_once_are_nobodys_territory() -> None:
    state = drawn("ba...AB")
    # Each has the columns on its side of the middle one, less the cells of the snakes.
    assert feature("territory", state, 0) == 3 * 12 - 2
    assert feature("territory", state, 1) == (12 - 4) * 12 - 2


def test_without_a_candy_it_is_farther_than_any() -> None:
    assert feature("candy", drawn("abAB"), 0) == 2 * 12


def test_the_three_nearest_others_share_the_territory() -> None:
    state = blank_state(MultisnakeSettings(size=27, seats=6))
    places = [(13, 13), (13, 20), (3, 13), (13, 8), (25, 25), (16, 15)]
    cells = [index_of(row, column, 29) for row, column in places]
    for seat, cell in enumerate(cells):
        place_snake(state, seat, cell, cell + 1)
    heads = np.zeros(4, np.int32)
    assert choose_heads(state, 0, heads) == 4
    assert heads.tolist() == [cells[0], cells[3], cells[5], cells[1]]
    assert choose_heads(state, 4, heads) == 4
    assert heads.tolist() == [cells[4], cells[1], cells[5], cells[0]]
