"""Battlesnake in fog: the same game with hidden information, as tournaments in fog play it.

A game of its own, for where nothing is hidden all are told alike, and searches need no samples.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_battlesnake import GAME, visibility
from gridbots_battlesnake.settings import FogSettings
from gridbots_battlesnake.wire import FogWire

if TYPE_CHECKING:
    from gridbots.game import Game

FOG = dataclasses.replace(
    GAME,
    name="battlesnake-fog",
    title="Battlesnake in fog",
    summary="Battlesnake in which each snake sees only so far.",
    settings=FogSettings,
    verbs=dataclasses.replace(GAME.verbs, observe=visibility.observe, sample=visibility.sample),
    wire=FogWire(),
    hidden=True,
)


@hookimpl
def gridbots_game() -> Game:
    return FOG
