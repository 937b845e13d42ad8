"""Counts of histories: how many ways there are to play n rounds from fixed openings.

A history is a sequence of legal joint moves, none of them after the end of the match. The counts
are kept in `golden/perft_light_riders.json`; `pytest --golden` writes them anew.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest

from gridbots.game import AnyState, PlainState, is_over, legal, step
from gridbots.games.light_riders import GAME
from gridbots.grid import NO_MOVE

FILE = Path(__file__).parents[1] / "golden" / "perft_light_riders.json"

OPENINGS: dict[str, tuple[dict[str, Any], int, int]] = {
    # name: settings, seed, depth
    "16x16": ({}, 1, 4),
    "smallest of the site": ({"width": 6, "height": 3}, 1, 5),
    "odd width": ({"width": 7, "height": 5}, 3, 4),
    "3x3": ({"width": 3, "height": 3, "start": "cs221"}, 5, 6),
    "4x4": ({"width": 4, "height": 4, "start": "cs221"}, 2, 5),
    "4x4 stuck": ({"width": 4, "height": 4, "start": "cs221", "end": "stuck"}, 2, 5),
    "5x4 limited": ({"width": 5, "height": 4, "start": "cs221", "max_rounds": 3}, 4, 4),
    "four seats": ({"seats": 4}, 1, 3),
    "four seats on 6x6": ({"width": 6, "height": 6, "seats": 4}, 1, 3),
    "four seats on 6x6 stuck": ({"width": 6, "height": 6, "seats": 4, "end": "stuck"}, 1, 3),
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
