"""Signatures: node count, value and move of fixed searches of every game, by both searches.

Kept in `golden/signatures.json`; `pytest --write-golden` writes them anew. A change that is only
meant to be faster or cleaner leaves them as they are.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from tests.golden.recordings import file_of

from gridbots.game import candidates, is_living, is_over, step
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.minimax import Minimax, SearchVariant

if TYPE_CHECKING:
    from gridbots.game import Game, State

FILE = "signatures.json"
UNLIMITED = 1 << 40
SEED = 11
VARIANTS: tuple[tuple[str, SearchVariant], ...] = (
    ("minimax", SearchVariant()),
    ("expectimax", SearchVariant(others="random", exact="values")),
)


class Position(NamedTuple):
    settings: dict[str, Any]
    rounds: int
    """Played at random from the opening."""
    depth: int


POSITIONS = {
    "light-riders": Position({"width": 8, "height": 8}, 4, 3),
    "multisnake": Position({"size": 12, "candy_rate": 20}, 6, 2),
    "multisnake of three": Position({"size": 12, "seats": 3}, 6, 1),
    "paperio": Position({"size": 6}, 6, 2),
    "paperio in turns": Position({"size": 6, "order": "alternating"}, 9, 4),
    "snake": Position({"width": 6, "height": 6}, 12, 5),
}


def played(game: Game, position: Position) -> State:
    """The position: candidate moves at random, by a generator that no version of numpy changes."""
    settings = game.make_settings(position.settings)
    state, draw = game.setup(settings, SEED), random.Random(SEED)  # noqa: S311  no secret
    for _ in range(position.rounds):
        moves = [any_move(game, state, seat, draw) for seat in range(game.seats(settings))]
        step(state, np.array(moves))
    assert not is_over(state)
    return state


def any_move(game: Game, state: State, seat: int, draw: random.Random) -> int:
    mask = np.zeros(len(game.moves), np.uint8)
    if is_living(state, seat):
        candidates(state, seat, mask)
    return draw.choice(np.flatnonzero(mask).tolist() or [NO_MOVE])


def weights_of(game: Game) -> list[float]:
    """Each feature counts, and no two alike."""
    return [1 / (2 + at) for at in range(len(game.features))]


def signatures(name: str) -> dict[str, dict[str, float]]:
    """Node count, value and move of each search."""
    position = POSITIONS[name]
    game = load_game(name.split(maxsplit=1)[0])
    state, weights = played(game, position), weights_of(game)
    seats = game.seats(game.make_settings(position.settings))
    seat = next(each for each in range(seats) if game.legal_moves(state, each))
    deepening = AlphaBeta(state.dtype, seats, weights, plain=True)
    deepening.start(state, seat)
    deepening.deepen(UNLIMITED, position.depth)
    found = {"alpha-beta": told(deepening)}
    for variant, manner in VARIANTS:
        minimax = Minimax(state.dtype, seats, weights, manner, plain=True)
        minimax.search(state, seat, position.depth)
        found[variant] = told(minimax)
    return found


def told(search: AlphaBeta | Minimax) -> dict[str, float]:
    return {"nodes": search.nodes, "value": round(search.value, 6), "move": search.move}


@pytest.mark.parametrize("name", POSITIONS)
def test_signatures_match_the_golden_file(name: str, *, writes_golden: bool) -> None:
    if writes_golden:
        pytest.skip("the signatures are being written anew")
    assert signatures(name) == json.loads(file_of(FILE).read_text())[name]


def test_every_golden_signature_belongs_to_a_position(*, writes_golden: bool) -> None:
    if writes_golden:
        text = json.dumps({name: signatures(name) for name in POSITIONS}, indent=1)
        file_of(FILE).write_text(text + "\n")
    assert list(json.loads(file_of(FILE).read_text())) == list(POSITIONS)
