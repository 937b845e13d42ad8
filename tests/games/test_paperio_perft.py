"""Counts of histories of Paper.io: how many ways there are to play n rounds from the opening.

A history is a sequence of joint moves that are not deadly by themselves, none of them after the end
of the match. The counts are kept in `golden/perft_paperio.json`; `pytest --golden` writes them
anew.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest

from gridbots.game import AnyState, PlainState, candidates, is_over, step
from gridbots.games.paperio import GAME
from gridbots.grid import NO_MOVE

FILE = Path(__file__).parents[1] / "golden" / "perft_paperio.json"

OPENINGS: dict[str, tuple[dict[str, Any], int]] = {
    # name: settings, depth
    "7x7": ({}, 4),
    "6x6": ({"size": 6}, 5),
    "7x7 in turns": ({"order": "alternating"}, 8),
    "6x6 in turns, limited": ({"size": 6, "order": "alternating", "max_rounds": 5}, 6),
    "three seats": ({"size": 6, "seats": 3}, 3),
    "three seats in turns": ({"size": 6, "seats": 3, "order": "alternating"}, 6),
    "six seats in turns": ({"size": 9, "seats": 6, "order": "alternating"}, 5),
}


def perft(state: AnyState, depth: int) -> int:
    """How many histories of exactly this many rounds start here."""
    if is_over(state):
        return 0
    choices = [moves_of(state, seat) or [NO_MOVE] for seat in range(state["seats"])]
    if depth == 1:
        return math.prod(len(moves) for moves in choices)
    opened = state.record()
    total = 0
    for moves in itertools.product(*choices):
        after: AnyState = PlainState(opened)
        step(after, moves)
        total += perft(after, depth - 1)
    return total


def moves_of(state: AnyState, seat: int) -> list[int]:
    mask = [0] * len(GAME.moves)
    candidates(state, seat, mask)
    return [move for move, kept in enumerate(mask) if kept]


def counts(name: str) -> list[int]:
    values, deepest = OPENINGS[name]
    opening = GAME.setup(GAME.make_settings(values), 1)
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
