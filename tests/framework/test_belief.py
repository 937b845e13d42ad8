"""Beliefs: the true state is always among the possible states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hypothesis
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.belief import DEFAULT, Belief, BeliefOptions
from gridbots.errors import UnknownNameError
from gridbots.game import Game, is_living, is_over, is_to_move, observe, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio.belief_model import opening
from gridbots.games.paperio.state import FREE, OWNED
from gridbots.grid import NO_MOVE, index_of, offset
from gridbots.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import State

GAME = load_game("paperio")
FROZEN = BeliefOptions(memory="frozen")
JOINT_MOVES = st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), max_size=40)


@st.composite
def settings_of_games(draw: st.DrawFn) -> Any:
    seats = draw(st.integers(2, 6))
    return GAME.make_settings(
        {
            "size": draw(st.integers(9 if seats > 4 else 6, 11)),
            "seats": seats,
            "radius": draw(st.integers(0, 3)),
            "order": draw(st.sampled_from(["simultaneous", "alternating"])),
            "all_seeing": draw(st.sampled_from(["", "1"])),
        }
    )


def played(
    settings: Any, joint: Sequence[Sequence[int]], options: BeliefOptions = DEFAULT
) -> Iterator[tuple[State, list[Belief]]]:
    """The states of a match before each round, with a belief of each seat that has seen it."""
    state = GAME.setup(settings, 1)
    beliefs = [Belief(GAME, settings, seat, options) for seat in range(settings.seats)]
    for moves in joint:
        if is_over(state):
            return
        for seat, belief in enumerate(beliefs):
            if is_to_move(state, seat):
                belief.see(GAME.observation(state, seat))
        yield state, beliefs
        step(state, survivable(state, moves))


def survivable(state: State, moves: Sequence[int]) -> list[int]:
    """The moves, each turned right until it stays on the board and avoids the own trail."""
    return [_turned(state, seat, move) for seat, move in enumerate(moves[: state["seats"]])]


def _turned(state: State, seat: int, move: int) -> int:
    for direction in [(move + turn) % 4 for turn in range(4)]:
        there = state["heads"][seat] + offset(direction, state["stride"])
        if is_living(state, seat) and not (
            state["owners"][there] == 1 or state["trails"][there] >> seat & 1
        ):
            return direction
    return NO_MOVE


@given(settings_of_games(), JOINT_MOVES)
@hypothesis.settings(max_examples=30)
def test_every_head_is_in_one_of_its_possible_cells(settings: Any, joint: list[list[int]]) -> None:
    for state, beliefs in played(settings, joint):
        for seat, belief in enumerate(beliefs):
            if not is_to_move(state, seat):
                continue
            for other in range(settings.seats):
                places = belief.places[other]
                if is_living(state, other):
                    assert int(state["heads"][other]) in places
                    assert sum(places.values()) == pytest.approx(1)
                    assert min(places.values()) > 0
                else:
                    assert places == {}


@given(settings_of_games(), JOINT_MOVES)
@hypothesis.settings(max_examples=30)
def test_a_sampled_state_yields_the_observation(settings: Any, joint: list[list[int]]) -> None:
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, 1)
    for state, beliefs in played(settings, joint):
        for seat, belief in enumerate(beliefs):
            if is_to_move(state, seat):
                for guess in (belief.sample(generator), belief.likeliest()):
                    assert all(guess["heads"][: settings.seats][living(state)] >= 0)
                    observe(guess, seat)
                    assert guess.tobytes() == GAME.observation(state, seat).tobytes()


def living(state: State) -> list[bool]:
    return [is_living(state, seat) for seat in range(int(state["seats"]))]


@given(settings_of_games(), JOINT_MOVES)
@hypothesis.settings(max_examples=30)
def test_fully_trusted_cells_are_true(settings: Any, joint: list[list[int]]) -> None:
    """Visible cells have their true content in the memory."""
    for state, beliefs in played(settings, joint):
        for seat, belief in enumerate(beliefs):
            if is_to_move(state, seat):
                certain = np.flatnonzero(belief.confidence == 1)
                assert len(certain) > 0
                for name in ("owners", "trails"):
                    assert (belief.memory[name][certain] == state[name][certain]).all()


@given(settings_of_games(), JOINT_MOVES)
@hypothesis.settings(max_examples=30)
def test_a_seat_that_sees_everything_is_certain(settings: Any, joint: list[list[int]]) -> None:
    for state, beliefs in played(settings, joint):
        if settings.all_seeing and is_to_move(state, 1):
            assert beliefs[1].likeliest().tobytes() == GAME.observation(state, 1).tobytes()


@given(settings_of_games(), JOINT_MOVES)
@hypothesis.settings(max_examples=30)
def test_a_frozen_memory_holds_the_first_land_of_opponents_and_visible_cells(
    settings: Any, joint: list[list[int]]
) -> None:
    """Own land and trail are exact; trails of others are forgotten, heads stay where last seen."""
    start = opening(settings)
    heads = [start["heads"][: settings.seats].tolist() for _ in range(settings.seats)]
    for state, beliefs in played(settings, joint, FROZEN):
        for seat, belief in enumerate(beliefs):
            if not is_to_move(state, seat):
                continue
            seen, mine = GAME.observation(state, seat), OWNED + seat
            theirs_at_first = np.where(start["owners"] == mine, FREE, start["owners"])
            owners = np.where(state["owners"] == mine, mine, theirs_at_first)
            assert belief.memory["owners"].tolist() == owners.tolist()
            assert belief.memory["trails"].tolist() == seen["trails"].tolist()
            for other in range(settings.seats):
                if seen["heads"][other] >= 0:
                    heads[seat][other] = int(seen["heads"][other])
                known = {heads[seat][other]: 1.0} if is_living(state, other) else {}
                assert belief.places[other] == known


def test_land_that_was_seen_is_remembered_and_trusted_less_each_round() -> None:
    settings = GAME.make_settings({"size": 6})
    state = GAME.setup(settings, 1)
    belief = Belief(GAME, settings, 0, BeliefOptions(decay=0.5))
    corner = index_of(5, 5, 8)
    trust = []
    for _ in range(4):
        belief.see(GAME.observation(state, 0))
        trust.append(float(belief.confidence[corner]))
        assert belief.memory["owners"][corner] == state["owners"][corner]
        step(state, [state["rounds"] % 2 * 2, state["rounds"] % 2 * 2])
    assert trust == [1, 0.5, 0.25, 0.125]


def test_a_head_out_of_sight_spreads_over_what_it_can_reach() -> None:
    settings = GAME.make_settings({"radius": 1})
    state = GAME.setup(settings, 1)
    belief = Belief(GAME, settings, 0)
    spread = []
    for _ in range(3):
        belief.see(GAME.observation(state, 0))
        spread.append({divmod(cell - 10, 9): weight for cell, weight in belief.places[1].items()})
        step(state, [state["rounds"] % 2 * 2, state["rounds"] % 2 * 2])
    assert spread[0] == {(5, 5): 1.0}
    assert spread[1] == dict.fromkeys([(4, 5), (5, 6), (6, 5), (5, 4)], 0.25)
    assert len(spread[2]) == 7
    assert max(spread[2], key=lambda place: spread[2][place]) == (5, 5)


def test_equal_generators_draw_equal_states() -> None:
    settings = GAME.make_settings({"radius": 1})
    state = GAME.setup(settings, 1)
    belief = Belief(GAME, settings, 0)
    for _ in range(3):
        belief.see(GAME.observation(state, 0))
        step(state, [state["rounds"] % 2 * 2, state["rounds"] % 2 * 2])
    drawn = []
    for _ in range(2):
        generator = [0] * GENERATOR_SIZE
        seed_generator(generator, 5)
        drawn.append([belief.sample(generator).tobytes() for _ in range(200)])
    assert drawn[0] == drawn[1]
    heads = {int(np.frombuffer(each, state.dtype)["heads"][0][1]) for each in drawn[0]}
    assert heads == set(belief.places[1])


def test_a_game_that_hides_nothing_has_no_beliefs() -> None:
    game: Game = load_game("light-riders")
    with pytest.raises(UnknownNameError, match="hidden information"):
        Belief(game, game.make_settings(), 0)
