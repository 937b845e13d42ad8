"""Battlesnake in fog: observations, and sampled states."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.battlesnake_boards import drawn, text_of

from gridbots.game import copy_state, observe, sample, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import index_of
from gridbots_battlesnake import FOG
from gridbots_battlesnake.state import UNSEEN, head_of, part_of


def test_parts_and_food_out_of_sight_are_not_seen() -> None:
    board = "*........ ......... CBA...... .....abc. ......... ......... ........*"
    state = drawn(board, FOG, vision=3)
    seen = FOG.observation(state, 0)
    near, far = index_of(3, 5, 11), [UNSEEN, UNSEEN]
    assert [int(part_of(seen, 1, part)) for part in range(3)] == [near, *far]
    assert seen["lengths"].tolist() == state["lengths"].tolist()
    assert text_of(seen).replace("b", ".").replace("c", ".") == (
        "*........ ......... CBA...... .....a... ......... ......... ........."
    )


@pytest.mark.parametrize("mode", ["standard", "wrapped"])
def test_a_sample_gives_every_living_snake_a_body(mode: str) -> None:
    state = FOG.setup(FOG.make_settings({"vision": 2, "seats": 4, "mode": mode}), 3)
    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 1)
    for number in range(6):
        step(state, [number % 4] * 4)
        seen = FOG.observation(state, 0)
        sampled = copy_state(seen)
        sample(sampled, 0, generator)
        living = [seat for seat in range(4) if state["eliminated"][seat] == 0]
        assert all(head_of(sampled, seat) != UNSEEN for seat in living)
        observe(sampled, 0)
        assert sampled.tobytes() == seen.tobytes()
