"""Snake against games recorded from the programs of twanvl and chuyangliu."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.recordings import golden

from gridbots.game import AnyState, PlainState, State, is_over, step
from gridbots.games.snake import GAME
from gridbots.games.snake.opening import put_snake
from gridbots.games.snake.state import SnakeSettings, blank_state, body, put_apple
from gridbots.grid import RIGHT, index_of

MATCHES = golden("snake.jsonl")
DIRECTIONS = {letter: move for move, letter in enumerate("urdl")}


def settings_for(match: dict[str, Any]) -> SnakeSettings:
    preset = {"twanvl": "classic-30", "chuyangliu": "corner-8"}[match["source"]]
    values = {"preset": preset, "width": match["size"], "height": match["size"]}
    return GAME.make_settings(values)


def apples_of(match: dict[str, Any], state: State) -> list[int]:
    """The cells of the apples; the first source has the column first, the second one the row."""
    stride = int(state["stride"])
    if match["source"] == "twanvl":
        return [index_of(row, column, stride) for column, row in match["apples"]]
    return [index_of(row, column, stride) for row, column in match["foods"]]


def opening(match: dict[str, Any]) -> State:
    state = blank_state(settings_for(match))
    stride = int(state["stride"])
    if match["source"] == "twanvl":
        column, row = match["start"]
        put_snake(state, index_of(row, column, stride), RIGHT, 1)
    else:
        tail_row, tail_column = match["start"][-1]
        put_snake(state, index_of(tail_row, tail_column, stride), RIGHT, 4)
        start = [index_of(row, column, stride) for row, column in reversed(match["start"])]
        assert body(state) == start
    return state


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_a_recorded_game_is_played_exactly(match: dict[str, Any]) -> None:
    blank = opening(match)
    apples = iter(apples_of(match, blank))
    put_apple(blank, next(apples))
    state: AnyState = PlainState(blank)
    for letter in match["moves"]:
        assert not is_over(state)
        before = state["length"]
        step(state, [DIRECTIONS[letter]])
        if state["length"] > before and not is_over(state):
            put_apple(state, next(apples))
    assert next(apples, None) is None
    assert is_over(state)
    assert state["steps"] == state["rounds"] == len(match["moves"])
    assert state["steps"] == match.get("turns", match.get("steps"))
    assert state["length"] == match["length"]
    outcome = GAME.outcome(state.record())
    assert (outcome.winner == 0) == (match["result"] in {"win", "full"})


def test_presets_open_as_the_originals_do() -> None:
    for match in MATCHES:
        if match["source"] == "chuyangliu":
            blank, real = opening(match), GAME.setup(settings_for(match), 5)
            assert body(real) == body(blank)
            assert real["heading"] == blank["heading"] == DIRECTIONS[match["start_dir"]]
    places = {tuple(body(GAME.setup(SnakeSettings(), seed))) for seed in range(3000)}
    assert {len(place) for place in places} == {1}
    assert len(places) > 800
