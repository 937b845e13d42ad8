"""Features of Snake, drawn and as laws."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.test_snake_laws import drawn

from gridbots.game import State, evaluate, is_over, step
from gridbots.games.snake import GAME
from gridbots.games.snake.features import FEATURES


def features(state: State) -> dict[str, float]:
    return {
        name: evaluate(state, 0, weights)
        for name, weights in zip(FEATURES, np.eye(len(FEATURES)), strict=True)
    }


def test_features_of_an_open_board() -> None:
    state = drawn(
        """
        ....
        rr0.
        ...a
        ....
        """,
        "r",
    )
    assert features(state) == {
        "length": 3, "apple": 2, "way": 2, "reach": 13, "exits": 3, "tail": 1,
    }  # fmt: skip


def test_a_path_goes_around_the_body() -> None:
    state = drawn(
        """
        ad..
        .d..
        .r0.
        ....
        """,
        "r",
    )
    assert features(state)["apple"] == 4
    assert features(state)["way"] == 6


def test_cells_behind_the_body_have_no_path() -> None:
    state = drawn(
        """
        0l.a
        .u..
        .u..
        .u..
        """,
        "l",
    )
    assert features(state) == {
        "length": 5, "apple": 3, "way": 16, "reach": 3, "exits": 1, "tail": 1,
    }  # fmt: skip


def test_an_enclosed_snake_has_no_path_to_its_tail() -> None:
    state = drawn(
        """
        .0dl
        rud.
        ulla
        ....
        """,
        "u",
    )
    assert features(state)["tail"] == 0
    assert features(state)["reach"] == 1


@pytest.mark.parametrize("seed", range(20))
def test_features_bound_each_other(seed: int) -> None:
    state = GAME.setup(GAME.make_settings({"width": 6, "height": 5}), seed)
    chance = np.random.default_rng(seed)
    while not is_over(state):
        now = features(state)
        assert 0 < now["apple"] <= now["way"] <= 30
        assert now["exits"] <= now["reach"] <= 30 - now["length"]
        assert (now["exits"] == 0) == (now["reach"] == 0)
        moves = GAME.legal_moves(state, 0)
        step(state, [int(chance.choice(moves))])
