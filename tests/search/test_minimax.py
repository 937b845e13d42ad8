"""Minimax and expectimax to a fixed depth, against plain recursion written here."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from msgspec.structs import replace
from tests.search.boards import candidate_moves, played

from gridbots.game import (
    Verbs,
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    step,
    step_seat,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.kernel import Registered, kernel, register
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.minimax import EXACT, EXPECTIMAX, Minimax, SearchVariant
from gridbots.search.ply_stack import DECISIVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.space import Array

Values = dict[int, float]

NIM: Final = np.dtype(
    [("taken", "i8", (3,)), ("heap", "i8"), ("nim_seats", "i8"), ("nim_rounds", "i8")]
)
"""A game for these tests: seats take one to three matches from a heap, or, together, four each."""
FOUR: Final = 3
"""The move that takes four; only while the heap is large."""


@kernel
def nim_legal(state: State, seat: int, mask: Any) -> int:
    count = 0
    for move in range(4):
        enough = state["heap"] > move + (10 if move == FOUR else 0)
        mask[move] = enough and state["taken"][seat] < 9
        count += mask[move]
    return count


@kernel
def nim_turn(state: State, seat: int, move: int) -> None:
    if move != NO_MOVE:
        state["taken"][seat] += move + 1
        state["heap"] -= move + 1


@kernel
def nim_step(state: State, moves: Any) -> None:
    for seat in range(state["nim_seats"]):
        nim_turn(state, seat, moves[seat])
    state["nim_rounds"] += 1


@kernel
def nim_is_over(state: State) -> bool:
    return bool(state["heap"] <= 0)


@kernel
def nim_utility(state: State, seat: int) -> float:
    return float(state["taken"][seat] % 3 - 1)


@kernel
def nim_evaluate(state: State, seat: int, weights: Any) -> float:
    other = (seat + 1) % state["nim_seats"]
    return float(weights[0] * state["taken"][seat] - weights[1] * state["taken"][other])


NIM_VERBS: Final = Verbs(
    step=nim_step,
    step_seat=nim_turn,
    legal=nim_legal,
    is_over=nim_is_over,
    utility=nim_utility,
    evaluate=nim_evaluate,
)
NIM_FIELDS: Final = NIM.names or ()
register(
    NIM_FIELDS,
    Registered("nim", 4, NIM_VERBS.complete(NIM_FIELDS), frozenset(NIM_VERBS.own()), 2),
)

NIM_WEIGHTS: Final = np.array([1.0, 0.4])


def heap_of(size: int, seats: int) -> State:
    state = np.zeros(1, NIM)[0]
    state["heap"], state["nim_seats"] = size, seats
    return state


class Definition:
    """The values that the search promises, by its definition."""

    def __init__(
        self, weights: Array, seats: int, seat: int, *, in_turns: bool, among: int = -1
    ) -> None:
        self.weights, self.seats, self.seat = weights, seats, seat
        self.in_turns, self.among = in_turns, among
        self.others: Callable[[list[float]], float] = mean

    def value(self, state: State, limit: int, rounds: int = 0) -> float:
        if is_over(state) or not is_living(state, self.seat):
            return utility(state, self.seat) * (DECISIVE - rounds)
        if rounds == limit:
            return evaluate(state, self.seat, self.weights)
        return self.best(list(self.moves(state, limit, rounds).values()), self.first(state))

    def best(self, values: list[float], chooser: int) -> float:
        return max(values) if chooser == self.seat else self.others(values)

    def cyclic(self) -> list[int]:
        return [(self.seat + each) % self.seats for each in range(self.seats)]

    def choosers(self, state: State) -> list[int]:
        return [
            seat for seat in self.cyclic() if self.among >> seat & 1 and is_to_move(state, seat)
        ]

    def first(self, state: State) -> int:
        return self.choosers(state)[0]

    def moves(self, state: State, limit: int, rounds: int = 0) -> Values:
        """The values of the moves of the seat that chooses first."""
        choosers = self.choosers(state)
        if self.in_turns:
            return self.turns(state, choosers[0], limit, rounds)
        return self.choices(state, choosers, [NO_MOVE] * self.seats, limit, rounds)

    def choices(
        self, state: State, choosers: list[int], joint: list[int], limit: int, rounds: int
    ) -> Values:
        found = {}
        for move in candidate_moves(state, choosers[0]) or [NO_MOVE]:
            chosen = joint.copy()
            chosen[choosers[0]] = move
            if len(choosers) > 1:
                following = self.choices(state, choosers[1:], chosen, limit, rounds)
                found[move] = self.best(list(following.values()), choosers[1])
            else:
                after = copy_state(state)
                step(after, chosen)
                found[move] = self.value(after, limit, rounds + 1)
        return found

    def turns(self, state: State, seat: int, limit: int, rounds: int) -> Values:
        found = {}
        for move in candidate_moves(state, seat) or [NO_MOVE]:
            after = copy_state(state)
            step_seat(after, seat, move)
            later = self.cyclic()[self.cyclic().index(seat) + 1 :]
            left = [each for each in later if each in self.choosers(after)]
            if is_over(after) or not is_living(after, self.seat):
                found[move] = utility(after, self.seat) * (DECISIVE - rounds - (not left))
            elif left:
                following = self.turns(after, left[0], limit, rounds)
                found[move] = self.best(list(following.values()), left[0])
            else:
                found[move] = self.value(after, limit, rounds + 1)
        return found


def mean(values: list[float]) -> float:
    # Not sum(): from Python 3.12 on it rounds otherwise.
    return functools.reduce(float.__add__, values, 0.0) / len(values)


def check(
    search: Minimax, variant: SearchVariant, definition: Definition, state: State, limit: int
) -> None:
    """A search finds the values by definition, or at least the best of them."""
    definition.others = mean if variant.others == "random" else min
    expected = definition.moves(state, limit)
    search.search(state, definition.seat, limit, definition.among)
    highest = max(expected.values())
    if variant.exact == "values":
        assert search.values == expected
    assert search.value == highest
    assert search.best == [move for move, value in expected.items() if value == highest]
    assert all(search.values[move] >= expected[move] for move in expected)


MANNERS: Final = [
    pytest.param(SearchVariant(), id="minimax"),
    pytest.param(EXPECTIMAX, id="expectimax"),
]
POSITIONS: Final[dict[str, tuple[str, dict[str, Any], int, int]]] = {
    # name: game, settings, random rounds at most, depth
    "riders": ("light-riders", {"width": 5, "height": 5, "start": "cs221"}, 4, 2),
    "four riders": ("light-riders", {"width": 6, "height": 6, "seats": 4}, 3, 1),
    "land": ("paperio", {"size": 6}, 25, 1),
    "land in turns": ("paperio", {"size": 6, "order": "alternating"}, 40, 3),
    "land, three in turns": ("paperio", {"size": 7, "seats": 3, "order": "alternating"}, 60, 3),
    "land, time nearly up": ("paperio", {"order": "alternating", "max_rounds": 22}, 20, 3),
    "snakes": ("multisnake", {"size": 12, "candy_rate": 20}, 40, 1),
}


@pytest.mark.parametrize("variant", MANNERS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", POSITIONS)
def test_values_are_those_of_the_definition(name: str, seed: int, variant: SearchVariant) -> None:
    game_name, settings, rounds, depth = POSITIONS[name]
    game = load_game(game_name)
    weights = np.linspace(-0.7, 1.3, len(game.features))
    state = played(settings, seed, rounds - seed, game)
    seats = int(state["seats"])
    search = Minimax(state.dtype, seats, weights.tolist(), variant, plain=True)
    for seat in range(seats):
        if is_to_move(state, seat):
            check(search, variant, Definition(weights, seats, seat, in_turns=False), state, depth)


@pytest.mark.parametrize("variant", MANNERS)
@pytest.mark.parametrize("in_turns", [False, True], ids=["together", "in turns"])
@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("size", [6, 9, 20])
def test_values_agree_with_simultaneous_and_sequential_moves(
    size: int,
    seats: int,
    in_turns: bool,  # noqa: FBT001  of the parametrization
    variant: SearchVariant,
) -> None:
    variant = replace(variant, played="in-turns" if in_turns else "in-rounds")
    search = Minimax(NIM, seats, NIM_WEIGHTS.tolist(), variant, plain=True)
    seat = size % seats
    for among in {-1, 1 << seat, 1 << seat | 1}:
        definition = Definition(NIM_WEIGHTS, seats, seat, in_turns=in_turns, among=among)
        check(
            search, variant, definition, heap_of(size, seats), 3 if seats < 3 else 1 + (size < 10)
        )


@pytest.mark.slow  # it compiles searches of its own
@pytest.mark.parametrize("variant", MANNERS)
def test_compiled_it_finds_the_same_with_the_same_nodes(variant: SearchVariant) -> None:
    game = load_game("paperio")
    weights = np.linspace(-0.7, 1.3, len(game.features)).tolist()
    state = played({"size": 6}, 5, 20, game)
    plain, fast = (Minimax(state.dtype, 2, weights, variant, plain=flag) for flag in (True, False))
    for search in (plain, fast):
        search.search(state, 1, 2)
    assert (plain.values, plain.nodes) == (fast.values, fast.nodes)


@pytest.mark.parametrize("nodes", [1, 7])
@pytest.mark.parametrize("variant", MANNERS)
def test_slices_change_nothing(variant: SearchVariant, nodes: int) -> None:
    variant = replace(variant, played="in-turns")
    whole, sliced = (Minimax(NIM, 2, [1.0, 0.4], variant, plain=True) for _ in range(2))
    whole.search(heap_of(14, 2), 1, 2)
    sliced.start(heap_of(14, 2), 1, 2)
    while not sliced.run(nodes):
        assert set(sliced.best) <= set(sliced.values)
    assert (whole.values, whole.nodes) == (sliced.values, sliced.nodes)


def test_cuts_save_nodes_and_keep_all_best_moves() -> None:
    values, best, first = (
        Minimax(NIM, 2, [1.0, 1.0], SearchVariant(exact=exact), plain=True) for exact in EXACT
    )
    for search in (first, best, values):
        search.search(heap_of(60, 2), 0, 3)
    assert values.nodes > max(best.nodes, first.nodes)
    assert best.best == values.best
    assert (first.value, first.move) == (values.value, values.move)
    definition = Definition(np.ones(2), 2, 0, in_turns=False)
    check(values, SearchVariant(exact="values"), definition, heap_of(60, 2), 3)


@pytest.mark.slow
def test_it_agrees_with_alpha_beta() -> None:
    game = load_game("paperio")
    weights = np.linspace(-0.7, 1.3, len(game.features)).tolist()
    for seed in range(10):
        state = played({"order": "alternating"}, seed, 20, game)
        seat = int(state["mover"])
        deep, fixed = AlphaBeta(state.dtype, 2, weights), Minimax(state.dtype, 2, weights)
        deep.start(state, seat)
        while deep.depth < 5:
            deep.run(10**6)
        fixed.search(state, seat, 5)
        assert fixed.value == deep.value
        assert deep.move in fixed.best


def test_moves_are_tried_in_the_order_given() -> None:
    variant = replace(EXPECTIMAX, preference=(2, 0, 1, 3))
    search = Minimax(NIM, 2, [0.0, 0.0], variant, plain=True)
    search.search(heap_of(50, 2), 0, 1)
    assert list(search.values) == search.best == [2, 0, 1, 3]


@kernel
def whose_heap(state: State, seat: int, mover: int, rounds: int, left: int) -> float:
    """An early result for these tests: the seat to choose before an odd heap has lost."""
    if left == 0 or state["heap"] % 2 == 0 or rounds == 0:
        return np.nan
    return -np.inf if mover == seat else np.inf


def test_an_early_result_precedes_evaluation_and_depends_on_the_seat_to_choose() -> None:
    variant = SearchVariant("in-turns", exact="values", terminal_value=whose_heap)
    search = Minimax(NIM, 2, [1.0, 0.0], variant, plain=True)
    search.search(heap_of(50, 2), 0, 2)
    # The other takes two, or it stands before an even heap after our move of two or four.
    assert search.values == {0: -math.inf, 1: -math.inf, 2: -math.inf, 3: -math.inf}
    search.search(heap_of(51, 2), 0, 1)
    assert search.values == {0: 1.0, 1: 2.0, 2: 3.0, 3: 4.0}


def test_infinite_values_of_both_signs_average_to_minus_infinity() -> None:
    variant = replace(EXPECTIMAX, terminal_value=both_infinities)
    search = Minimax(NIM, 2, [0.0, 0.0], variant, plain=True)
    search.search(heap_of(50, 2), 0, 1)
    assert search.values == dict.fromkeys(range(4), -math.inf)


@kernel
def both_infinities(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    return np.nan if left else (np.inf if state["heap"] % 2 else -np.inf)


def test_a_decided_root_has_a_value_and_no_moves() -> None:
    search = Minimax(NIM, 2, [0.0, 0.0], EXPECTIMAX, plain=True)
    search.search(heap_of(0, 2), 0, 1)
    assert search.value == -DECISIVE
    assert search.values == {}
    assert search.best == []


def test_a_game_without_turns_is_refused() -> None:
    state = played({}, 1, 1, load_game("paperio"))
    with pytest.raises(ValueError, match="the verb step_seat"):
        Minimax(state.dtype, 2, [0.0], SearchVariant("in-turns"))


def test_a_search_that_is_too_deep_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 128 rounds"):
        Minimax(NIM, 2, [0.0, 0.0], plain=True).start(heap_of(9, 2), 0, 129)
