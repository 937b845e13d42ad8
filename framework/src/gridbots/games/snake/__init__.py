"""Snake for one: the game of the solvers of twanvl and chuyangliu."""

from __future__ import annotations

from gridbots.game import Game, Untold
from gridbots.games.snake import rules
from gridbots.games.snake.features import FEATURES
from gridbots.games.snake.pictures import frame
from gridbots.games.snake.wire import SnakeWire
from gridbots.grid import DIRECTIONS
from gridbots.hookspecs import hookimpl

GAME = Game(
    name="snake",
    title="Snake",
    summary="A snake grows with every apple; it has won when it fills the board.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    simultaneous=True,
    hidden=False,
    chance=True,
    settings=rules.SnakeSettings,
    seats=lambda settings: 1,  # noqa: ARG005  whatever the settings
    setup=rules.setup,
    outcome=rules.outcome,
    wire=SnakeWire(),
    frame=frame,
    frame_keeps=False,
    features=FEATURES,
    untold=Untold(settings=("preset", "start"), fields=("starts_in_corner",)),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
