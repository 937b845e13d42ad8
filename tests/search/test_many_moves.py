"""Searches of games with any number of moves, against a plain minimax; their limits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from gridbots.game import State, Verbs, copy_state, evaluate, is_over, legal, move_count, step
from gridbots.kernel import Registered, kernel, register
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.minimax import Minimax, SearchVariant

ROUNDS: Final = 3
WEIGHTS: Final = [1.0, 0.5]


@kernel
def claim_step(state: State, moves: Any) -> None:
    """Each seat gains the value of its move, which depends on earlier moves."""
    for seat in range(2):
        gain = (moves[seat] + 1) * (5 + 2 * state["total"]) % 101
        state["gains"][seat] += gain
    state["total"] = (state["total"] + 3 * moves[0] + 7 * moves[1]) % 11
    state["played"] += 1


@kernel
def claim_legal(state: State, seat: int, mask: Any) -> int:
    """One move in three, and always the last."""
    count = 0
    for move in range(move_count(state)):
        allowed = (move + state["total"] + seat) % 3 == 0 or move == move_count(state) - 1
        mask[move] = allowed and state["played"] < ROUNDS
        count += mask[move]
    return count


@kernel
def claim_is_over(state: State) -> bool:
    return bool(state["played"] >= ROUNDS)


@kernel
def claim_utility(state: State, seat: int) -> float:
    ahead = state["gains"][seat] - state["gains"][1 - seat]
    return float(min(1, max(-1, ahead)))


@kernel
def claim_evaluate(state: State, seat: int, weights: Any) -> float:
    return float(weights[0] * state["gains"][seat] - weights[1] * state["gains"][1 - seat])


def made(moves: int) -> np.dtype[Any]:
    """The states of a game with a given number of moves."""
    name = f"claim-{moves}"
    fields = [("gains", "i8", (2,)), ("total", "i8"), ("played", "i8"), (name, "i8")]
    dtype = np.dtype(fields)
    verbs = Verbs(
        step=claim_step,
        legal=claim_legal,
        is_over=claim_is_over,
        utility=claim_utility,
        evaluate=claim_evaluate,
    )
    names = dtype.names or ()
    game = Registered(name, moves, verbs.complete(names), frozenset(verbs.own()), 2)
    register(names, game)
    return dtype


GAMES: Final = {moves: made(moves) for moves in (3, 12, 20, 64, 100)}


def opening(dtype: np.dtype[Any], total: int = 0) -> State:
    state: State = np.zeros(1, dtype)[0]
    state["total"] = total
    return state


def moves_in(state: State, seat: int) -> list[int]:
    mask = np.zeros(move_count(state), np.uint8)
    legal(state, seat, mask)
    return np.flatnonzero(mask).tolist()


def values_of(state: State, seat: int, depth: int) -> dict[int, float]:
    """The value of each own move against the worst reply: minimax by its definition."""
    return {
        own: min(value_of(after(state, seat, own, other), seat, depth - 1)
                 for other in moves_in(state, 1 - seat))
        for own in moves_in(state, seat)
    }  # fmt: skip


def after(state: State, seat: int, own: int, other: int) -> State:
    following = copy_state(state)
    step(following, [own, other] if seat == 0 else [other, own])
    return following


def value_of(state: State, seat: int, depth: int) -> float:
    if depth == 0 and not is_over(state):
        return evaluate(state, seat, np.array(WEIGHTS))
    return max(values_of(state, seat, depth).values())


@pytest.mark.parametrize(
    ("moves", "plain"),
    [
        pytest.param(
            moves,
            plain,
            id=f"{moves}-{'plain' if plain else 'compiled'}",
            marks=[pytest.mark.slow] * (not plain),  # each takes seconds to compile
        )
        for moves in GAMES
        for plain in (True, False)
    ],
)
def test_games_of_any_number_of_moves_are_searched_whole(moves: int, *, plain: bool) -> None:
    state, seat = opening(GAMES[moves], moves % 5), moves % 2
    expected = values_of(state, seat, 1)
    highest = max(expected.values())
    every = Minimax(state.dtype, 2, WEIGHTS, SearchVariant(exact="values"), plain=plain)
    every.search(state, seat, 1)
    assert every.values == expected
    found = AlphaBeta(state.dtype, 2, WEIGHTS, plain=plain)
    found.start(state, seat)
    assert found.run(1 << 30)
    assert (found.value, expected[found.move]) == (highest, highest)


@pytest.mark.parametrize("moves", [3, 12])
def test_games_of_any_number_of_moves_are_searched_deeper(moves: int) -> None:
    state = opening(GAMES[moves], 4)
    found = AlphaBeta(state.dtype, 2, WEIGHTS, transpositions=True, plain=True)
    found.start(state, 1)
    found.deepen(1 << 30, 2)
    fixed = Minimax(state.dtype, 2, WEIGHTS, plain=True)
    fixed.search(state, 1, 2)
    expected = values_of(state, 1, 2)
    assert found.value == fixed.value == max(expected.values())
    assert fixed.best == [move for move, value in expected.items() if value == found.value]
    (joint,) = fixed.pv()
    assert joint[0] in moves_in(state, 0)


def test_more_moves_than_can_be_kept_in_order_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 250 moves, got claim-251 with 251"):
        AlphaBeta(made(251), 2, WEIGHTS)


@pytest.mark.parametrize("search", [AlphaBeta, Minimax])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_weights_that_are_not_one_for_each_feature_are_refused(search: Any, count: int) -> None:
    with pytest.raises(ValueError, match=f"each of the 2 features of claim-12, got {count}"):
        search(GAMES[12], 2, [1.0] * count)


@pytest.mark.parametrize("search", [AlphaBeta, Minimax])
@pytest.mark.parametrize("seats", [0, 17])
def test_more_seats_than_a_search_supports_are_refused(search: Any, seats: int) -> None:
    with pytest.raises(ValueError, match=f"expected 1 to 16 seats, got {seats}"):
        search(GAMES[12], seats, WEIGHTS)


def test_states_of_another_type_and_seats_that_are_not_there_are_refused() -> None:
    game = load_game("light-riders")
    other = game.setup(game.make_settings(), 1)
    deep = AlphaBeta(GAMES[12], 2, WEIGHTS, plain=True)
    fixed = Minimax(GAMES[12], 2, WEIGHTS, plain=True)
    with pytest.raises(ValueError, match="expected a state of the type"):
        deep.start(other, 0)
    with pytest.raises(ValueError, match="expected a state of the type"):
        fixed.start(other, 0, 1)
    with pytest.raises(ValueError, match="expected a seat from 0 to 1, got 2"):
        deep.start(opening(GAMES[12]), 2)
    with pytest.raises(ValueError, match="among the seats that choose"):
        fixed.start(opening(GAMES[12]), 0, 1, among=0b10)


def test_invalid_search_variants_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected moves from 0 to 2, got \(0, 3\)"):
        Minimax(GAMES[3], 2, WEIGHTS, SearchVariant(preference=(0, 3)))


def test_no_iteration_exceeds_the_depth_limit() -> None:
    found = AlphaBeta(GAMES[3], 16, WEIGHTS, plain=True)
    assert found.deepest == 32
    found._iteration["limit"] = found.deepest
    with pytest.raises(ValueError, match="32 rounds ahead and has"):
        found.run(1)
