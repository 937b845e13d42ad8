"""Matches and positions recorded from the paper's multiplayer Snake, as states of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.state import MultisnakeSettings
from gridbots.grid import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    from gridbots.game import State

OURS = [RIGHT, DOWN, LEFT, UP]
"""The original's moves (+1,0), (0,+1), (-1,0), (0,-1): its first component is our column."""


def settings_for(match: dict[str, Any]) -> MultisnakeSettings:
    return MultisnakeSettings(
        size=match["grid"], seats=match["snakes"], max_rounds=match["max_iter"]
    )


def recorded_state(
    settings: MultisnakeSettings, recorded: dict[str, Any], rounds: int = 0
) -> State:
    """A recorded state, read as a bot would read it; snakes that are not there went out at 1."""
    field = [["."] * settings.size for _ in range(settings.size)]
    for column, row, value in recorded["c"]:
        field[row][column] = {1: "+", 3: "*"}[value]
    points, out = [0] * settings.seats, [1] * settings.seats
    updates = {}
    for seat, body, worth, _ in recorded["s"]:
        points[seat], out[seat] = worth, 0
        updates[f"snake{seat}"] = ";".join(f"{row},{column}" for column, row in body)
        for column, row in body:
            field[row][column] = f"{seat}"
    updates |= {
        "round": f"{rounds}",
        "field": ",".join(letter for row in field for letter in row),
        "points": ",".join(map(str, points)),
        "eaten": ",".join(["0"] * settings.seats),
        "out": ",".join(map(str, out)),
    }
    return GAME.wire.read_updates(None, settings, updates)


def state_of(position: dict[str, Any]) -> State:
    """A recorded position of an agent."""
    settings = MultisnakeSettings(size=position["grid"], seats=position["n"])
    return recorded_state(settings, position["st"], rounds=position["iter"])
