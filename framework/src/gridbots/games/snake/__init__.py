"""Snake for one: the game of the solvers of twanvl and chuyangliu.

state     state record, and where apples fall
opening   initial state
rules     a round, and when a match is over
features  evaluation features
wire      text form
pictures  frames
"""

from __future__ import annotations

from gridbots.game import Game, Untold, Verbs
from gridbots.game.outcome import has_ended
from gridbots.games.snake import features, opening, rules, state
from gridbots.games.snake.pictures import frame
from gridbots.games.snake.state import SnakeSettings
from gridbots.games.snake.wire import SnakeWire
from gridbots.grid import DIRECTIONS
from gridbots.plugins.hookspecs import hookimpl

GAME = Game(
    name="snake",
    title="Snake",
    summary="A snake grows with every apple; it wins when it fills the board.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    chance=True,
    settings=SnakeSettings,
    seats=lambda settings: 1,  # noqa: ARG005  whatever the settings
    state=state.record_type,
    setup=opening.setup,
    verbs=Verbs(
        step=rules.step,
        accepts=rules.accepts,
        is_over=has_ended,
        is_living=rules.is_living,
        has_choice=rules.has_choice,
        utility=rules.utility,
        score=rules.score,
        evaluate=features.evaluate,
        reopen=opening.reopen,
    ),
    outcome=rules.outcome,
    refusal=rules.refusal,
    wire=SnakeWire(),
    frame=frame,
    frame_keeps=False,
    features=features.FEATURES,
    weights={"length": 1.0, "way": -0.001, "tail": 0.5},
    untold=Untold(settings=("preset", "start"), fields=("starts_in_corner",)),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
