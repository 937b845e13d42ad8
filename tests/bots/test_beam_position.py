"""beam: its copies of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots.game import is_living
from gridbots.games.multisnake.rules import advance
from gridbots_minimax.beam.opponents import NEAREST, predicted_move
from gridbots_minimax.beam.position import copy_position

if TYPE_CHECKING:
    from gridbots.game import State

POSITIONS = kept("multisnake_agents.jsonl")


def board_of(state: State) -> dict[str, Any]:
    """The fields that the game uses."""
    seats = int(state["seats"])
    board = {name: state[name].tolist() for name in state.dtype.names or () if name != "generator"}
    for name in ("lengths", "points", "meals", "eliminated", "shed", "bodies"):
        board[name] = board[name][:seats]
    for name in ("cells", "layers", "candies"):
        board[name] = board[name][: int(state["stride"] * (state["side"] + 2))]
    for body, length in zip(board["bodies"], board["lengths"], strict=True):
        del body[max(1, length) :]
    return board


def test_a_copy_over_another_position_plays_like_the_original() -> None:
    states = [state_of(position) for position in POSITIONS[:40]]
    targets = {state.dtype: state.copy() for state in states}
    for state in states:
        target = targets[state.dtype]
        copy_position(target, state)
        assert board_of(target) == board_of(state)
        moves = [
            predicted_move(state, seat, NEAREST) if is_living(state, seat) else 0
            for seat in range(int(state["seats"]))
        ]
        for each in (target, state):
            advance(each, np.array(moves))
        assert board_of(target) == board_of(state)
