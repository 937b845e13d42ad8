"""Opponent model of td: the probabilities of moves out of sight."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import observe, step
from gridbots.games.paperio import GAME
from gridbots.games.paperio.particles import key_of
from gridbots.grid import NO_MOVE, RIGHT, index_of
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots.vector import generators_for
from gridbots_td.decision import track
from gridbots_td.opponent_model import SLIP, likely_moves
from gridbots_td.options import Options
from gridbots_td.plan import IN_TURN
from gridbots_td.trained import memories_and_clouds, plans_of, read_trained

LEAST = 1e-3
"""Probability of a state that seems impossible."""
BUDGET = Budget(bank_ms=10**7, time_per_move_ms=0, asked=0.0)
SETTINGS = GAME.make_settings({"order": "alternating"})
LEAGUE = read_trained("league")


def expected(
    state: Any, seat: int, opponent: Literal["likely", "any"] = "likely"
) -> tuple[Any, Any]:
    """The mask and the probabilities of the opponent's moves."""
    plan = plans_of((LEAGUE,), state.dtype, Options(opponent=opponent))[0]["plans"][IN_TURN]
    mask, shares = np.zeros(4, np.uint8), np.zeros(4)
    compiled(likely_moves)(state, seat, mask, shares, plan)
    return mask, shares


def bot_for(name: str, seat: int, **options: str) -> Bot:
    made = make_bot(load_bot(name), name, GAME, options)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, SETTINGS, seat, 2))
    return made


def minimax_in(seat: int) -> Bot:
    return bot_for("minimax", seat, depth="2", evaluation="pure", seed="1")


def test_an_opponent_cuts_a_trail_beside_it_with_probability_0_9() -> None:
    state = GAME.setup(SETTINGS, 0)
    state["heads"][:2] = [index_of(5, 3, 9), index_of(3, 2, 9)]
    state["trails"][index_of(3, 3, 9)] = 1
    state["trails"][index_of(4, 3, 9)] = 1
    state["trail_lengths"][0] = 2
    state["headings"][1], state["mover"] = RIGHT, 1
    mask, shares = expected(state, 1)
    assert mask[RIGHT]
    assert shares[RIGHT] > 1 - SLIP
    assert expected(state, 1, "any")[1] == pytest.approx(mask / mask.sum())


def test_every_move_that_is_not_fatal_stays_possible() -> None:
    random, state = np.random.default_rng(1), GAME.setup(SETTINGS, 1)
    while not state["over"]:
        mask, shares = expected(state.copy(), int(state["mover"]))
        assert shares.sum() == pytest.approx(1)
        assert (shares[mask == 1] >= SLIP / mask.sum()).all()
        assert (shares[mask == 0] == 0).all()
        joint = np.full(6, NO_MOVE)
        joint[state["mover"]] = random.choice(np.flatnonzero(mask))
        step(state, joint)


def surprises(seed: int) -> tuple[float, float]:
    """Mean surprise of the true state over the rounds of a match, in nats, by both models.

    One model knows the likely moves of the opponent, the other allows any move. Seat 0 moves
    at random, and has moved.
    """
    state = GAME.setup(SETTINGS, seed)
    bots = bot_for("random", 0, among="candidates", seed=str(seed + 1)), minimax_in(1)
    several = [
        plans_of((LEAGUE,), state.dtype, Options(opponent=each)) for each in ("likely", "any")
    ]
    plans = [each[0]["plans"][IN_TURN] for each in several]
    memories, generators = (
        memories_and_clouds(state.dtype, 2),
        generators_for(np.ones(2, np.uint64)),
    )
    found = []
    while not state["over"]:
        joint = np.full(6, NO_MOVE)
        seat = int(state["mover"])
        seen = state.copy()
        observe(seen, seat)
        if seat == 0:
            for plan, memory, generator in zip(plans, memories, generators, strict=True):
                compiled(track)(plan, seen, seat, generator, memory)
            found.append([surprise(each["cloud"][0], state) for each in memories])
        joint[seat] = bots[seat].choose(seen, BUDGET)
        step(state, joint)
    likely, at_any = np.mean(found, axis=0)
    return float(likely), float(at_any)


def surprise(cloud: Any, state: Any) -> float:
    share = LEAST
    for weight, each in zip(cloud["weights"], cloud["states"][: cloud["count"]], strict=False):
        if key_of(each) == key_of(state):
            share += weight
    return -math.log(share)


def test_the_likely_model_predicts_the_true_state_better() -> None:
    likely, at_any = np.mean([surprises(seed) for seed in range(12)], axis=0)
    assert likely < at_any * 0.9
