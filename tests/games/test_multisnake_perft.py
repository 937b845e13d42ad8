"""Counts of histories: how many ways there are to play n rounds from fixed openings.

A history is a sequence of legal joint moves, none of them after the end of the match; the candies
fall as the generator of the opening has it. The counts are kept in
`golden/perft_multisnake.json`; `pytest --golden` writes them anew.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest

from gridbots.game import AnyState, PlainState, is_over, legal, step
from gridbots.games.multisnake import GAME
from gridbots.grid import NO_MOVE

FILE = Path(__file__).parents[1] / "golden" / "perft_multisnake.json"
CROWDED = {"size": 12, "candy_rate": 20}

OPENINGS: dict[str, tuple[dict[str, Any], int, int]] = {
    # name: settings, seed, depth
    "two seats": ({}, 1, 4),
    "three seats": ({"seats": 3}, 2, 3),
    "four seats on 12x12": ({**CROWDED, "seats": 4}, 7, 3),
    "near each other": (CROWDED, 3, 4),
    "paper": ({**CROWDED, "growth": "paper"}, 3, 4),
    "dashes": ({**CROWDED, "acceleration": True}, 3, 4),
    "dashes in the paper's game": ({**CROWDED, "acceleration": True, "growth": "paper"}, 4, 4),
    "limited": ({"size": 12, "max_iter": 2}, 1, 3),
}


def perft(state: AnyState, depth: int) -> int:
    """How many histories of exactly this many rounds start here."""
    if is_over(state):
        return 0
    choices = [legal_moves(state, seat) or [NO_MOVE] for seat in range(state["seats"])]
    if depth == 1:
        return math.prod(len(moves) for moves in choices)
    opened = state.record()
    total = 0
    for moves in itertools.product(*choices):
        after: AnyState = PlainState(opened)
        step(after, moves)
        total += perft(after, depth - 1)
    return total


def legal_moves(state: AnyState, seat: int) -> list[int]:
    mask = [0] * len(GAME.moves)
    legal(state, seat, mask)
    return [move for move, accepted in enumerate(mask) if accepted]


def counts(name: str) -> list[int]:
    values, seed, deepest = OPENINGS[name]
    opening = GAME.setup(GAME.make_settings(values), seed)
    return [perft(PlainState(opening), depth) for depth in range(1, deepest + 1)]


@pytest.mark.parametrize("name", OPENINGS)
def test_perft(name: str, *, golden: bool) -> None:
    if golden:
        pytest.skip("the counts are being written anew")
    assert counts(name) == json.loads(FILE.read_text())[name]


def test_every_kept_count_belongs_to_an_opening(*, golden: bool) -> None:
    if golden:
        lines = [f"  {json.dumps(name)}: {json.dumps(counts(name))}" for name in OPENINGS]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert list(json.loads(FILE.read_text())) == list(OPENINGS)
