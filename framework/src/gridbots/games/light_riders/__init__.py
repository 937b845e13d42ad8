"""Light Riders: the game of riddles.io, and of the CS221 paper that learned to play it."""

from __future__ import annotations

from gridbots.game import Game, Untold
from gridbots.games.light_riders import rules, sequential  # noqa: F401  brings a verb
from gridbots.games.light_riders.features import FEATURES
from gridbots.games.light_riders.pictures import frame
from gridbots.games.light_riders.wire import LightRidersWire
from gridbots.grid import DIRECTIONS
from gridbots.hookspecs import hookimpl

GAME = Game(
    name="light-riders",
    title="Light Riders",
    summary="Riders leave walls behind them; the last one riding wins.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    simultaneous=True,
    hidden=False,
    chance=False,
    settings=rules.LightRidersSettings,
    seats=lambda settings: int(settings.seats),
    setup=rules.setup,
    outcome=rules.outcome,
    wire=LightRidersWire(),
    frame=frame,
    features=FEATURES,
    untold=Untold(
        settings=("start", "end"),
        fields=("stuck_is_out", "starts_anywhere"),
        fields_when_out=("riders", "headings"),
    ),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
