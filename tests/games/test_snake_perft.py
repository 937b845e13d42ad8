"""Counts of histories of Snake: how many ways there are to play n rounds from fixed openings.

A history is a sequence of legal moves, none of them after the end of the match; the apples come
from the seed. The counts are kept in `golden/perft_snake.json`; `pytest --golden` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gridbots.game import AnyState, PlainState, is_over, legal, step
from gridbots.games.snake import GAME

FILE = Path(__file__).parents[1] / "golden" / "perft_snake.json"

OPENINGS: dict[str, tuple[dict[str, Any], int, int]] = {
    # name: settings, seed, depth
    "30x30": ({}, 1, 6),
    "corner of 8x8": ({"preset": "corner-8"}, 1, 7),
    "4x4": ({"width": 4, "height": 4}, 2, 7),
    "4x4 corner": ({"width": 4, "height": 4, "start": "corner"}, 3, 7),
    "4x4 corner, back ignored": (
        {"width": 4, "height": 4, "start": "corner", "reversal": "ignored"}, 3, 7,
    ),
    "7x4 limited": ({"width": 7, "height": 4, "max_rounds": 4}, 4, 5),
}  # fmt: skip


def perft(state: AnyState, depth: int) -> int:
    """How many histories of exactly this many rounds start here."""
    if is_over(state):
        return 0
    mask = [0] * len(GAME.moves)
    count = legal(state, 0, mask)
    if depth == 1:
        return count
    opened, total = state.record(), 0
    for move, accepted in enumerate(mask):
        if accepted:
            after: AnyState = PlainState(opened)
            step(after, [move])
            total += perft(after, depth - 1)
    return total


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
