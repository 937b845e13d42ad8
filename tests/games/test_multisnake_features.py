"""Features of Multiplayer Snake on drawn boards."""

from __future__ import annotations

import numpy as np
from tests.games.test_multisnake_laws import drawn

from gridbots.game import State, evaluate
from gridbots.games.multisnake.features import FEATURES, choose_heads, compactness
from gridbots.games.multisnake.opening import place_snake
from gridbots.games.multisnake.state import MultisnakeSettings, blank_state
from gridbots.grid import index_of


def feature(name: str, state: State, seat: int) -> float:
    return evaluate(state, seat, np.eye(len(FEATURES))[FEATURES.index(name)])


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


def test_cells_that_two_heads_reach_at_once_are_neutral() -> None:
    state = drawn("ba...AB")
    # Each has the columns on its side of the middle one, less the cells of the snakes.
    assert feature("territory", state, 0) == 3 * 12 - 2
    assert feature("territory", state, 1) == (12 - 4) * 12 - 2


def test_without_candies_the_distance_exceeds_any_real_one() -> None:
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
