"""n-step returns of deep Q-learning, and episodes that start with a long snake."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.plugins import load_game
from gridbots.vector import Batch
from gridbots_dqn.centred_view import MOST, scales
from gridbots_dqn.curriculum import SURVIVAL_ROUNDS, Curriculum
from gridbots_dqn.dqn.training.replay_buffer import NStepReturns, ReplayBuffer

GAME = load_game("snake")
REWARDS = [1.0, 2.0, 4.0, 8.0]


def transitions(rounds: int, ended: int = -1, truncated: int = -1) -> list[Any]:
    """Transitions of four rounds on one board; the reward of round k is 2 ** k."""
    returns, found = NStepReturns(rounds, 0.5, (1, 1), 1), []
    for at, reward in enumerate(REWARDS):
        returns.add(np.full((1, 1, 1), at, np.uint8), np.full((1, 1), at))
        found_now = returns.reward(
            np.full((1, 1), reward), np.full((1, 1, 1), at + 1, np.uint8), np.full((1, 1), -1),
            ended=np.full((1, 1), at == ended), truncated=np.full((1, 1), at == truncated),
        )  # fmt: skip
        if found_now:
            names = ("before", "actions", "rewards", "discounts", "after")
            found.append(tuple(found_now[name].item() for name in names))
    return found


def test_one_step_returns_are_the_rounds_themselves() -> None:
    assert transitions(1) == [(at, at, REWARDS[at], 0.5, at + 1) for at in range(4)]


def test_three_step_returns_sum_discounted_rewards_up_to_the_position_three_rounds_on() -> None:
    assert transitions(3) == [(0, 0, 1 + 1 + 1, 0.125, 3), (1, 1, 2 + 2 + 2, 0.125, 4)]


def test_after_the_end_of_an_episode_no_rewards_are_summed() -> None:
    assert transitions(3, ended=1) == [(0, 0, 1 + 1, 0.0, 2), (1, 1, 2.0, 0.0, 2)]


def test_a_truncated_episode_bootstraps_from_its_last_position() -> None:
    assert transitions(3, truncated=1) == [(0, 0, 1 + 1, 0.25, 2), (1, 1, 2.0, 0.5, 2)]


def test_a_buffer_that_does_not_pack_keeps_bytes() -> None:
    replay, seen = ReplayBuffer(1, 3, 2, packs=False), np.array([[[7, 200]]], np.uint8)
    replay.add(seen, seen)
    assert replay.seen(replay.after[:, :1]).tolist() == [[[7, 200]]]


def test_scales_map_the_rounds_of_a_long_snake_to_0_to_1() -> None:
    assert max(scales(15) * [1, 1, MOST, 1, 1]) == pytest.approx(MOST / 225)


def long_snakes(count: int, length: int) -> Batch:
    settings = GAME.make_settings({"preset": "corner-8", "width": 5, "height": 5})
    batch = Batch(GAME, settings, count, 1, plain=True)
    batch.states["length"] = length
    return batch


def test_each_learner_starts_from_long_snakes_that_it_survived_itself() -> None:
    batch, random = long_snakes(400, 7), np.random.default_rng(1)
    curriculum = Curriculum(batch.states, learners=2, area=25, share=0.5)
    first_ends = np.arange(400) < 200
    for _ in range(SURVIVAL_ROUNDS):
        curriculum.record(batch.states, first_ends, random)
    batch.states["length"] = 4
    curriculum.start(batch.states, np.ones(400, np.bool_), random)
    assert not curriculum.is_late_start[:200].any(), "the first learner's snakes all died"
    assert 60 < curriculum.is_late_start[200:].sum() < 140
    assert (batch.states["length"] == np.where(curriculum.is_late_start, 7, 4)).all()


def test_without_a_curriculum_no_random_numbers_are_used() -> None:
    batch, random = long_snakes(4, 7), np.random.default_rng(1)
    curriculum = Curriculum(batch.states, learners=1, area=25, share=0.0)
    for _ in range(SURVIVAL_ROUNDS):
        curriculum.record(batch.states, np.zeros(4, np.bool_), random)
    curriculum.start(batch.states, np.ones(4, np.bool_), random)
    assert random.random() == np.random.default_rng(1).random()
    assert not curriculum.arrays()
