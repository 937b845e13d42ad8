"""A descriptor is checked when it is made; errors name game, expected and actual value."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

import msgspec
import numpy as np
import pytest

from gridbots.errors import PluginError
from gridbots.game import (
    Game,
    Verbs,
    accepts,
    candidates,
    is_living,
    is_to_move,
    legal,
    margin,
    observe,
)
from gridbots.game import utility as how_it_went
from gridbots.game.check import ENVIRONMENT_OPTIONS
from gridbots.games.light_riders import GAME
from gridbots.kernel import Registered, kernel, register
from gridbots.settings import Settings


class Needy(Settings, frozen=True):
    side: int


LEARNT: Any = msgspec.defstruct("Learnt", [("reward", int, 1)], bases=(GAME.settings,), frozen=True)


@kernel
def returns_nothing(_state: Any, _seat: int, _mask: Any) -> None:
    pass


def takes_three(_state: Any, _seat: int, _mask: Any) -> int:
    return 0


def changed(**parts: Any) -> None:
    dataclasses.replace(GAME, **parts)


def verbs(**parts: Any) -> dict[str, Any]:
    return {"verbs": dataclasses.replace(GAME.verbs, **parts)}


def record(*fields: Any) -> dict[str, Any]:
    return {"state": np.dtype([*fields])}


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"moves": ()}, "words for the moves, got"),
        ({"moves": ("Up", "down")}, "words in lower case without blanks .* got 'Up'"),
        ({"moves": ("go up", "down")}, "words in lower case without blanks .* got 'go up'"),
        ({"moves": ("up", "down", "up")}, "each word once .* got 'up' 2 times"),
        ({"moves": ("up", "pass")}, "each word once among moves and passes, got 'pass' 2 times"),
        ({"passes": ()}, "a word for no move"),
        ({"weights": {"chain": 1.0, "lust": 2.0}}, "weights of features, got 'lust'"),
        ({"settings": dict}, "a subclass of Settings as settings, got <class 'dict'>"),
        ({"settings": Needy}, "a default for every setting, got none for 'side'"),
        ({"state": "cells"}, "state to make a type of record .*, got TypeError"),
        ({"state": np.dtype("i4")}, "a numpy record type as state"),
        (record(("round", "i4")), "no field named as an attribute of numpy scalars, got 'round'"),
        (record(("flag", "u1"), ("large", "i8")), "'large', of 8 bytes each, at 1"),
        (record(("thing", "O")), "a record of numbers"),
        (verbs(legal=None, accepts=None), "the verb legal or accepts, got neither"),
        (verbs(step=takes_three), "a function of 2 arguments as step, got takes_three \\("),
        (verbs(step=4), "a function as step, got 4"),
        (verbs(legal=takes_three), "a function marked @kernel as legal"),
        (verbs(legal=returns_nothing), "legal to return a value, got no return in returns_nothing"),
        ({"settings": LEARNT}, "settings whose names environments do not use, got 'reward'"),
        ({"seats": lambda _settings: 2.0}, "a whole number of seats, 1 or more, from seats"),
        ({"verbs": {}}, "Verbs as verbs"),
        ({"setup": lambda _settings: None}, "a function of 2 arguments as setup, got <lambda>"),
        ({"features": ()}, "feature names if and only if the game has the verb evaluate"),
        (verbs(evaluate=None), "feature names if and only if the game has the verb evaluate"),
        ({"belief_model": object()}, "hidden=True with a belief model, got hidden=False"),
    ],
)  # fmt: skip
def test_an_unsuitable_part_is_reported(parts: dict[str, Any], error: str) -> None:
    with pytest.raises(PluginError, match=f"game 'light-riders': expected .*{error}"):
        changed(**parts)


def test_another_game_with_the_same_record_is_reported() -> None:
    with pytest.raises(PluginError, match="the games 'light-riders' and 'other' have records"):
        changed(name="other")


def test_a_game_can_be_created_again() -> None:
    changed(title="Light Riders", summary="in other words")


@kernel
def one_too_many(_state: Any, _seat: int, mask: Any) -> int:
    mask[:2] = 1
    return 3


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        (
            {"setup": lambda _settings, _seed: 4},
            "setup to return a record of .*, got int from <lambda>",
        ),
        ({"setup": lambda _settings, _seed: np.zeros(1, "i4, i4")[0]}, "setup to return a record"),
    ],
)
def test_mismatches_are_reported_when_the_first_match_is_set_up(
    parts: dict[str, Any], error: str
) -> None:
    game = dataclasses.replace(GAME, **parts)
    with pytest.raises(PluginError, match=f"game 'light-riders': expected {error}"):
        game.setup(game.make_settings(), 1)


def test_a_wrong_count_of_legal_moves_is_reported_at_the_first_match() -> None:
    kind = np.dtype([("scores", "i4", (2,)), ("rounds", "i4"), ("max_rounds", "i4")])
    game = Game(
        name="miscounts",
        title="",
        summary="",
        moves=("one", "two", "three"),
        settings=Settings,
        seats=lambda _settings: 2,
        state=kind,
        setup=lambda _settings, _seed: np.ones(1, kind)[0],
        verbs=Verbs(step=nothing, legal=one_too_many),
    )
    with pytest.raises(
        PluginError,
        match="game 'miscounts': expected legal to return the number of moves that it marks, got "
        "2 marked, 3",
    ):
        game.setup(game.make_settings(), 1)


def test_an_outcome_with_wrong_seats_is_reported() -> None:
    state = GAME.setup(GAME.make_settings(), 1)
    assert len(GAME.checked_outcome(state, 2).places) == 2
    with pytest.raises(PluginError, match="for each of 4 seats, got 2 and 2"):
        GAME.checked_outcome(state, 4)


@kernel
def first_two(state: Any, _seat: int, move: int) -> bool:
    return bool(move < state["allowed"])


@kernel
def mark_first_two(state: Any, _seat: int, mask: Any) -> int:
    for move in range(len(mask)):
        mask[move] = move < state["permitted"]
    return int(state["permitted"])


@kernel
def nothing(_state: Any, _moves: Any) -> None:
    pass


@kernel
def never(_state: Any) -> bool:
    return False


@kernel
def half(_state: Any, _seat: int) -> float:
    return 0.5


@pytest.mark.parametrize(
    ("field", "given"),
    [("allowed", {"accepts": first_two}), ("permitted", {"legal": mark_first_two})],
)
def test_omitted_parts_have_defaults(field: str, given: dict[str, Any]) -> None:
    dtype = np.dtype([("generator", "i8", (6,)), (field, "i4")])
    fields = dtype.names or ()
    defined = Verbs(step=nothing, is_over=never, utility=half, **given)
    register(fields, Registered(field, 70, defined.complete(fields), frozenset(defined.own())))
    state = np.zeros(1, dtype)[0]
    state["generator"], state[field] = 7, 2
    for mark in legal, candidates:
        mask = np.full(70, 9, np.uint8)
        assert mark(state, 0, mask) == 2
        assert mask.tolist() == [1, 1] + [0] * 68
    assert [accepts(state, 0, move) for move in (0, 1, 2, 69)] == [True, True, False, False]
    assert (is_living(state, 1), is_to_move(state, 1)) == (True, True)
    assert margin(state, 0) == how_it_went(state, 0) == 0.5
    observe(state, 0)
    assert not state["generator"].any()


def test_features_have_the_weights_of_the_game_or_one() -> None:
    said = dataclasses.replace(GAME, weights={"chain": 2.0})
    assert dict(zip(GAME.features, said.default_weights(), strict=True))["chain"] == 2.0
    assert sum(said.default_weights()) == 2.0
    assert dataclasses.replace(GAME, weights={}).default_weights() == [1.0] * len(GAME.features)


def test_a_game_can_be_a_key() -> None:
    assert {GAME: 1}[GAME] == 1


def test_options_of_environments_are_no_settings() -> None:
    environments = pytest.importorskip("gridbots.environments")
    made = (environments.SingleEnv, environments.BatchEnv, environments.TurnsEnv)
    options = {name for each in made for name in inspect.signature(each).parameters}
    assert options - {"settings"} == ENVIRONMENT_OPTIONS


def test_a_value_on_one_path_is_a_value() -> None:
    changed(refusal=lambda state, seat, _move: state["rounds"] if seat else None)
