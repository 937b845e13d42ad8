"""Paper.io: the game of the CS221 paper about territory and hidden information.

state         settings and state record
opening       initial state
rules         a round, and when a match is over
movement      legal moves; heads move and collide
capture       coming home: enclosed cells become land
visibility    what a seat sees
memory        what a seat remembers
belief_model  transition model of beliefs
particles     particle filter: possible states, for two seats
features      evaluation features
wire          text form
pictures      frames
"""

from __future__ import annotations

from gridbots.game import Game, Verbs
from gridbots.game.outcome import has_ended, is_in_play
from gridbots.games.paperio import features, movement, opening, rules, state, visibility
from gridbots.games.paperio.belief_model import BELIEF_MODEL
from gridbots.games.paperio.pictures import frame
from gridbots.games.paperio.state import PaperioSettings
from gridbots.games.paperio.wire import PaperioWire
from gridbots.grid import DIRECTIONS
from gridbots.plugins.hookspecs import hookimpl

GAME = Game(
    name="paperio",
    title="Paper.io",
    summary="Enclose land to own it, and cut the trails of the others.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    hidden=True,
    chance=False,
    settings=PaperioSettings,
    seats=lambda settings: int(settings.seats),
    state=state.record_type,
    setup=opening.setup,
    verbs=Verbs(
        step=rules.step,
        legal=movement.legal,
        accepts=movement.accepts,
        candidates=movement.candidates,
        observe=visibility.observe,
        is_over=has_ended,
        is_living=is_in_play,
        is_to_move=state.is_to_move,
        has_choice=movement.has_choice,
        utility=rules.utility,
        score=rules.score,
        margin=rules.margin,
        evaluate=features.evaluate,
        reopen=opening.reopen,
    ),
    outcome=rules.outcome,
    wire=PaperioWire(),
    frame=frame,
    frame_keeps=False,
    features=features.FEATURES,
    weights={"lead": 1.0},
    belief_model=BELIEF_MODEL,
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
