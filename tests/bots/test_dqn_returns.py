"""n-step returns of deep Q-learning, and episodes that begin with a long snake."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.plugins import load_game
from gridbots.vector import Batch
from gridbots_dqn.centred_view import MOST, scales
from gridbots_dqn.curriculum import PROOF, LaterStarts
from gridbots_dqn.dqn.training.replay_buffer import ReplayBuffer
from gridbots_dqn.dqn.training.returns import Returns

GAME = load_game("snake")
REWARDS = [1.0, 2.0, 4.0, 8.0]


def transitions(rounds: int, ended: int = -1, broken_off: int = -1) -> list[Any]:
    """What comes of four rounds on one board; round k shows k, acts k and brings 2 ** k."""
    returns, found = Returns(rounds, 0.5, (1, 1), 1), []
    for at, reward in enumerate(REWARDS):
        returns.add(np.full((1, 1, 1), at, np.uint8), np.full((1, 1), at))
        came = returns.reward(
            np.full((1, 1), reward), np.full((1, 1, 1), at + 1, np.uint8), np.full((1, 1), -1),
            ended=np.full((1, 1), at == ended), broken_off=np.full((1, 1), at == broken_off),
        )  # fmt: skip
        if came:
            names = ("before", "actions", "rewards", "discounts", "after")
            found.append(tuple(came[name].item() for name in names))
    return found


def test_one_step_returns_are_the_rounds_themselves() -> None:
    assert transitions(1) == [(at, at, REWARDS[at], 0.5, at + 1) for at in range(4)]


def test_three_step_returns_sum_discounted_rewards_up_to_the_position_three_rounds_on() -> None:
    assert transitions(3) == [(0, 0, 1 + 1 + 1, 0.125, 3), (1, 1, 2 + 2 + 2, 0.125, 4)]


def test_behind_the_end_of_an_episode_nothing_is_summed_and_nothing_counts() -> None:
    assert transitions(3, ended=1) == [(0, 0, 1 + 1, 0.0, 2), (1, 1, 2.0, 0.0, 2)]


def test_an_episode_that_is_broken_off_counts_the_position_in_which_it_was() -> None:
    assert transitions(3, broken_off=1) == [(0, 0, 1 + 1, 0.25, 2), (1, 1, 2.0, 0.5, 2)]


def test_a_memory_that_does_not_pack_keeps_bytes() -> None:
    replay, seen = ReplayBuffer(1, 3, 2, packs=False), np.array([[[7, 200]]], np.uint8)
    replay.add(seen, seen)
    assert replay.seen(replay.after[:, :1]).tolist() == [[[7, 200]]]


def test_scales_make_what_a_long_snake_is_seen_by_0_to_1() -> None:
    assert max(scales(15) * [1, 1, MOST, 1, 1]) == pytest.approx(MOST / 225)


def long_snakes(count: int, length: int) -> Batch:
    settings = GAME.make_settings({"preset": "corner-8", "width": 5, "height": 5})
    batch = Batch(GAME, settings, count, 1, plain=True)
    batch.states["length"] = length
    return batch


def test_each_learner_begins_with_long_snakes_that_it_survived_itself() -> None:
    batch, random = long_snakes(400, 7), np.random.default_rng(1)
    later = LaterStarts(batch.states, learners=2, area=25, share=0.5)
    first_ends = np.arange(400) < 200
    for _ in range(PROOF):
        later.note(batch.states, first_ends, random)
    batch.states["length"] = 4
    later.begin(batch.states, np.ones(400, np.bool_), random)
    assert not later.began[:200].any(), "the first learner's snakes all died"
    assert 60 < later.began[200:].sum() < 140
    assert (batch.states["length"] == np.where(later.began, 7, 4)).all()


def test_where_no_episode_begins_later_nothing_is_drawn() -> None:
    batch, random = long_snakes(4, 7), np.random.default_rng(1)
    later = LaterStarts(batch.states, learners=1, area=25, share=0.0)
    for _ in range(PROOF):
        later.note(batch.states, np.zeros(4, np.bool_), random)
    later.begin(batch.states, np.ones(4, np.bool_), random)
    assert random.random() == np.random.default_rng(1).random()
    assert not later.arrays()
