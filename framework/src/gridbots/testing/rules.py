"""Laws of the rules: what a round may do, and which moves are legal."""

from __future__ import annotations

import itertools

import numpy as np

from gridbots.game import (
    State,
    accepts,
    copy_state,
    has_choice,
    is_living,
    is_over,
    is_to_move,
    legal,
    step,
)
from gridbots.testing.case import Case, joint_moves


def a_step_changes_its_state_and_nothing_else(case: Case) -> None:
    for state, moves in case.match():
        before, array, again = state.tobytes(), np.array(moves), copy_state(state)
        step(again, array)
        assert state.tobytes() == before
        assert array.tolist() == moves
        given = list(moves)
        step(state, given)
        assert given == moves
        assert state.tobytes() == again.tobytes()


def the_mask_agrees_with_the_count(case: Case) -> None:
    for state, _ in case.match():
        before = state.tobytes()
        for seat in range(case.seats):
            mask = np.full(len(case.game.moves), 7, np.uint8)
            count = legal(state, seat, mask)
            assert set(mask.tolist()) <= {0, 1}
            assert count == mask.sum() == len(case.game.legal_moves(state, seat))
            assert_can_move(state, seat, count)
            accepted = [accepts(state, seat, move) for move in range(len(case.game.moves))]
            assert accepted == mask.astype(bool).tolist()
        assert state.tobytes() == before


def assert_can_move(state: State, seat: int, count: int) -> None:
    """Who plays has a move, unless no move can change anything; nobody else has one."""
    playing = is_to_move(state, seat) and not is_over(state)
    assert count == 0 or playing
    assert count > 0 or not playing or not has_choice(state, seat)


def a_match_that_goes_on_has_a_living_seat_to_move(case: Case) -> None:
    for state, _ in case.match():
        asked = [seat for seat in range(case.seats) if is_to_move(state, seat)]
        assert asked or is_over(state)
        assert all(is_living(state, seat) for seat in asked)


def every_legal_joint_move_is_accepted(case: Case) -> None:
    for state, _ in itertools.islice(case.match(), 0, 30, 6):
        if is_over(state):
            return
        for moves in itertools.islice(joint_moves(case.game, state, case.seats), 256):
            after = copy_state(state)
            step(after, moves)
            assert after.tobytes() != state.tobytes()
