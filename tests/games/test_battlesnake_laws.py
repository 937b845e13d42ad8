"""Laws of Battlesnake: cases drawn as text, invariants, and distributions."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.battlesnake_boards import drawn, text_of

from gridbots.errors import SettingsError
from gridbots.game import copy_state, is_living, is_over, step
from gridbots.game.chance import seed_generator
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, column_of, row_of
from gridbots_battlesnake import GAME
from gridbots_battlesnake.feeding import draw_food, draw_one
from gridbots_battlesnake.settings import MAPS, MODES
from gridbots_battlesnake.state import CAUSES, WALL, head_of, living_count, part_of

if TYPE_CHECKING:
    from gridbots.game import State

CASES = [
    pytest.param("..... .BA.. .C... .....", [RIGHT], "..... .CBA. ..... .....", "", id="goes on"),
    pytest.param("..... .BA*. .C... .....", [RIGHT], "..... .CBA. ..... .....", "", id="eats"),
    pytest.param(".ABC .FED ....", [DOWN], ".BCD .AFE ....", "", id="after its tail"),
    pytest.param("A.. B.. C..", [UP], "... ... ...", "wall-collision", id="a wall"),
    pytest.param("CBA. .... ....", [LEFT], ".... .... ....", "snake-self-collision", id="back"),
]
ENOUGH = 400
"""Matches to draw a distribution from."""


@pytest.mark.parametrize(("before", "moves", "after", "cause"), CASES)
def test_round(before: str, moves: list[int], after: str, cause: str) -> None:
    state = drawn(before, food_chance=0, minimum_food=0)
    step(state, moves)
    assert text_of(state) == after
    assert CAUSES[state["causes"][0]] == cause


@pytest.mark.parametrize("seats", [4, 16])
def test_single_matches_are_played_on_lists(seats: int) -> None:
    """Six times as fast as on records."""
    state = GAME.setup(GAME.make_settings({"seats": seats}), 1)
    assert GAME.distinction(state) is None


def test_equally_long_heads_are_both_eliminated_and_a_longer_one_survives() -> None:
    for longer, left in ((".......", ""), ("D......", "A")):
        state = drawn(f"....... CBA.abc {longer}", food_chance=0, minimum_food=0)
        step(state, [RIGHT, LEFT])
        assert ("A" in text_of(state)) == bool(left)
        assert "a" not in text_of(state)


@given(seed=st.integers(0, 10**6), data=st.data())
@settings(max_examples=25)
def test_invariants_hold(seed: int, data: st.DataObject) -> None:
    mode, layout = data.draw(st.sampled_from(MODES)), data.draw(st.sampled_from(MAPS))
    options = {
        "mode": mode,
        "map": layout,
        "width": 11,
        "height": 11,
        "seats": 4,
        "shrink_every": 4,
    }
    state = GAME.setup(GAME.make_settings(options), seed)
    for _ in range(12):
        assert_sound(state)
        if is_over(state):
            return
        before = copy_state(state)
        moves = data.draw(st.lists(st.integers(-1, 3), min_size=4, max_size=4))
        step(state, moves)
        assert_follows(before, state)
    assert_sound(state)


def assert_sound(state: State) -> None:
    """Counts of parts equal those of the living bodies; food is on the listed cells."""
    expected: collections.Counter[int] = collections.Counter()
    for seat in range(int(state["seats"])):
        if is_living(state, seat):
            cells = [int(part_of(state, seat, part)) for part in range(state["lengths"][seat])]
            expected.update(cells)
            assert 0 < state["healths"][seat] <= 100
            assert np.count_nonzero(state["bodies"][seat]) == len(cells)
    found = {cell: int(n) for cell, n in enumerate(state["cells"]) if 0 < n < WALL}
    assert found == dict(expected)
    foods = state["foods"][: state["food_count"]].tolist()
    assert sorted(foods) == np.flatnonzero(state["food"]).tolist()
    assert not state["foods"][state["food_count"] :].any()


def assert_follows(before: State, after: State) -> None:
    """Eliminated snakes stay eliminated, and snakes never shrink."""
    assert living_count(after) <= living_count(before)
    assert (after["lengths"] >= before["lengths"]).all()
    assert after["rounds"] == before["rounds"] + 1


def test_no_seat_number_has_an_advantage() -> None:
    """The same match with swapped seats ends the same way."""
    for seed in range(20):
        state = GAME.setup(GAME.make_settings({"food_chance": 0, "minimum_food": 0}), seed)
        other = copy_state(state)
        other["bodies"][[0, 1]] = state["bodies"][[1, 0]]
        moves = np.random.default_rng(seed).integers(0, 4, (8, 2))
        for pair in moves.tolist():
            step(state, pair)
            step(other, pair[::-1])
        for field in ("eliminated", "lengths", "healths", "causes"):
            assert state[field][:2].tolist() == other[field][1::-1].tolist()


def test_fixed_starts_are_equally_likely() -> None:
    """Eight starts, by snake: each within four standard errors of its share."""
    heads: collections.Counter[tuple[int, int]] = collections.Counter()
    first_is_corner = 0
    for seed in range(ENOUGH):
        state = GAME.setup(GAME.make_settings({"seats": 8}), seed)
        head = int(head_of(state, 0))
        heads[row_of(head, 13), column_of(head, 13)] += 1
        first_is_corner += row_of(head, 13) != 5 and column_of(head, 13) != 5
    assert set(heads) == {(r, c) for r in (1, 5, 9) for c in (1, 5, 9)} - {(5, 5)}
    assert all(likely(count, 1 / 8) for count in heads.values())
    assert likely(first_is_corner, 1 / 2)


def likely(count: int, share: float) -> bool:
    """Within four standard errors."""
    return abs(count - ENOUGH * share) < 4 * (ENOUGH * share * (1 - share)) ** 0.5


def test_first_food_lies_beside_each_start_farther_out_and_in_the_middle() -> None:
    for seed in range(40):
        state = GAME.setup(GAME.make_settings({"seats": 4}), seed)
        foods = state["foods"][:5].tolist()
        assert state["food_count"] == 5
        assert (row_of(foods[4], 13), column_of(foods[4], 13)) == (5, 5)
        for seat, food in enumerate(foods[:4]):
            head = int(head_of(state, seat))
            rows, columns = row_of(food, 13), column_of(food, 13)
            assert abs(rows - row_of(head, 13)) == abs(columns - column_of(head, 13)) == 1
            assert 0 in {rows % 10, columns % 10} or 5 in {row_of(head, 13), column_of(head, 13)}
            assert not (rows % 10 == 0 and columns % 10 == 0)


@pytest.mark.parametrize(("chance", "share"), [(0, 0.0), (1, 0.0), (15, 0.14), (100, 0.99)])
def test_food_appears_in_one_less_of_a_hundred_rounds(chance: int, share: float) -> None:
    state = GAME.setup(GAME.make_settings({"food_chance": chance}), 9)
    drawn_foods = 0
    for _ in range(ENOUGH):
        copy = copy_state(state)
        draw_food(copy)
        drawn_foods += int(copy["food_count"] - state["food_count"])
        state["generator"] = copy["generator"]
    assert drawn_foods == 0 if share == 0 else likely(drawn_foods, share)


OPEN = [
    pytest.param("..... .CBA. ..... c.... ba..*", "###.# #CBA. ###.# c.### ba.#*", id="two heads"),
    pytest.param("A.. B.. C..", "A.# B## C##", id="a head at the edge"),
    pytest.param("FED CBA **.", "FED CBA **.", id="nowhere"),
]
"""Boards, and the cells where food may appear (#): no body, no food, no living head beside."""


@pytest.mark.parametrize("mode", ["standard", "wrapped"])
@pytest.mark.parametrize(("board", "marked"), OPEN)
def test_food_appears_anywhere_but_beside_a_head(board: str, marked: str, mode: str) -> None:
    state = drawn(board, mode=mode)
    seed_generator(state["generator"], 1)
    found = list(marked.replace("#", "."))
    for _ in range(ENOUGH):
        copy = copy_state(state)
        draw_one(copy)
        assert set(copy["food"].tolist()) <= {0, 1}
        for cell in copy["foods"][state["food_count"] : copy["food_count"]].tolist():
            row, column = row_of(cell, copy["stride"]), column_of(cell, copy["stride"])
            found[row * (state["width"] + 1) + column] = "#"
        state["generator"] = copy["generator"]
    assert "".join(found) == marked


def test_sides_of_royale_shrink_equally_often() -> None:
    options = {"mode": "royale", "shrink_every": 1, "seats": 1, "food_chance": 0, "minimum_food": 0}
    state = GAME.setup(GAME.make_settings({**options, "hazard_damage": 0}), 2)
    for number in range(ENOUGH):
        state["healths"][0] = 100
        step(state, [(RIGHT, DOWN, LEFT, UP)[number % 4]])
    assert state["borders"].sum() == ENOUGH
    assert all(likely(int(count), 1 / 4) for count in state["borders"])
    assert (state["hazards"] > 0).sum() == 121


def test_no_move_goes_straight_on_and_at_first_up() -> None:
    state = GAME.setup(GAME.make_settings({"seats": 1}), 4)
    head = int(head_of(state, 0))
    step(state, [NO_MOVE])
    assert int(head_of(state, 0)) == head - 13
    step(state, [RIGHT])
    step(state, [NO_MOVE])
    assert int(head_of(state, 0)) == head - 13 + 2


@pytest.mark.parametrize(
    "options",
    [
        {"map": "sinkholes", "width": 9, "height": 9},
        {"map": "hz_hazard_pits", "seats": 5},
        {"width": 3, "height": 3, "seats": 5},
        {"width": 26},
    ],
)
def test_settings_that_do_not_fit_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        GAME.make_settings(options)
