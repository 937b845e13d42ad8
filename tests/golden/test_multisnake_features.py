"""Features of Multiplayer Snake against what the paper's agents evaluated."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.test_multisnake_features import feature
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import golden

from gridbots.games.multisnake.features import RADIUS

COMPACT = 0.5
"""Beyond this compactness the recorded survivor looks further ahead."""


POSITIONS = golden("multisnake_agents.jsonl")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_evaluations_are_those_of_the_original(position: dict[str, Any]) -> None:
    state, seat, side = state_of(position), position["agent"], position["grid"]
    naive = feature("points", state, seat)
    if feature("trapped", state, seat):
        naive = -3 * side**2
    assert naive == position["eval_naive"]
    greedy = naive - feature("candy", state, seat) / (2 * side)
    assert greedy == pytest.approx(position["eval_greedy"], abs=1e-9)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_depth_of_the_original_follows_from_nearby_snakes(position: dict[str, Any]) -> None:
    recorded = position[f"minimax_survivor_r{RADIUS}_c{COMPACT}"]
    state, seat = state_of(position), position["agent"]
    assert feature("heads_near", state, seat) == len(recorded["considered"]) - 1
    alone = 5 if feature("compactness", state, seat) > COMPACT else 1
    assert recorded["depth"] == (3 if feature("bodies_near", state, seat) else alone)
