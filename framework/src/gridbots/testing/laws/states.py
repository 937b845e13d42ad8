"""Laws of states: a state is one plain record; copies and openings are equal byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import (
    AnyState,
    copy_state,
    is_living,
    is_over,
    is_to_move,
    legal,
    reopen,
    step,
    utility,
)
from gridbots.game.chance import seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import offers
from gridbots.record.plain_play import PlainPlay
from gridbots.record.replay import updates
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from gridbots.testing.case import Case

SEEDS = 20
"""Number of seeds whose openings are compared."""


def the_opening_follows_from_the_seed(case: Case) -> None:
    """Equal seeds give equal states; in a game with a generator, different seeds different ones."""
    opening = case.opening()
    expect_same_state("the same seed again", opening, case.opening())
    if "generator" in (opening.dtype.names or ()):
        openings = {case.game.setup(case.settings, seed).tobytes() for seed in range(SEEDS)}
        expect_equal("different states after setup", SEEDS, len(openings))


def a_state_is_one_plain_record(case: Case) -> None:
    state = case.opening()
    expect(isinstance(state, np.void), "setup", "a numpy record", type(state).__name__)
    dtype = state.dtype
    expect(dtype.names and not dtype.hasobject, "the record", "only fields of numbers", dtype)
    assert dtype.names is not None  # noqa: S101  narrows the type
    # Padding between fields would make equal states differ in their bytes.
    expect_equal("bytes", sum(dtype[name].itemsize for name in dtype.names), dtype.itemsize)
    taken = [name for name in dtype.names if hasattr(np.void, name)]
    expect(not taken, "names of fields", "none that are attributes of numpy records", taken)


def a_copy_is_independent(case: Case) -> None:
    state = case.opening()
    if is_over(state):
        return
    before, copy = copy_state(state), copy_state(state)
    step(copy, [NO_MOVE] * case.seats)
    expect(copy.tobytes() != before.tobytes(), "a round without moves", "a change", "none")
    expect_same_state("the state after a step of its copy", before, state)


def reopening_equals_setup(case: Case) -> None:
    """From any state and with any seed, so that compiled code can start new matches."""
    for position in case.match():
        state = position.state
        if not offers(reopen, state):
            return
        seed_generator(state["generator"], position.number)
        reopen(state)
        opening = case.game.setup(case.settings, position.number)
        expect_same_state(f"reopened in {position.place}", opening, state)


def plain_states_agree_with_records(case: Case) -> None:
    """The plain states of the referee equal the records, and the verbs agree on them."""
    play = PlainPlay(case.game, case.opening())
    for position in case.match():
        place = f"{position.place}, as a plain state"
        expect_same_state(place, position.state, play.record())
        expect_equal(
            f"{position.place}, results of the verbs",
            results_of_verbs(case, position.state),
            results_of_verbs(case, play.state),
        )
        sent, _ = updates(case.game, position.state, case.seats)
        expect_equal(f"{place}, the lines", sent, play.updates(case.seats)[0])
        play.step(position.moves)


def results_of_verbs(case: Case, state: AnyState) -> list[object]:
    """The results of the verbs on a state."""
    masks = np.zeros((case.seats, len(case.game.moves)), np.uint8)
    counts = [legal(state, seat, masks[seat]) for seat in range(case.seats)]
    living = [is_living(state, seat) for seat in range(case.seats)]
    asked = [is_to_move(state, seat) for seat in range(case.seats)]
    utilities = [utility(state, seat) for seat in range(case.seats)]
    return [is_over(state), counts, living, asked, utilities, masks.tolist()]
