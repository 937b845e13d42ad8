"""Minimax in turns against a plain minimax written here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.search.boards import candidate_moves, drawn, played

from gridbots.game import (
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    step_seat,
    utility,
)
from gridbots.grid import LEFT, NO_MOVE, RIGHT
from gridbots.kernel import kernel
from gridbots.search.minimax import EXACT, Deepening, Minimax, SearchVariant
from gridbots.search.ply_stack import DECISIVE, is_decided

if TYPE_CHECKING:
    from gridbots.game import State

pytestmark = pytest.mark.slow  # compilation takes long


def finished(found: Minimax, nodes: int = 1 << 40) -> Minimax:
    while not found.run(nodes):
        pass
    return found


def search(  # noqa: PLR0913  what is searched, and how
    state: State,
    seat: int,
    rounds: int,
    variant: SearchVariant,
    weights: list[float],
    *,
    plain: bool = False,
    nodes: int = 1 << 40,
) -> Minimax:
    found = Minimax(state.dtype, int(state["seats"]), weights, variant, plain=plain)
    found.start(state, seat, rounds)
    return finished(found, nodes)


SIZES: dict[str, dict[str, Any]] = {
    "two seats": {"width": 5, "height": 5, "start": "cs221"},
    "stuck is out": {"width": 5, "height": 5, "start": "cs221", "end": "stuck"},
    "four seats": {"width": 6, "height": 6, "seats": 4},
}
SPACE = [1.0, 0, 0, 0, 0.25, 13.0, *[0] * 5]


class Reference:
    """The values and answers that are promised without cuts, by their definition."""

    def __init__(self, searching: int, rounds: int, variant: SearchVariant) -> None:
        self.searching = searching
        self.rounds = rounds
        self.variant = variant

    def order(self, state: State) -> list[int]:
        """The seats that move in a round, in this order."""
        seats = int(state["seats"])
        others = [(self.searching + ahead) % seats for ahead in range(1, seats)]
        own = [self.searching]
        return own + others if self.variant.order == "own-first" else others + own

    def round(self, state: State, played: int) -> tuple[float, set[int]]:
        return self.choice(state, self.order(state), played)

    def choice(self, state: State, left: list[int], played: int) -> tuple[float, set[int]]:
        """Value with these seats left to move in this round, and the own best first moves."""
        ended = not left
        if ended and played + 1 == self.rounds and self.variant.terminal_value is before_the_leaf:
            return self.evaluated(state), set()
        if is_over(state) or not is_living(state, self.searching):
            return self.evaluation(state), set()
        if ended and played + 1 == self.rounds:
            return self.evaluated(state), set()
        if ended:
            return self.round(state, played + 1)
        if not is_to_move(state, left[0]):
            return self.choice(state, left[1:], played)
        return self.best(state, left, played)

    def best(self, state: State, left: list[int], played: int) -> tuple[float, set[int]]:
        own, results = left[0] == self.searching, []
        for move in candidate_moves(state, left[0]) or [NO_MOVE]:
            after = copy_state(state)
            step_seat(after, left[0], move)
            value, answers = self.choice(after, left[1:], played)
            results.append((value, {move} if own and played == 0 else answers))
        if not own and self.variant.others == "random":
            return sum(value for value, _ in results) / len(results), set()
        value = (max if own else min)(value for value, _ in results)
        return value, set().union(*(answers for found, answers in results if found == value))

    def evaluated(self, state: State) -> float:
        return evaluate(state, self.searching, np.array(SPACE))

    def evaluation(self, state: State) -> float:
        result = utility(state, self.searching)
        return 100 * result if result > 0 else 200 * result


@kernel
def before_the_leaf(state: State, seat: int, mover: int, rounds: int, left: int) -> float:
    return np.nan if left == 0 else at_the_leaf(state, seat, mover, rounds, left)


@kernel
def at_the_leaf(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """Early results for these tests: a loss counts twice; above, not after the last round."""
    if not is_decided(state, seat):
        return np.nan
    result = utility(state, seat)
    return 100.0 * result if result > 0.0 else 200.0 * result


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("order", ["own-first", "others-first"])
@pytest.mark.parametrize("size", SIZES)
def test_value_and_moves_are_those_of_minimax(size: str, order: Any, seed: int) -> None:
    state = played(SIZES[size], seed, seed % 5)
    seat = next(seat for seat in range(seed % 2, 4) if is_living(state, seat))
    rounds = 1 + (seed == 2) if size == "four seats" else 1 + seed % 3
    for exact in EXACT[:2]:
        early_result = before_the_leaf if seed % 3 == 0 else at_the_leaf
        variant = SearchVariant("in-turns", order, exact=exact, terminal_value=early_result)
        found = search(state, seat, rounds, variant, SPACE)
        value, answers = Reference(seat, rounds, variant).round(state, 0)
        assert found.value == value
        assert set(found.best) == answers


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", SIZES)
def test_others_that_move_at_random_count_with_their_mean(size: str, seed: int) -> None:
    state = played(SIZES[size], seed, seed % 5)
    seat = next(seat for seat in range(seed % 2, 4) if is_living(state, seat))
    rounds = 1 if size == "four seats" else 1 + seed % 2
    variant = SearchVariant("in-turns", others="random", exact="values", terminal_value=at_the_leaf)
    found = search(state, seat, rounds, variant, SPACE)
    value, answers = Reference(seat, rounds, variant).round(state, 0)
    assert (found.value, set(found.best)) == (value, answers)


def test_unsound_search_variants_are_refused() -> None:
    for others in ("random", "max-n"):
        with pytest.raises(ValueError, match=f"exact=values with others={others}, got exact=best"):
            SearchVariant(others=others)
    with pytest.raises(ValueError, match=r"played=in-turns .* with order=others-first"):
        SearchVariant(order="others-first")


@pytest.mark.parametrize("order", ["own-first", "others-first"])
def test_all_cuts_find_the_same_value_and_first_move(order: Any) -> None:
    state = played({}, 5, 10)
    variants = [SearchVariant("in-turns", order, exact=exact) for exact in EXACT]
    values, best, first = (search(state, 0, 3, variant, SPACE) for variant in variants)
    assert len({(each.value, each.move) for each in (values, best, first)}) == 1
    assert values.nodes > max(best.nodes, first.nodes)


@pytest.mark.parametrize("nodes", [1, 7])
def test_slices_change_nothing(nodes: int) -> None:
    state = played({}, 3, 10)
    whole = search(state, 1, 3, SearchVariant("in-turns"), SPACE)
    sliced = search(state, 1, 3, SearchVariant("in-turns"), SPACE, nodes=nodes)
    assert summary(sliced) == summary(whole)


def test_plain_and_compiled_searches_agree() -> None:
    state = played(SIZES["two seats"], 2, 2)
    whole, plain = (
        search(state, 0, 2, SearchVariant("in-turns"), SPACE, plain=plain)
        for plain in (False, True)
    )
    assert summary(plain) == summary(whole)


def summary(found: Minimax) -> tuple[float, list[int], dict[int, float], int]:
    return found.value, found.best, found.values, found.nodes


CORRIDOR = """
    0.1
    xxx
    ...
