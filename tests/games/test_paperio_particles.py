"""The particle filter of Paper.io: the states that a seat considers possible."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.game import is_to_move, observe, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio import GAME
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import PARTICLES, cloud_dtype, draw_some, follow, room_dtype
from gridbots.grid import NO_MOVE

ROUNDS = 8


def generator_for(seed: int) -> Any:
    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, seed)
    return generator


class Follower:
    """A seat that follows a match."""

    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.cloud = np.zeros(1, cloud_dtype(state.dtype))[0]
        self.room = np.zeros(1, room_dtype(state.dtype))[0]
        self.generator = generator_for(7)
        self.is_crowded = False
        """Whether there ever were more than there is room for."""

    def see(self, state: Any) -> Any:
        """Process the observation of the seat; return the particles."""
        seen = state.copy()
        observe(seen, self.seat)
        joint = np.full(6, NO_MOVE)
        follow(self.cloud, self.room, seen, seen, self.seat, joint, self.generator, self.room)
        self.is_crowded |= bool(self.room["count"] > PARTICLES)
        return self.cloud["states"][: self.cloud["count"]]


def same(one: Any, other: Any) -> bool:
    return all((one[name] == other[name]).all() for name in ("heads", "owners", "trails", "areas"))


def looks(state: Any, seat: int) -> Any:
    seen = state.copy()
    observe(seen, seat)
    return seen


@pytest.mark.parametrize("order", ["alternating", "simultaneous"])
def test_the_true_state_stays_possible_and_possible_states_match_the_observation(
    order: str,
) -> None:
    state = GAME.setup(GAME.make_settings({"order": order, "radius": 1}), 1)
    followers, random = [Follower(state, seat) for seat in range(2)], np.random.default_rng(1)
    for _ in range(ROUNDS):
        joint = np.full(6, NO_MOVE)
        for seat, follower in enumerate(followers):
            if is_to_move(state, seat):
                particles = follower.see(state)
                assert follower.cloud["weights"][: len(particles)].sum() == pytest.approx(1)
                assert all(same(looks(each, seat), looks(state, seat)) for each in particles)
                if not follower.is_crowded:
                    assert any(same(each, state) for each in particles)
                mask = np.zeros(4, np.uint8)
                candidates(state, seat, mask)
                joint[seat] = random.choice(np.flatnonzero(mask))
        step(state, joint)
        if state["over"]:
            break
    assert all(each.cloud["lost"] == 0 or each.is_crowded for each in followers)


def test_a_match_joined_late_begins_with_the_remembered_cells() -> None:
    state = GAME.setup(GAME.make_settings({"order": "alternating"}), 1)
    state["mover"], state["rounds"] = 0, 40
    state["owners"][:] = np.where(state["owners"] == 3, 0, state["owners"])
    follower = Follower(state, 0)
    particles = follower.see(state)
    assert len(particles) == 1
    assert follower.cloud["lost"] == 1
    assert same(particles[0], looks(state, 0))


def test_samples_are_drawn_in_proportion_to_their_weights() -> None:
    cloud = np.zeros(1, cloud_dtype(GAME.setup(GAME.make_settings({}), 0).dtype))[0]
    cloud["count"] = 10
    cloud["weights"][:10] = [0.55, *[0.05] * 9]
    chosen, shares, totals = np.zeros(4, np.int64), np.zeros(4), np.zeros(10)
    generator = generator_for(3)
    for _ in range(400):
        count = draw_some(cloud, chosen, shares, generator)
        assert shares[:count].sum() == pytest.approx(1)
        totals[chosen[:count]] += shares[:count]
    assert totals / 400 == pytest.approx(cloud["weights"][:10], abs=0.03)
