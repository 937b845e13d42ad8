"""Legal moves of Multiplayer Snake against positions recorded from the paper's program."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.multisnake_records import OURS, state_of
from tests.golden.recordings import golden

from gridbots.game import (
    has_choice,
)
from gridbots.games.multisnake import GAME

POSITIONS = golden("multisnake_agents.jsonl")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_legal_moves_are_those_of_the_original(position: dict[str, Any]) -> None:
    state, seat = state_of(position), position["agent"]
    assert sorted(OURS[move] for move in position["legal"]) == GAME.legal_moves(state, seat)
    assert has_choice(state, seat) == bool(position["legal"])
