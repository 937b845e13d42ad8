"""Each law finds the game that breaks it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from msgspec import structs
from tests.shipped import example

from gridbots.errors import GridbotsError
from gridbots.game import Outcome, empty_state
from gridbots.pictures.frames import Mark
from gridbots.plugins import load_game
from gridbots.testing import ENVIRONMENT_LAWS, LAWS, Case, LawError
from gridbots.testing.laws import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame

RIDERS = load_game("light-riders")
SNAKES = load_game("multisnake")
HIDDEN = load_game("paperio")
assert HIDDEN.belief_model is not None
MODEL = HIDDEN.belief_model


def law(words: str) -> Callable[[Case], None]:
    return next(each for each in (*LAWS, *ENVIRONMENT_LAWS) if sentence(each) == words)


def without_scores(state: State) -> Outcome:
    return structs.replace(RIDERS.outcome(state), scores=())


def won_by_all(_state: State) -> Outcome:
    return Outcome(winner=0, places=(1, 1), scores=(0, 0))


CLOCK = itertools.count()


def setup_by_the_clock(settings: Any, _seed: int) -> State:
    return RIDERS.setup(settings, next(CLOCK))


def frame_off_the_board(state: State, previous: Frame | None) -> Frame:
    frame = RIDERS.frame(state, previous)
    return structs.replace(frame, marks=(*frame.marks, Mark(0, frame.columns, "block")))


def frame_of_a_stranger(state: State, previous: Frame | None) -> Frame:
    frame = RIDERS.frame(state, previous)
    return structs.replace(frame, marks=(*frame.marks, Mark(0, 0, "head", 2)))


class Wire:
    """The wire of Light Riders, except for the parts that a test replaces."""

    settings_lines = staticmethod(RIDERS.wire.settings_lines)
    updates = staticmethod(RIDERS.wire.updates)
    read_settings = staticmethod(RIDERS.wire.read_settings)
    read_updates = staticmethod(RIDERS.wire.read_updates)


class ForgetfulWire(Wire):
    @staticmethod
    def read_updates(previous: State | None, settings: Any, updates: Any) -> State:
        state = RIDERS.wire.read_updates(previous, settings, updates)
        state["rounds"] = 0
        return state


class BrittleWire(Wire):
    @staticmethod
    def read_updates(previous: State | None, settings: Any, updates: Any) -> State:
        assert len(updates["field"].split(",")) == settings.width * settings.height
        return RIDERS.wire.read_updates(previous, settings, updates)


class SilentWire(Wire):
    @staticmethod
    def settings_lines(settings: Any) -> list[bytes]:
        return RIDERS.wire.settings_lines(settings)[:1]


BROKEN: list[tuple[str, Game, str, str]] = [
    (
        "the opening follows from the seed",
        replace(RIDERS, setup=setup_by_the_clock),
        "the same seed again: expected ",
        "got ",
    ),
    ("chance is declared", replace(SNAKES, chance=False), "a game without chance", "got ["),
    (
        "an observation is the state with hidden parts blanked",
        replace(HIDDEN, hidden=False, belief_model=None),
        "without hidden information: expected ",
        "owners",
    ),
    ("the outcome is consistent", replace(RIDERS, outcome=without_scores), "scores", "got 0"),
    ("the outcome is consistent", replace(RIDERS, outcome=won_by_all), "winner by places", "got 0"),
    ("every round can be drawn", replace(RIDERS, frame=frame_off_the_board), "a block", "16 colum"),
    ("every round can be drawn", replace(RIDERS, frame=frame_of_a_stranger), "a head", "below 2"),
    (
        "a bot reads its observation from its lines",
        replace(RIDERS, wire=ForgetfulWire()),
        "round 1",
        "got",
    ),
    (
        "damaged lines are protocol errors",
        replace(RIDERS, wire=BrittleWire()),
        "lines",
        "Assertion",
    ),
    (
        "a belief includes the true state",
        replace(
            HIDDEN, belief_model=replace(MODEL, moves_between=lambda _before, _after, _: (0, 0))
        ),
        "the belief of seat",
        "got [",
    ),
    (
        "settings are read back from their lines",
        replace(RIDERS, wire=SilentWire()),
        "setting 'height' read from its line: expected 9",
        "got 16",
    ),
]


@pytest.mark.parametrize(("words", "game", "begins", "has"), BROKEN)
def test_a_broken_law_reports_the_expected_and_the_actual_value(
    words: str, game: Game, begins: str, has: str
) -> None:
    values = {"height": 9} if game.name == "light-riders" else {}
    with pytest.raises(LawError) as caught:
        law(words)(Case(game, game.make_settings(values), seed=1))
    message = str(caught.value)
    assert begins in message
    assert has in message
    assert "expected" in message
    assert len(message) < 800


def test_a_match_that_never_ends_breaks_a_law() -> None:
    game = load_game("snake")
    settings = game.make_settings({"reversal": "ignored"})
    endless = Case(game, settings, seed=1, most_rounds=3)
    with pytest.raises(LawError, match="round 3: expected the end of the match, got none"):
        law("a random match ends")(endless)
    law("a random match ends")(replace(endless, ends=False))


def test_an_environment_whose_copy_continues_otherwise_breaks_a_law() -> None:
    pig = example("pig")
    game = replace(pig, setup=lambda settings, _: pig.setup(settings, next(CLOCK)))
    case = Case(game, game.make_settings({"max_rounds": 2}), seed=1)
    with pytest.raises(
        LawError, match=r"environment of Gymnasium, step .* result of the copy: exp"
    ):
        law("environments ask for legal moves and continue in copies")(case)


def test_an_observation_outside_its_space_breaks_a_law() -> None:
    pig = example("pig")
    assert isinstance(pig.state, np.dtype)
    record = np.dtype([*pig.state.descr[:1], ("odds", "f8"), *pig.state.descr[1:]])

    def setup(settings: Any, seed: int) -> State:
        opening, state = pig.setup(settings, seed), empty_state(record)
        for name in opening.dtype.names or ():
            state[name] = opening[name]
        state["odds"] = np.nan
        return state

    game = replace(pig, name="odd", state=record, setup=setup)
    with pytest.raises(LawError, match="seat 0, odds: expected an element of Box"):
        law("observations of environments are in their spaces")(
            Case(game, game.make_settings(), seed=1)
        )


def test_settings_that_crash_break_a_law() -> None:
    def setup(settings: Any, seed: int) -> State:
        if seed < 0:
            raise IndexError(seed)
        return RIDERS.setup(settings, seed)

    game = replace(RIDERS, setup=setup)
    with pytest.raises(LawError, match=r"setup with settings .*: expected an opening, got IndexEr"):
        law("settings are checked")(Case(game, game.make_settings(), seed=1))
    assert not issubclass(LawError, GridbotsError)
