"""Light Riders against positions recorded from the CS221 paper's simulator."""

from __future__ import annotations

import pytest
from tests.golden.recordings import golden

from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import (
    EMPTY,
    HEAD,
    LightRidersSettings,
    eliminate_stuck,
    is_stuck,
)
from gridbots.grid import offset

POSITIONS = golden("light_riders_cs221.jsonl")


PAPER_MOVES = (0, 2, 1, 3)
"""The paper's move numbers as ours: up, down, right, left."""


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_stuck_riders_are_out_as_in_the_paper(number: int) -> None:
    position = POSITIONS[number]
    settings = LightRidersSettings(
        width=position["w"], height=position["h"], start="cs221", end="stuck"
    )
    updates = {"round": "7", "field": ",".join(position["board"])}
    state = GAME.wire.read_updates(None, settings, updates)
    for seat in range(2):
        here, stride = state["riders"][seat], state["stride"]
        free = [
            move
            for move, ours in enumerate(PAPER_MOVES)
            if state["cells"][here + offset(ours, stride)] == EMPTY
        ]
        assert sorted(position["legal"][seat]) == free
        assert is_stuck(state, seat) == (not free)
    eliminate_stuck(state, int(state["rounds"]))
    out = [bool(gone) for gone in state["eliminated"][:2]]
    assert out == [code in (-1, 2) for code in position["end"]]
    assert all(state["cells"][state["riders"][s]] == HEAD + s for s in range(2) if not out[s])