"""


def test_the_first_mover_takes_the_last_cell() -> None:
    state = drawn(CORRIDOR)
    state["stuck_is_out"] = 1
    own = search(state, 0, 1, SearchVariant("in-turns"), SPACE)
    other = search(state, 0, 1, SearchVariant("in-turns", "others-first"), SPACE)
    assert (own.value, own.move) == (0, RIGHT)
    assert (other.value, other.move, other.values) == (0, NO_MOVE, {LEFT: 0})


@kernel
def rounds_left(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    return float(left) if is_decided(state, seat) else np.nan


def test_a_turn_that_ends_the_match_leaves_the_round_unfinished() -> None:
    state = drawn(CORRIDOR)
    state["stuck_is_out"] = 1
    found = search(
        state, 0, 1, SearchVariant("in-turns", terminal_value=rounds_left), SPACE, plain=True
    )
    assert (found.move, found.value) == (RIGHT, 1)


def test_only_considered_seats_move() -> None:
    state = played(SIZES["four seats"], 1, 0)
    found = Minimax(state.dtype, 4, SPACE, SearchVariant("in-turns", exact="values"))
    found.start(state, 0, 1, among=0b0001)
    moves = len(candidate_moves(state, 0))
    assert finished(found).nodes == moves
    found.start(state, 0, 1, among=0b0101)
    assert finished(found).nodes == moves + 16


def test_deepening_equals_searches_of_each_depth() -> None:
    state = played(SIZES["two seats"], 2, 2)
    found = Deepening(Minimax(state.dtype, 2, SPACE, SearchVariant("in-turns")))
    found.start(state, 0)
    for depth in range(1, 4):
        while not found.run(20):
            pass
        whole = search(state, 0, depth, SearchVariant("in-turns"), SPACE)
        assert (found.depth, found.value, found.move) == (depth, whole.value, whole.move)
    slices = 0
    while not found.is_exhausted:
        slices += 1
        found.run(1000)
    assert slices > 0
    assert found.value == 0 or abs(found.value) > DECISIVE / 2
