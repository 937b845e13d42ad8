"""Multiplayer Snake: the game of a CS221 paper inspired by Slither.io."""

from __future__ import annotations

from gridbots.game import Game, Untold
from gridbots.games.multisnake.features import FEATURES
from gridbots.games.multisnake.movement import WORDS
from gridbots.games.multisnake.opening import setup
from gridbots.games.multisnake.pictures import frame
from gridbots.games.multisnake.rules import outcome
from gridbots.games.multisnake.settings import MultisnakeSettings
from gridbots.games.multisnake.wire import MultisnakeWire
from gridbots.hookspecs import hookimpl

GAME = Game(
    name="multisnake",
    title="Multiplayer Snake",
    summary="Snakes eat candies and grow; who runs into another one is out.",
    moves=WORDS,
    passes=("pass", "no_moves"),
    simultaneous=True,
    hidden=False,
    chance=True,
    settings=MultisnakeSettings,
    seats=lambda settings: int(settings.seats),
    setup=setup,
    outcome=outcome,
    wire=MultisnakeWire(),
    frame=frame,
    frame_keeps=False,
    features=FEATURES,
    untold=Untold(settings=("candy_rate",), fields=("first_candies",), fields_when_out=("bodies",)),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
