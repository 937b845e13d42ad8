"""beam: beam search in Multiplayer Snake against modelled opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.games.test_multisnake_laws import drawn
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots import NO_MOVE
from gridbots.bot.runner import make_policy
from gridbots.game import is_living, step
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.state import EMPTY
from gridbots.grid import DOWN, LEFT, RIGHT, UP, index_of
from gridbots.plugins import load_bot
from gridbots.vector import Fitting, fitted, generators_for, memories_of, play_matches
from gridbots_minimax.beam.beam_search import beam_dtype, is_known
from gridbots_minimax.beam.decision import plan_of
from gridbots_minimax.beam.evaluation import candy_value, free_space
from gridbots_minimax.beam.opponents import (
    CONTESTED,
    MEMORY,
    NEAREST,
    STRAIGHT,
    confidence_in,
    model_of,
    observe,
    predicted_move,
)
from gridbots_minimax.beam.options import Options

if TYPE_CHECKING:
    from gridbots.game import State

POSITIONS = kept("multisnake_agents.jsonl")
MODELLED = {NEAREST: "smart-greedy", CONTESTED: "opportunist"}


def policy(name: str, **options: object) -> Any:
    words = {key: str(value) for key, value in options.items()}
    return make_policy(load_bot(name), name, GAME, words)


def chosen(state: State, seat: int = 0, **options: object) -> int:
    """The decision in the first position of a match."""
    act = fitted(policy("beam", **options), state.dtype)
    generator = generators_for(np.array([1], np.uint64))[0]
    return int(act.choose(state, seat, generator, memories_of(act, 1)[0]))


def evaluation_of(state: State, **options: float) -> Any:
    return plan_of(Options(**options), state.dtype)["search"][0]["evaluation"][0]  # type: ignore[arg-type]


def test_it_sees_that_the_longer_way_has_more_candies() -> None:
    """The nearest candy leads away from three that lie together."""
    state = drawn(
        """
        .+..ba.***..
        ............
        ............
        ............
        ............
        ............
        ..........BA
        """
    )
    assert chosen(state) == RIGHT


def test_it_avoids_confined_space() -> None:
    state = drawn(
        """
        *.abcdef
        DC......
        EB......
        FA......
        """
    )
    assert chosen(state, confinement_penalty=0, death_penalty=0) == LEFT
    assert chosen(state, depth=1) == DOWN


def test_a_snake_without_a_legal_move_does_not_move() -> None:
    state = drawn(
        """
        adeAB
        bcf..
        .hg..
        """
    )
    assert chosen(state) == NO_MOVE


def test_it_collects_candies_on_the_way_to_a_win() -> None:
    """The other snake has no way out: the match ends with this move."""
    state = drawn(
        """
        AB....*..
        DC...ba+.
        E........
        """
    )
    assert chosen(state, model="nearest") == UP


def test_it_is_cautious_of_heads_that_it_does_not_know_yet() -> None:
    state = drawn(
        """
        ...b.....
        ...a.....
        ...*.....
        ...A+....
        ...B.....
        """
    )
    assert chosen(state, depth=1, model="nearest", collision_penalty=0) == DOWN
    assert chosen(state, depth=1, model="nearest", collision_penalty=50) != DOWN


def test_it_avoids_a_tail_that_may_stay() -> None:
    """The prediction is straight on; the candy beside the other head would make that snake grow."""
    board = """
        ...*..+..
        ...DCBA..
        ..ba.....
        """
    assert chosen(drawn(board, points=(6, 14)), depth=1, model="straight") != UP
    assert chosen(drawn(board, points=(6, 13)), depth=1, model="straight") == UP


@pytest.mark.parametrize("model", sorted(MODELLED))
def test_models_move_like_their_bots(model: int) -> None:
    act = policy(MODELLED[model], ties="first")
    generator = generators_for(np.array([1], np.uint64))[0]
    for position in POSITIONS[:40]:
        state = state_of(position)
        for seat in range(int(state["seats"])):
            if is_living(state, seat):
                assert predicted_move(state, seat, model) == act(state, seat, generator)


def test_the_model_of_a_seat_has_the_fewest_mistakes() -> None:
    settings = GAME.make_settings({"size": 20, "seats": 3})
    state, memory = GAME.setup(settings, 3), np.zeros(1, MEMORY)[0]
    generator = generators_for(np.array([1], np.uint64))[0]
    act = {1: policy("smart-greedy"), 2: policy("opportunist")}
    for _ in range(25):
        observe(memory, state, 0)
        moves = [predicted_move(state, 0, CONTESTED)]
        step(state, [*moves, *(act[seat](state, seat, generator) for seat in (1, 2))])
    assert [model_of(memory, seat) for seat in (1, 2)] == [NEAREST, CONTESTED]
    assert confidence_in(memory, 1, NEAREST) > confidence_in(memory, 1, STRAIGHT)


def test_candies_that_others_reach_sooner_have_less_value() -> None:
    state = drawn("ba..+.......\n..........BA")
    near = drawn("ba..+AB.....")
    values = [
        candy_value(evaluation_of(each, candy_sum_weight=0.0), each, 0) for each in (state, near)
    ]
    assert values == pytest.approx([0.92**3, 0.92**3 / 2])


def test_free_space_is_counted_up_to_the_needed_cells() -> None:
    state = drawn(
        """
        ...cde
        ...b.f
        ...a.g
        BA...h
        """
    )
    plan = evaluation_of(state)
    corner = index_of(0, 0, int(state["stride"]))
    assert state["cells"][corner] == EMPTY
    assert free_space(plan, state, corner, 5) == 5
    assert free_space(plan, state, corner, 1000) == 133


def test_lines_to_the_same_head_neck_and_points_are_one() -> None:
    state = drawn("ba......\n......BA")
    search = np.zeros(1, beam_dtype(state.dtype, 2))[0]
    for child in range(2):
        search["states"][0, child] = state
    assert is_known(search, 0, 1, 1, 0)
    search["states"][0, 1]["points"][0] += 1
    assert not is_known(search, 0, 1, 1, 0)


def test_it_has_a_policy_for_any_size_of_record() -> None:
    act = policy("beam")
    assert isinstance(act, Fitting)
    for seats, size in ((2, 12), (16, 48)):
        state = GAME.setup(GAME.make_settings({"seats": seats, "size": size}), 1)
        assert chosen(state, depth=2) in {UP, RIGHT, DOWN, LEFT}


@pytest.mark.slow
def test_it_beats_the_published_hunters_nine_times_in_ten() -> None:
    settings = GAME.make_settings({"seats": 3})
    players = [policy("beam"), policy("smart-greedy"), policy("opportunist")]
    outcomes = play_matches(GAME, settings, players, 60, seed=900)
    won = (outcomes.places[:, 0] == 1) & ((outcomes.places == 1).sum(axis=1) == 1)
    assert won.mean() >= 0.9
    assert outcomes.scores[:, 0].mean() >= 95


@pytest.mark.slow
def test_compiled_it_decides_as_plain() -> None:
    settings = GAME.make_settings({"size": 12, "seats": 3, "max_rounds": 12})
    players = [
        policy("beam", depth=4),
        policy("beam", depth=3),
        policy("opportunist", ties="first"),
    ]
    plain, compiled = (
        play_matches(GAME, settings, players, 3, seed=5, plain=each) for each in (True, False)
    )
    for before, after in zip(plain, compiled, strict=True):
        assert (before == after).all()
