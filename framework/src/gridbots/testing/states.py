"""Laws of states: one plain record that follows from its seed, copied and blanked by bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.chance import seed_generator
from gridbots.game import (
    AnyState,
    PlainState,
    copy_state,
    is_living,
    is_over,
    is_to_move,
    legal,
    reopen,
    step,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.kernel import offers

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def the_opening_follows_from_the_seed(case: Case) -> None:
    assert case.opening().tobytes() == case.opening().tobytes()
    openings = {case.game.setup(case.settings, seed).tobytes() for seed in range(20)}
    assert len(openings) == 20


def a_state_is_one_plain_record(case: Case) -> None:
    state = case.opening()
    assert isinstance(state, np.void)
    dtype = state.dtype
    assert dtype.names is not None
    assert not dtype.hasobject
    # Padding between fields would make equal states differ in their bytes.
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)
    assert [name for name in dtype.names if hasattr(np.void, name)] == []


def a_copy_is_independent(case: Case) -> None:
    state = case.opening()
    before = state.tobytes()
    copy = copy_state(state)
    assert copy.tobytes() == before
    step(copy, [NO_MOVE] * case.seats)
    assert copy.tobytes() != before
    assert state.tobytes() == before


def a_match_is_reopened_as_it_is_set_up(case: Case) -> None:
    """From any state on, for any seed: then copies of a game can be opened in compiled code."""
    for number, (state, _) in enumerate(case.match()):
        if not offers(reopen, state):
            return
        seed_generator(state["generator"], number)
        reopen(state)
        assert state.tobytes() == case.game.setup(case.settings, number).tobytes()


def a_plain_state_is_played_as_the_record_is(case: Case) -> None:
    plain: AnyState = PlainState(case.opening())
    for state, moves in case.match():
        assert plain.record().tobytes() == state.tobytes()
        assert told_by(case, plain) == told_by(case, state)
        step(plain, moves)


def told_by(case: Case, state: AnyState) -> list[object]:
    """What the verbs say of a state."""
    masks = np.zeros((case.seats, len(case.game.moves)), np.uint8)
    counts = [legal(state, seat, masks[seat]) for seat in range(case.seats)]
    living = [is_living(state, seat) for seat in range(case.seats)]
    asked = [is_to_move(state, seat) for seat in range(case.seats)]
    utilities = [utility(state, seat) for seat in range(case.seats)]
    return [is_over(state), counts, living, asked, utilities, masks.tobytes()]
