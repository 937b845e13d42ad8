"""Battlesnake: the game of play.battlesnake.com, by the rules of its engine.

settings     settings
state        state record
opening      initial state
rules        stages of a round, and the end of a match
movement     movement and health
elimination  elimination and its causes
feeding      food: eating it and placing it
hazards      hazards of the maps; the shrinking sides of royale
bitboards    bitboards: sets of cells, one bit each
territory    Voronoi territories around moving bodies
features     evaluation features
visibility   visibility in fog
wire         text form
pictures     frames
bots         bots that play it
"""

from __future__ import annotations

import dataclasses

from gridbots.game import Game, Untold, Verbs
from gridbots.grid import DIRECTIONS
from gridbots.plugins.hookspecs import GamePlugin, hookimpl
from gridbots_battlesnake import features, movement, opening, rules, state, visibility
from gridbots_battlesnake.pictures import frame
from gridbots_battlesnake.settings import BattlesnakeSettings, FogSettings
from gridbots_battlesnake.wire import BattlesnakeWire, FogWire

GAME = Game(
    name="battlesnake",
    title="Battlesnake",
    summary="Snakes eat, grow, and die by walls, bodies and longer opponents; the last one wins.",
    moves=DIRECTIONS,
    chance=True,
    settings=BattlesnakeSettings,
    seats=lambda settings: int(settings.seats),
    state=state.record_type,
    setup=opening.setup,
    verbs=Verbs(
        step=rules.step,
        accepts=movement.accepts,
        is_over=rules.is_over,
        is_living=state.is_living,
        utility=rules.utility,
        score=rules.score,
        candidates=features.candidates,
        evaluate=features.evaluate,
        reopen=opening.reopen,
    ),
    outcome=rules.outcome,
    wire=BattlesnakeWire(),
    frame=frame,
    frame_keeps=False,
    features=features.FEATURES,
    weights=features.WEIGHTS,
    untold=Untold(fields_when_out=("bodies",)),
)

FOG = dataclasses.replace(
    GAME,
    name="battlesnake-fog",
    title="Battlesnake in fog",
    summary="Battlesnake in which each snake sees only the cells around its head.",
    settings=FogSettings,
    verbs=dataclasses.replace(GAME.verbs, observe=visibility.observe, sample=visibility.sample),
    wire=FogWire(),
    hidden=True,
)
"""The same game with hidden information, as tournaments in fog play it.

It is a separate game: in GAME all seats see the same board, and searches need no samples.
"""

fog = GamePlugin(FOG)


@hookimpl
def gridbots_game() -> Game:
    return GAME
