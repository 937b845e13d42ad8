"""API of Battlesnake, version 1: bodies of requests, made from the lines of our protocol.

The lines are translated as text, without a state. Our rows count down from the top; y in the API
counts up from the bottom.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.protocol import read_count

if TYPE_CHECKING:
    from gridbots.protocol import Request

MOVES: Final = ("up", "right", "down", "left")
DEFAULT_MOVE: Final = "up"
"""Move of a snake whose first answer is invalid."""
VERSION: Final = "gridbots"
CUSTOMIZATIONS: Final = '{"color":"#888888","head":"default","tail":"default"}'


NONE: Final = "none"
"""Text of our protocol for an empty list of cells."""


class _Points(dict[str, str]):
    """Cell of our protocol, `row,column` -> point of the API; `row,column,count`: many times."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self._top = height - 1

    def __missing__(self, cell: str) -> str:
        row, column, *count = map(int, cell.split(","))
        point = f'{{"x":{column},"y":{self._top - row}}}'
        self[cell] = text = ",".join([point] * (count[0] if count else 1))
        return text

    def of(self, cells: str) -> str:
        """The points of `row,column;row,column`, separated by commas."""
        if not cells or cells == NONE:
            return ""
        return ",".join(map(self.__getitem__, cells.split(";")))


class RequestBodies:
    """Bodies of the requests of one match to one snake."""

    def __init__(self, first: Request) -> None:
        settings = first.settings
        self._seats, self._seat = range(first.seats), first.seat
        width = read_count(settings, "width", 11)
        height = read_count(settings, "height", 11)
        self._points = _Points(height)
        self._names = settings.get("player_names", "").split(",")
        self._game = json.dumps(_game(settings), separators=(",", ":"))[:-1]
        self._board = f',"board":{{"height":{height},"width":{width},"snakes":['
        self._you = "{}"
        """The snake itself, as it was last seen on the board."""

    def body(self, request: Request, latency_ms: int, timeout_ms: int) -> bytes:
        """The body of /start, /move or /end, as the snake sees the board."""
        updates, points = request.updates, self._points.of
        healths = updates.get("health", "").split(",")
        snakes = []
        for seat in self._seats:
            cells = updates.get(f"snake{seat}")
            if cells is not None:
                own = seat == self._seat
                snake = self._snake(seat, healths[seat], points(cells), latency_ms if own else 0)
                snakes.append(snake)
                if own:
                    self._you = snake
        food, hazards = points(updates.get("food", "")), points(updates.get("hazards", ""))
        return (
            f'{{"game":{self._game},"timeout":{timeout_ms}}},"turn":{updates.get("round", "0")}'
            f"{self._board}{','.join(snakes)}],"
            f'"food":[{food}],"hazards":[{hazards}]}},"you":{self._you}}}'
        ).encode()

    def _snake(self, seat: int, health: str, body: str, latency_ms: int) -> str:
        head = body[: body.index("}") + 1]
        return (
            f'{{"id":"gs_{self._names[seat]}","name":"{self._names[seat]}",'
            f'"latency":"{latency_ms}","health":{health},"body":[{body}],"head":{head},'
            f'"length":{body.count("{")},"shout":"","squad":"",'
            f'"customizations":{CUSTOMIZATIONS}}}'
        )


def _game(settings: dict[str, str]) -> dict[str, Any]:
    digits = os.urandom(16).hex()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    ruleset = {
        "foodSpawnChance": read_count(settings, "food_chance", 15),
        "minimumFood": read_count(settings, "minimum_food", 1),
        "hazardDamagePerTurn": int(settings.get("hazard_damage", "14")),
        "hazardMap": "",
        "hazardMapAuthor": "",
        "royale": {"shrinkEveryNTurns": read_count(settings, "shrink_every", 25)},
        "squad": {
            "allowBodyCollisions": False,
            "sharedElimination": False,
            "sharedHealth": False,
            "sharedLength": False,
        },
    }
    name = settings.get("mode", "standard")
    return {
        "id": "-".join(parts),
        "ruleset": {"name": name, "version": VERSION, "settings": ruleset},
        "map": settings.get("map", "standard"),
        "source": "custom",
    }


def move_of(body: bytes) -> str | None:
    """The move in an answer; None if the answer contains no valid move."""
    try:
        answer = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(answer, dict):
        return None
    named = (value for key, value in answer.items() if key.lower() == "move")
    move = next((value.lower() for value in named if isinstance(value, str)), None)
    return move if move in MOVES else None
