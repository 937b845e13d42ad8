"""Counts of histories: how many ways there are to play n rounds from fixed openings.

A history is a sequence of joint moves, none of them after the end of the match; what a game draws
comes from the generator of the opening. Moves are the legal ones; in Paper.io, where a step onto
one's own trail is legal, those that are not deadly by themselves. The counts are kept in
`golden/perft_*.json`; `pytest --write-golden` writes them anew.
"""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.golden import recordings

from gridbots.game import AnyState, PlainState, candidates, is_over, legal, step
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridbots.game import Game

CROWDED = {"size": 12, "candy_rate": 20}


class Opening(NamedTuple):
    settings: dict[str, Any]
    seed: int
    depth: int


OPENINGS = {
    "light-riders": {
        "16x16": Opening({}, 1, 4),
        "smallest of the site": Opening({"width": 6, "height": 3}, 1, 5),
        "odd width": Opening({"width": 7, "height": 5}, 3, 4),
        "3x3": Opening({"width": 3, "height": 3, "start": "cs221"}, 5, 6),
        "4x4": Opening({"width": 4, "height": 4, "start": "cs221"}, 2, 5),
        "4x4 stuck": Opening({"width": 4, "height": 4, "start": "cs221", "end": "stuck"}, 2, 5),
        "5x4 limited": Opening({"width": 5, "height": 4, "start": "cs221", "max_rounds": 3}, 4, 4),
        "four seats": Opening({"seats": 4}, 1, 3),
        "four seats on 6x6": Opening({"width": 6, "height": 6, "seats": 4}, 1, 3),
        "four seats on 6x6 stuck": Opening(
            {"width": 6, "height": 6, "seats": 4, "end": "stuck"}, 1, 3
        ),
    },
    "multisnake": {
        "two seats": Opening({}, 1, 4),
        "three seats": Opening({"seats": 3}, 2, 3),
        "four seats on 12x12": Opening({**CROWDED, "seats": 4}, 7, 3),
        "near each other": Opening(CROWDED, 3, 4),
        "paper": Opening({**CROWDED, "growth": "paper"}, 3, 4),
        "dashes": Opening({**CROWDED, "acceleration": True}, 3, 4),
        "dashes in the paper's game": Opening(
            {**CROWDED, "acceleration": True, "growth": "paper"}, 4, 4
        ),
        "limited": Opening({"size": 12, "max_rounds": 2}, 1, 3),
    },
    "paperio": {
        "7x7": Opening({}, 1, 4),
        "6x6": Opening({"size": 6}, 1, 5),
        "7x7 in turns": Opening({"order": "alternating"}, 1, 8),
        "6x6 in turns, limited": Opening(
            {"size": 6, "order": "alternating", "max_rounds": 5}, 1, 6
        ),
        "three seats": Opening({"size": 6, "seats": 3}, 1, 3),
        "three seats in turns": Opening({"size": 6, "seats": 3, "order": "alternating"}, 1, 6),
        "six seats in turns": Opening({"size": 9, "seats": 6, "order": "alternating"}, 1, 5),
    },
    "snake": {
        "30x30": Opening({}, 1, 6),
        "corner of 8x8": Opening({"preset": "corner-8"}, 1, 7),
        "4x4": Opening({"width": 4, "height": 4}, 2, 7),
        "4x4 corner": Opening({"width": 4, "height": 4, "start": "corner"}, 3, 7),
        "4x4 corner, back ignored": Opening(
            {"width": 4, "height": 4, "start": "corner", "reversal": "ignored"}, 3, 7
        ),
        "7x4 limited": Opening({"width": 7, "height": 4, "max_rounds": 4}, 4, 5),
    },
}
ALL = [(game, name) for game, openings in OPENINGS.items() for name in openings]
LARGE = {
    ("light-riders", "four seats"),
    ("light-riders", "four seats on 6x6"),
    ("light-riders", "four seats on 6x6 stuck"),
    ("paperio", "6x6"),
}
"""Those with the most histories."""
MOVES: dict[str, Callable[[AnyState, int, Any], int]] = {"paperio": candidates}
"""The verb that lists the moves, where it is not `legal`."""


def perft(game: Game, seats: int, state: AnyState, depth: int) -> int:
    """How many histories of exactly this many rounds start here."""
    if is_over(state):
        return 0
    choices = [moves_of(game, state, seat) or [NO_MOVE] for seat in range(seats)]
    if depth == 1:
        return math.prod(len(moves) for moves in choices)
    opened = state.record()
    total = 0
    for moves in itertools.product(*choices):
        after: AnyState = PlainState(opened)
        step(after, moves)
        total += perft(game, seats, after, depth - 1)
    return total


def moves_of(game: Game, state: AnyState, seat: int) -> list[int]:
    mask = [0] * len(game.moves)
    MOVES.get(game.name, legal)(state, seat, mask)
    return [move for move, kept in enumerate(mask) if kept]


def counts(game_name: str, name: str) -> list[int]:
    game, opening = load_game(game_name), OPENINGS[game_name][name]
    settings = game.make_settings(opening.settings)
    state, seats = game.setup(settings, opening.seed), game.seats(settings)
    return [perft(game, seats, PlainState(state), depth) for depth in range(1, opening.depth + 1)]


def file_of(game_name: str) -> Path:
    return recordings.file_of(f"perft_{game_name.replace('-', '_')}.json")


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(*each, id=" ".join(each), marks=[pytest.mark.slow] * (each in LARGE))
        for each in ALL
    ],
)
def test_perft(game: str, name: str, *, writes_golden: bool) -> None:
    if writes_golden:
        pytest.skip("the counts are being written anew")
    assert counts(game, name) == json.loads(file_of(game).read_text())[name]


@pytest.mark.parametrize("game", OPENINGS)
def test_every_golden_count_belongs_to_an_opening(game: str, *, writes_golden: bool) -> None:
    if writes_golden:
        lines = [
            f"  {json.dumps(name)}: {json.dumps(counts(game, name))}" for name in OPENINGS[game]
        ]
        file_of(game).write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert list(json.loads(file_of(game).read_text())) == list(OPENINGS[game])
