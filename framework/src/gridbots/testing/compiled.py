"""Laws of compiled code: it does what the plain rules do, byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.chance import seed_generator
from gridbots.game import (
    Moves,
    State,
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    legal,
    observe,
    reopen,
    step,
    utility,
)
from gridbots.kernel import compiled, kernel, offers
from gridbots.testing.evaluations import positions_to_evaluate

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def compiled_rules_are_the_plain_rules(case: Case) -> None:
    played = case.opening()
    told = np.zeros((case.seats, 4 + len(case.game.moves)))
    expected = np.zeros_like(told)
    for state, moves in case.match():
        assert played.tobytes() == state.tobytes()
        _tell(state, expected)
        compiled(_tell)(state, told)
        assert told.tolist() == expected.tolist()
        seen = copy_state(state)
        compiled(_observe)(seen, 0)
        assert seen.tobytes() == case.game.observation(state, 0).tobytes()
        compiled(_step)(played, np.array(moves))
    if offers(reopen, played):
        seed_generator(played["generator"], 1)
        compiled(_reopen)(played)
        assert played.tobytes() == case.game.setup(case.settings, 1).tobytes()


def compiled_evaluations_are_the_plain_ones(case: Case) -> None:
    count = len(case.game.features)
    for seen, seat in positions_to_evaluate(case, 4):
        for weights in np.eye(count):
            assert compiled(_evaluate)(seen, seat, weights) == evaluate(seen, seat, weights)


@kernel
def _evaluate(state: State, seat: int, weights: np.ndarray[tuple[int], Any]) -> float:
    return evaluate(state, seat, weights)


@kernel
def _step(state: State, moves: Moves) -> None:
    step(state, moves)


@kernel
def _reopen(state: State) -> None:
    reopen(state)


@kernel
def _observe(state: State, seat: int) -> None:
    observe(state, seat)


@kernel
def _tell(state: State, told: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Per seat: number of legal moves, living, to move, utility while over, and the mask."""
    for seat in range(told.shape[0]):
        mask = np.zeros(told.shape[1] - 4, np.uint8)
        told[seat, 0] = legal(state, seat, mask)
        told[seat, 1] = is_living(state, seat)
        told[seat, 2] = is_to_move(state, seat)
        told[seat, 3] = utility(state, seat) if is_over(state) else 2.0
        told[seat, 4:] = mask
