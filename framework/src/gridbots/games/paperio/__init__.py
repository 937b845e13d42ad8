"""Paper.io: the game of the CS221 paper about territory and hidden information."""

from __future__ import annotations

from gridbots.game import Game
from gridbots.games.paperio.belief_model import BELIEF_MODEL
from gridbots.games.paperio.features import FEATURES
from gridbots.games.paperio.opening import setup
from gridbots.games.paperio.pictures import frame
from gridbots.games.paperio.rules import outcome
from gridbots.games.paperio.settings import PaperioSettings
from gridbots.games.paperio.wire import PaperioWire
from gridbots.grid import DIRECTIONS
from gridbots.hookspecs import hookimpl

GAME = Game(
    name="paperio",
    title="Paper.io",
    summary="Go around land to own it, and cut the trails of those who do.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    simultaneous=True,
    hidden=True,
    chance=False,
    settings=PaperioSettings,
    seats=lambda settings: int(settings.seats),
    setup=setup,
    outcome=outcome,
    wire=PaperioWire(),
    frame=frame,
    frame_keeps=False,
    features=FEATURES,
    belief_model=BELIEF_MODEL,
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
