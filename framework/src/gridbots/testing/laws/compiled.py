"""Laws of compiled code: it agrees with the plain rules byte by byte. They need numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.belief.information_set import draw_all
from gridbots.game import (
    Moves,
    State,
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    legal,
    moves_mask,
    observe,
    reopen,
    step,
    utility,
)
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel, offers
from gridbots.testing.expectation import expect_equal, expect_same_state
from gridbots.testing.laws.beliefs import sampled, seen_positions
from gridbots.testing.laws.evaluations import MOST_EVALUATED, positions_to_evaluate
from gridbots.vector import Batch, generators_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.testing.case import Case

COPIES = 4
BATCH_ROUNDS = 40
"""Matches and rounds of a batch."""


def compiled_rules_agree_with_plain_rules(case: Case) -> None:
    """Compare the state, the results of the verbs and the observation in every round."""
    played = case.opening()
    got = np.zeros((case.seats, 4 + len(case.game.moves)))
    expected = np.zeros_like(got)
    for position in case.match():
        place, state = position.place, position.state
        expect_same_state(f"{place}, compiled", state, played)
        _call_verbs(state, expected)
        compiled(_call_verbs)(state, got)
        expect_equal(f"{place}, results of the verbs, compiled", expected.tolist(), got.tolist())
        seen = copy_state(state)
        compiled(_observe)(seen, 0)
        expect_same_state(f"{place}, observation, compiled", case.game.observation(state, 0), seen)
        compiled(_step)(played, np.array(position.moves))
    if offers(reopen, played):
        seed_generator(played["generator"], 1)
        compiled(_reopen)(played)
        expect_same_state("reopened, compiled", case.game.setup(case.settings, 1), played)


def compiled_evaluations_agree_with_plain_ones(case: Case) -> None:
    """Compare each feature of some positions, to the last bit."""
    for seen, seat in positions_to_evaluate(case, MOST_EVALUATED if case.ends else 4):
        for name, weights in zip(case.game.features, np.eye(len(case.game.features)), strict=True):
            expected = float(evaluate(seen, seat, weights))
            got = float(compiled(_evaluate)(seen, seat, weights))
            expect_equal(f"feature {name!r} for seat {seat}, compiled", expected, got)


def compiled_samples_agree_with_plain_ones(case: Case) -> None:
    """Compare samples that equal generators draw."""
    for position, seat, seen in seen_positions(case):
        states, generator = np.full(1, seen), np.zeros(GENERATOR_SIZE, np.int64)
        seed_generator(generator, position.number)
        compiled(draw_all)(states, seat, generator)
        what = f"{position.place}, a sample for seat {seat}, compiled"
        expect_same_state(what, sampled(seen, seat, position.number), states[0])


def a_compiled_batch_agrees_with_a_plain_one(case: Case) -> None:
    """Compare copies of a game stepped together, with new matches after the last round."""
    sides = [_batch_rounds(case, plain=plain) for plain in (True, False)]
    for number, (expected, got) in enumerate(zip(*sides, strict=True)):
        for copy in range(COPIES):
            what = f"batch round {number}, copy {copy}, compiled"
            expect_same_state(what, expected.states[copy], got.states[copy])
        expect_equal(f"batch round {number}, moves", expected.moves, got.moves)
        expect_equal(f"batch round {number}, finished", expected.finished, got.finished)


class _Round:
    """State of a batch after a round."""

    def __init__(self, batch: Batch) -> None:
        self.states = batch.states.copy()
        self.moves = batch.moves.tolist()
        self.finished = batch.finished.tolist()


def _batch_rounds(case: Case, *, plain: bool) -> Iterator[_Round]:
    batch = Batch(case.game, case.settings, COPIES, case.seed, plain=plain)
    streams = [
        generators_for(np.arange(seat * COPIES, (seat + 1) * COPIES, dtype=np.uint64))
        for seat in range(case.seats)
    ]
    for _ in range(min(BATCH_ROUNDS, case.most_rounds)):
        for seat, generators in enumerate(streams):
            batch.choose(random_move, seat, generators)
        batch.step()
        yield _Round(batch)


@kernel
def random_move(observation: State, seat: int, generator: Any) -> int:
    """A policy: a uniformly random legal move."""
    mask = moves_mask(observation)
    count = int(legal(observation, seat, mask))
    if count == 0:
        return NO_MOVE
    move, left = 0, below(generator, count)
    while left > 0 or mask[move] == 0:
        left -= mask[move] != 0
        move += 1
    return move


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
def _call_verbs(state: State, results: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Per seat: number of legal moves, living, to move, utility at the end, and the mask."""
    for seat in range(results.shape[0]):
        mask = np.zeros(results.shape[1] - 4, np.uint8)
        results[seat, 0] = legal(state, seat, mask)
        results[seat, 1] = is_living(state, seat)
        results[seat, 2] = is_to_move(state, seat)
        results[seat, 3] = utility(state, seat) if is_over(state) else 2.0
        for move in range(len(mask)):
            results[seat, 4 + move] = mask[move]
