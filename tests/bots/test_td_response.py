"""Best response to td: it predicts td's moves, and sees no more than the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.bot.runner import make_policy
from gridbots.game import is_over, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio import GAME
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_bot
from gridbots.vector import fitted

IN_TURN = {"order": "alternating", "max_rounds": 24}
QUICK = {"weights": "paper", "depth": "1", "samples": "1"}
"""A td that is fast in plain Python, and random only among equal moves."""


class Seat:
    """A policy in a seat, run as Python."""

    def __init__(self, seat: int, state: Any, **options: str) -> None:
        policy = fitted(make_policy(load_bot("td"), "td", GAME, {**QUICK, **options}), state.dtype)
        self.seat = seat
        self.choose, self.memory = policy.choose, policy.memories(1)[0]
        self.generator: list[int] = [0] * GENERATOR_SIZE
        seed_generator(self.generator, 7)

    def move(self, state: Any) -> int:
        seen = GAME.observation(state, self.seat)
        return int(self.choose(seen, self.seat, self.generator, self.memory))


def opening(settings: dict[str, Any], mover: int = 0) -> Any:
    state = GAME.setup(GAME.make_settings(settings), 1)
    if state["mover"] >= 0:
        state["mover"] = mover
    return state


def hypotheses(memory: Any) -> Any:
    return memory["hypotheses"][: memory["count"]]


def is_same_board(state: Any, other: Any) -> bool:
    return all(np.array_equal(state[name], other[name]) for name in ("heads", "owners", "trails"))


@pytest.mark.parametrize("first", [0, 1])
def test_it_infers_the_true_state_without_seeing_it(first: int) -> None:
    state = opening(IN_TURN, first)
    seats = Seat(0, state, response="1"), Seat(1, state)
    memory, unseen = seats[0].memory, 0
    while not is_over(state):
        moves = [NO_MOVE, NO_MOVE]
        mover = int(state["mover"])
        moves[mover] = seats[mover].move(state)
        if mover == 0:
            unseen += int(GAME.observation(state, 0)["heads"][1]) < 0
            assert any(is_same_board(each["state"][0], state) for each in hypotheses(memory))
        step(state, moves)
    assert unseen > 0
    assert memory["lost"] == 0


def test_it_plays_as_td_with_simultaneous_moves() -> None:
    state = opening({"max_rounds": 4})
    usual, response = Seat(0, state), Seat(0, state, response="2")
    while not is_over(state):
        move = usual.move(state)
        assert response.move(state) == move
        step(state, [move, NO_MOVE])
