"""Laws of the rules: what a round may change, and which moves are legal."""

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
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

UNSET = 7
"""Value in masks before a verb writes to them."""
MOST_JOINT_MOVES = 256
"""Maximum joint moves tested in one position."""


def the_same_moves_give_the_same_match(case: Case) -> None:
    """Chance depends only on the state."""
    state = case.opening()
    for position in case.match():
        expect_same_state(f"{position.place}, played again", position.state, state)
        step(state, position.moves)


def a_step_changes_only_its_state(case: Case) -> None:
    for place, state, moves in ((each.place, each.state, each.moves) for each in case.match()):
        before, array, again = copy_state(state), np.array(moves), copy_state(state)
        step(again, array)
        expect_same_state(f"{place}, the state after a step of its copy", before, state)
        expect_equal(f"{place}, moves as an array after step", moves, array.tolist())
        given = list(moves)
        step(state, given)
        expect_equal(f"{place}, moves as a list after step", moves, given)
        expect_same_state(f"{place}, moves as a list and as an array", again, state)


def the_mask_agrees_with_the_count(case: Case) -> None:
    """`legal` writes 0 or 1 for every move and returns the sum; `accepts` agrees."""
    for place, state, _ in ((each.place, each.state, each.moves) for each in case.match()):
        before = copy_state(state)
        for seat in range(case.seats):
            what = f"{place}, legal for seat {seat}"
            mask = np.full(len(case.game.moves), UNSET, np.uint8)
            count = legal(state, seat, mask)
            expect(set(mask.tolist()) <= {0, 1}, what, "a mask of 0 and 1", mask.tolist())
            expect_equal(f"{what}, the count", int(mask.sum()), int(count))
            expect_can_move(what, state, seat, count)
            accepted = [bool(accepts(state, seat, move)) for move in range(len(mask))]
            expect_equal(f"{what}, according to accepts", mask.astype(bool).tolist(), accepted)
        expect_same_state(f"{place}, after legal and accepts", before, state)


def expect_can_move(what: str, state: State, seat: int, count: int) -> None:
    """A seat to move has a legal move if it has a choice; other seats have none."""
    if not is_to_move(state, seat) or is_over(state):
        expect(count == 0, what, "no moves for a seat that is not to move", f"{count} moves")
    elif has_choice(state, seat):
        expect(count > 0, what, "a legal move, or has_choice False", "no moves")


def an_unfinished_match_has_a_living_seat_to_move(case: Case) -> None:
    for place, state, _ in ((each.place, each.state, each.moves) for each in case.match()):
        asked = [seat for seat in range(case.seats) if is_to_move(state, seat)]
        expect(asked or is_over(state), place, "a seat to move", "none in an unfinished match")
        dead = [seat for seat in asked if not is_living(state, seat)]
        expect(not dead, place, "only living seats to move", f"the eliminated seats {dead}")


def every_legal_joint_move_is_accepted(case: Case) -> None:
    """A round of legal moves changes the state."""
    for position in itertools.islice(case.match(), 0, 30, 6):
        state = position.state
        if is_over(state):
            return
        joint = joint_moves(case.game, state, case.seats)
        for moves in itertools.islice(joint, MOST_JOINT_MOVES):
            after = copy_state(state)
            step(after, moves)
            changed = after.tobytes() != state.tobytes()
            expect(changed, f"{position.place}, moves {moves}", "a change", "none")


def chance_is_declared(case: Case) -> None:
    """The generator of a game without chance does not change after the opening."""
    if case.game.chance or "generator" not in (case.opening().dtype.names or ()):
        return
    opening = case.opening()["generator"].tolist()
    for position in case.match():
        generator = position.state["generator"].tolist()
        expect_equal(
            f"{position.place}, the generator of a game without chance", opening, generator
        )
