"""Observation of a Kaggle agent, made of the lines of the game hungry-geese; no input or output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.protocol import read_count
from gridbots_bridges.kaggle.stand_in import Configuration, Observation

if TYPE_CHECKING:
    from gridbots.protocol import Request

FOOD: Final = "*"
MOVES: Final = {"NORTH": "up", "EAST": "right", "SOUTH": "down", "WEST": "left"}


def configuration(request: Request) -> Configuration:
    settings = request.settings
    return Configuration(
        episodeSteps=read_count(settings, "max_rounds", 199) + 1,
        actTimeout=max(read_count(settings, "time_per_move", 1000) / 1000, 0.001),
        runTimeout=1200,
        columns=read_count(settings, "width", 11),
        rows=read_count(settings, "height", 7),
        hunger_rate=read_count(settings, "hunger_rate", 40),
        min_food=read_count(settings, "min_food", 2),
        max_length=read_count(settings, "max_length", 99),
    )


def observation(request: Request) -> Observation:
    """Geese as their cells from the head on; one that is out has none."""
    cells = request.updates.get("field", "").split(",")
    places = list(map(int, request.updates.get("places", "").split(",")))
    parts: list[list[tuple[int, int]]] = [[] for _ in range(request.seats)]
    for cell, letter in enumerate(cells):
        if letter.isdecimal():
            parts[int(letter)].append((places[cell], cell))
    return Observation(
        remainingOverageTime=request.bank_ms / 1000,
        step=read_count(request.updates, "round", 0),
        index=request.seat,
        geese=[[cell for _, cell in sorted(body)] for body in parts],
        food=[cell for cell, letter in enumerate(cells) if letter == FOOD],
    )


def move_of(action: object) -> str | None:
    """The referee's word for an action: its name, or a member of an enumeration of that name."""
    name = getattr(action, "name", action)
    return MOVES.get(name) if isinstance(name, str) else None
