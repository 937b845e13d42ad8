"""Frozen memories of Paper.io against those of the CS221 paper's program."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.recordings import golden

from gridbots.belief import Belief, BeliefOptions
from gridbots.game import step
from gridbots.games.paperio.state import FREE, OWNED
from gridbots.grid import index_of
from gridbots.plugins import load_game

MATCHES = golden("paperio.jsonl")
GAME = load_game("paperio")
FROZEN = BeliefOptions(memory="frozen")


DIRECTION = (3, 1, 0, 2)
"""Our number of each direction of the original: left, right, up, down."""


OWNERS = {".": FREE, "X": OWNED, "O": OWNED + 1}


def remembered_land(start: str, now: str, own: str) -> list[int]:
    """What the original remembers of land: its own as it is, the other's as it was at the start.

    A cell has one owner: what was the other's at the start and is its own now is its own alone.
    """
    return [
        OWNERS[here if here == own else "." if before == own else before]
        for before, here in zip(start, now, strict=True)
    ]


@pytest.mark.parametrize("match", MATCHES[::4], ids=lambda match: match["id"])
@pytest.mark.parametrize("radius", [1, 2])
def test_a_frozen_memory_is_that_of_the_original(match: dict[str, Any], radius: int) -> None:
    side = match["size"]
    settings = GAME.make_settings(
        {
            "size": side,
            "max_rounds": match["max_ticks"],
            "order": "alternating",
            "radius": radius,
        }
    )
    state = GAME.setup(settings, 0)
    state["mover"] = match["start"]["turn"]
    beliefs = [Belief(GAME, settings, seat, FROZEN) for seat in range(2)]
    cells = [index_of(row, column, side + 2) for row in range(side) for column in range(side)]
    known = match["start"]
    for move in match["moves"]:
        seat = move["a"]
        belief = beliefs[seat]
        belief.see(GAME.observation(state, seat))
        (row, column), trail = move["mem"][radius - 1]
        assert belief.places[1 - seat] == {index_of(row, column, side + 2): 1.0}
        trails = belief.memory["trails"] >> (1 - seat) & 1
        assert [place for place, cell in enumerate(cells) if trails[cell]] == trail
        owners = belief.memory["owners"][cells].tolist()
        assert owners == remembered_land(match["start"]["terr"], known["terr"], "XO"[seat])
        known = move["st"]
        step(state, [DIRECTION[move["d"]]] * 2)
