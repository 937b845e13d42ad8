"""Multiplayer Snake: the game of a CS221 paper inspired by Slither.io."""

from __future__ import annotations

from gridbots.game import Game
from gridbots.games.multisnake import rules
from gridbots.games.multisnake.features import FEATURES
from gridbots.games.multisnake.pictures import frame
from gridbots.games.multisnake.wire import MultisnakeWire
from gridbots.hookspecs import hookimpl

GAME = Game(
    name="multisnake",
    title="Multiplayer Snake",
    summary="Snakes eat candies and grow; who runs into another one is out.",
    moves=rules.WORDS,
    passes=("pass", "no_moves"),
    simultaneous=True,
    hidden=False,
    chance=True,
    settings=rules.MultisnakeSettings,
    seats=lambda settings: int(settings.seats),
    setup=rules.setup,
    outcome=rules.outcome,
    wire=MultisnakeWire(),
    frame=frame,
    features=FEATURES,
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
