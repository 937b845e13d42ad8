"""Evaluation features of Battlesnake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from tests.games.battlesnake_boards import drawn
from tests.games.battlesnake_positions import positions

from gridbots_battlesnake import FOG
from gridbots_battlesnake.features import FEATURES, SPARE, WEIGHTS, measure
from gridbots_battlesnake.state import UNSEEN, head_of, is_living
from gridbots_battlesnake.territory import WORK, spread

if TYPE_CHECKING:
    from gridbots.game import State

TRAPPED = "Abc.. B.a.. C.... D.... EFGHI"
FACING = "........ CBA.abcd ........"


def features_of(state: State, seat: int) -> dict[str, float]:
    work, values = np.zeros(1, WORK)[0], np.full(len(FEATURES), 77.0)
    spread(state, work)
    measure(state, seat, work, values)
    return dict(zip(FEATURES, values.tolist(), strict=True))


@pytest.mark.parametrize(
    ("board", "seat", "expected"),
    [
        pytest.param(TRAPPED, 0, {"area": 0, "rivals": 23}, id="no way out"),
        pytest.param(TRAPPED, 0, {"lack": 9, "squeeze": 0}, id="no room for its body"),
        pytest.param(TRAPPED, 1, {"lack": 0, "squeeze": 9}, id="no room for another one's"),
        pytest.param(TRAPPED, 0, {"lead": 4}, id="more length wins no more heads"),
        pytest.param(TRAPPED, 1, {"lead": -6}, id="shorter"),
        pytest.param(FACING, 0, {"danger": 1, "prey": 0}, id="a longer head, two steps away"),
        pytest.param(FACING, 1, {"danger": 0, "prey": 1}, id="a shorter one"),
        pytest.param("A... B..* C... ....", 0, {"food": 1 - 4 / 8, "hunger": 0}, id="food"),
        pytest.param("A... B... C... ....", 0, {"food": 1 - 4 / 8}, id="no food at all"),
    ],
)
def test_features_of_a_board(board: str, seat: int, expected: dict[str, float]) -> None:
    found = features_of(drawn(board), seat)
    assert {name: found[name] for name in expected} == expected


def test_hunger_counts_before_food_is_out_of_reach() -> None:
    state = drawn("A... B..* C... ....")
    for health, hunger in ((4 + SPARE, 0), (3 + SPARE, 1), (4, SPARE)):
        state["healths"][0] = health
        assert features_of(state, 0)["hunger"] == hunger


@given(positions())
@settings(max_examples=40)
def test_squeeze_is_the_lack_of_others(state: State) -> None:
    seen = [
        seat
        for seat in range(int(state["seats"]))
        if is_living(state, seat) and head_of(state, seat) != UNSEEN
    ]
    lacks = {seat: features_of(state, seat)["lack"] for seat in seen}
    for seat in seen:
        others = [lack for other, lack in lacks.items() if other != seat]
        assert features_of(state, seat)["squeeze"] == max(others, default=0)


def test_a_head_out_of_sight_is_not_squeezed() -> None:
    board = "......... ......... CBA...... .....cba. ......... ......... ........."
    seen = FOG.observation(drawn(board, FOG, vision=3), 0)
    assert head_of(seen, 1) == UNSEEN
    assert features_of(seen, 0)["squeeze"] == 0


def test_every_feature_has_a_weight() -> None:
    assert tuple(WEIGHTS) == FEATURES
