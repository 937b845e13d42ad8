"""Default evaluations: the lead in score, or roll-outs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from tests.bots.small_games import FOUR, FOUR_STATE, GAMBLE

from gridbots.game import State, Verbs, copy_state, is_over, new_state, step
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.kernel import Registered, compiled, kernel, register
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.evaluation import (
    MOST_LEAD,
    evaluation_of,
    say_what_stands_in,
    usual_evaluation,
)
from gridbots.search.iterative_deepening import alphabeta_dtype
from gridbots.search.minimax import EXPECTIMAX, Minimax, SearchVariant
from gridbots.search.ply_stack import DECISIVE
from gridbots.search.rollout import roll_out, rollout_dtype

if TYPE_CHECKING:
    from gridbots.search.evaluation import Evaluation

ROUNDS: Final = 6


@kernel
def race_step(state: State, moves: Any) -> None:
    """Each runs as many cells as its move."""
    for seat in range(2):
        state["cells"][seat] += moves[seat] + 1
    state["played"] += 1


@kernel
def dice_step(state: State, moves: Any) -> None:
    race_step(state, moves)
    for seat in range(2):
        state["cells"][seat] += below(state["generator"], 2)


@kernel
def race_accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  all may run
    return not is_over(state) and move < 3 - state["played"] % 2


@kernel
def race_is_over(state: State) -> bool:
    return bool(state["played"] >= ROUNDS)


@kernel
def race_utility(state: State, seat: int) -> float:
    ahead = state["cells"][seat] - state["cells"][1 - seat]
    return float(min(1, max(-1, ahead)))


@kernel
def race_score(state: State, seat: int) -> float:
    return float(state["cells"][seat])


def made(name: str, *, scored: bool, dice: bool = False) -> np.dtype[Any]:
    """The states of a race."""
    generator = [("generator", "i8", (GENERATOR_SIZE,))] if dice else []
    dtype = np.dtype([*generator, ("cells", "i8", (2,)), ("played", "i8"), (name, "i8")])
    verbs = Verbs(
        step=dice_step if dice else race_step,
        accepts=race_accepts,
        is_over=race_is_over,
        utility=race_utility,
        score=race_score if scored else None,
    )
    names = dtype.names or ()
    register(names, Registered(name, 3, verbs.complete(names), frozenset(verbs.own()), 0))
    return dtype


SCORED: Final = made("scored-race", scored=True)
BARE: Final = made("bare-race", scored=False)
DICE: Final = made("dice-race", scored=False, dice=True)


def position(dtype: np.dtype[Any], ahead: int = 0, played: int = 0) -> State:
    state: State = np.zeros(1, dtype)[0]
    state["cells"][0] = ahead
    state["played"] = played
    return state


def test_the_default_evaluation_is_the_lead_or_rollouts() -> None:
    assert [evaluation_of(each) for each in (SCORED, BARE, DICE)] == [
        "lead",
        "rollouts",
        "rollouts",
    ]
    assert evaluation_of(SCORED, "rollouts") == "rollouts"


@pytest.mark.parametrize(
    ("dtype", "wanted", "message"),
    [
        (SCORED, "features", "evaluation=lead or rollouts for scored-race"),
        (BARE, "lead", "evaluation=rollouts for bare-race, which has no scores"),
    ],
)
def test_a_missing_evaluation_is_refused(
    dtype: np.dtype[Any], wanted: Evaluation, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        AlphaBeta(dtype, 2, [], evaluation=wanted)
    with pytest.raises(ValueError, match=message):
        Minimax(dtype, 2, [], SearchVariant(evaluation=wanted))


@pytest.mark.parametrize("search", [AlphaBeta, Minimax])
def test_default_evaluations_take_no_weights(search: Any) -> None:
    with pytest.raises(ValueError, match="expected no weights with lead, got 1 weights"):
        search(SCORED, 2, [1.0])


def test_the_default_evaluation_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    for game in (GAMBLE, FOUR, load_game("snake")):
        say_what_stands_in(game, usual_evaluation(game))
    assert capsys.readouterr().err.splitlines() == [
        "gamble has no evaluation: the bot uses the lead in score",
        "four has no evaluation: the mean result of 8 random roll-outs is used",
    ]


def test_scores_known_only_at_the_end_are_no_evaluation() -> None:
    dtype = np.dtype([*FOUR_STATE.descr, ("scores", "i4", (2,))])

    def setup(settings: Any, seed: int) -> State:
        return new_state(dtype, settings, seed)

    silent = dataclasses.replace(FOUR, name="silent-four", state=dtype, setup=setup)
    assert evaluation_of(dtype) == "lead"
    assert usual_evaluation(silent) == "rollouts"


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_lead_is_the_own_score_minus_the_best_other_score(*, plain: bool) -> None:
    found = Minimax(SCORED, 2, [], SearchVariant(exact="values"), plain=plain)
    found.search(position(SCORED, 5), 0, 1)
    assert found.values == {0: 3.0, 1: 4.0, 2: 5.0}
    found.search(position(SCORED, 5), 1, 1)
    assert found.values == {0: -7.0, 1: -6.0, 2: -5.0}


def test_alone_the_lead_is_the_score() -> None:
    found = Minimax(SCORED, 1, [], plain=True)
    found.search(position(SCORED, 7), 0, 0)
    assert found.value == 7.0


@pytest.mark.parametrize("ahead", [10**9, -(10**9)])
def test_no_lead_equals_a_decided_value(ahead: int) -> None:
    found = AlphaBeta(SCORED, 2, [], plain=True)
    found.start(position(SCORED, ahead), 0)
    found.run(1000)
    assert abs(found.value) == MOST_LEAD < DECISIVE / 10


@pytest.mark.parametrize("dtype", [BARE, DICE], ids=["open", "dice"])
@pytest.mark.parametrize("ahead", [-20, 20])
def test_rollouts_predict_the_winner(dtype: np.dtype[Any], ahead: int) -> None:
    found = AlphaBeta(dtype, 2, [], plain=True)
    found.start(position(dtype, ahead), 0)
    found.run(1000)
    assert found.value == np.sign(ahead)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [BARE, DICE], ids=["open", "dice"])
def test_by_rollouts_a_search_is_the_same_in_slices_and_compiled(dtype: np.dtype[Any]) -> None:
    def outcome(*, slices: int, plain: bool) -> tuple[float, int, int]:
        found = AlphaBeta(dtype, 2, [], plain=plain)
        found.start(position(dtype, 1), 0)
        while not found.deepen(slices, 2):
            pass
        return found.value, found.move, found.nodes

    assert (
        outcome(slices=1000, plain=True)
        == outcome(slices=1, plain=True)
        == outcome(slices=7, plain=False)
    )


def test_expectimax_uses_default_evaluations() -> None:
    found = Minimax(BARE, 2, [], EXPECTIMAX, plain=True)
    found.search(position(BARE), 0, 1)
    assert found.values[2] > found.values[0]


@pytest.mark.parametrize("plain", [True, False])
def test_a_rollout_plays_to_the_end_or_the_round_limit(*, plain: bool) -> None:
    run = roll_out if plain else compiled(roll_out)
    rollouts, generator = np.zeros(1, rollout_dtype(DICE)), np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 3)
    rollouts["states"][0] = position(DICE)
    assert run(rollouts[0], 2, generator, 4) == 4
    assert run(rollouts[0], 2, generator, 4) == 2
    assert is_over(rollouts[0]["states"][0])


def test_rollouts_have_different_futures_where_the_game_draws() -> None:
    rollouts, generator = np.zeros(1, rollout_dtype(DICE)), np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 3)
    drawn = set()
    for _ in range(20):
        rollouts["states"][0] = position(DICE)
        roll_out(rollouts[0], 2, generator, 0)
        state = copy_state(rollouts[0]["states"][0])
        step(state, [0, 0])
        drawn.add(tuple(state["cells"].tolist()))
    assert drawn == {(1, 1), (1, 2), (2, 1), (2, 2)}


@pytest.mark.parametrize("dtype", [SCORED, BARE, DICE], ids=["scored", "bare", "dice"])
def test_all_numbers_of_a_search_are_aligned(dtype: np.dtype[Any]) -> None:
    """Compiled code assumes alignment and crashes without it."""

    def check(kind: np.dtype[Any], start: int) -> None:
        for field, offset, *_ in (kind.fields or {}).values():
            assert (start + offset) % min(8, field.base.alignment) == 0
            check(field.base, start + offset)

    made = alphabeta_dtype(dtype, 0)
    check(made, 0)
    offsets = {name: field[1] for name, field in made.fields.items()} if made.fields else {}
    for name in ("iteration", "ordering", "plies", "states"):
        assert offsets[name] % 8 == 0
