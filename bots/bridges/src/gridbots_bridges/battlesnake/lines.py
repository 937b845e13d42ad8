"""Lines of our protocol, made from the bodies of requests, for `gridbots serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots.protocol import END_LINE, action_line, greeting, wire_names

if TYPE_CHECKING:
    from collections.abc import Iterable

MODES: Final = {"standard", "solo", "wrapped", "royale", "constrictor", "wrapped_constrictor"}
MAPS: Final = {
    "standard", "empty", "royale", "hz_columns", "hz_inner_wall", "hz_rings", "sinkholes",
    "hz_hazard_pits", "healing_pools", "snail_mode",
}  # fmt: skip
OTHER: Final = "standard"
"""Mode and map that replace unknown ones."""
MOST_ROUNDS: Final = 5000
MOST_SIDE: Final = 25
MOST_SNAKES: Final = 16
NONE: Final = "none"
UNKNOWN_CAUSE: Final = "wall-collision"
"""Requests do not contain the cause of elimination."""


class ApiPoint(msgspec.Struct, frozen=True):
    x: int
    y: int


class ApiSnake(msgspec.Struct, frozen=True):
    id: str
    health: Annotated[int, Meta(ge=0, le=100)]
    body: Annotated[tuple[ApiPoint, ...], Meta(min_length=1, max_length=1000)]


class ApiBoard(msgspec.Struct, frozen=True):
    height: Annotated[int, Meta(ge=3, le=MOST_SIDE)]
    width: Annotated[int, Meta(ge=3, le=MOST_SIDE)]
    snakes: Annotated[tuple[ApiSnake, ...], Meta(max_length=MOST_SNAKES)]
    food: tuple[ApiPoint, ...] = ()
    hazards: tuple[ApiPoint, ...] = ()


class Royale(msgspec.Struct, frozen=True, rename={"every": "shrinkEveryNTurns"}):
    every: int = 25


class RuleSettings(msgspec.Struct, frozen=True, rename="camel"):
    food_spawn_chance: int = 15
    minimum_food: int = 1
    hazard_damage_per_turn: int = 14
    royale: Royale = Royale()


class Ruleset(msgspec.Struct, frozen=True):
    name: str = OTHER
    settings: RuleSettings = RuleSettings()


class ServedGame(msgspec.Struct, frozen=True):
    id: str
    ruleset: Ruleset = Ruleset()
    map: str = OTHER
    timeout: Annotated[int, Meta(ge=1, le=3_600_000)] = 500


class SnakeRequest(msgspec.Struct, frozen=True):
    """Body of /start, /move and /end; only the fields that are used."""

    game: ServedGame
    turn: Annotated[int, Meta(ge=0, le=1_000_000)]
    board: ApiBoard
    you: ApiSnake


class MatchLines:
    """Lines of one match for one snake.

    A snake that has left the board counts as eliminated since the last request.
    """

    def __init__(self, first: SnakeRequest, overhead_ms: int) -> None:
        ids = [snake.id for snake in first.board.snakes]
        if first.you.id not in ids:
            ids.append(first.you.id)
        self._seats = {name: seat for seat, name in enumerate(ids)}
        self._out = [0] * len(ids)
        self._bank = max(first.game.timeout - overhead_ms, 1)
        self.greeting = _settings_text(first, self._seats[first.you.id], len(ids), self._bank)

    def request(self, request: SnakeRequest) -> bytes:
        """The lines that ask for a move."""
        return self._updates(request) + action_line(self._bank)

    def end(self, request: SnakeRequest) -> bytes:
        """The lines that show the last board."""
        return self._updates(request) + END_LINE

    def _updates(self, request: SnakeRequest) -> bytes:
        board, count = request.board, len(self._out)
        living = {self._seats[each.id]: each for each in board.snakes if each.id in self._seats}
        for seat in range(count):
            if seat not in living:
                self._out[seat] = self._out[seat] or max(request.turn, 1)
        healths = [living[seat].health if seat in living else 0 for seat in range(count)]
        lengths = [len(living[seat].body) if seat in living else 0 for seat in range(count)]
        lines = [
            f"round {request.turn}",
            f"field {_field(board, living)}",
            f"health {_listed(healths)}",
            f"length {_listed(lengths)}",
            f"out {_listed(self._out)}",
            f"cause {','.join(UNKNOWN_CAUSE if out else '-' for out in self._out)}",
            f"by {','.join('-' * count)}",
            "borders 0,0,0,0",
            f"food {_cells(dict.fromkeys(board.food), board) or NONE}",
            f"hazards {_stacks(board)}",
            "slime none",
            *[f"snake{seat} {_cells(snake.body, board)}" for seat, snake in living.items()],
        ]
        return "".join(f"update game {line}\n" for line in lines).encode()


def _settings_text(first: SnakeRequest, seat: int, seats: int, bank: int) -> bytes:
    rules, board = first.game.ruleset.settings, first.board
    mode = first.game.ruleset.name.replace("-", "_")
    values = {
        "width": board.width,
        "height": board.height,
        "mode": mode if mode in MODES else OTHER,
        "map": first.game.map if first.game.map in MAPS else OTHER,
        "food_chance": min(max(rules.food_spawn_chance, 0), 100),
        "minimum_food": min(max(rules.minimum_food, 0), 100),
        "hazard_damage": min(max(rules.hazard_damage_per_turn, -100), 100),
        "shrink_every": min(max(rules.royale.every, 1), 10_000),
        "max_rounds": max(MOST_ROUNDS, first.turn + 1),
    }
    lines = [f"settings {name} {value}".encode() for name, value in values.items()]
    return b"\n".join([*greeting(wire_names(seats), seat, bank, bank), *lines, b""])


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _cells(points: Iterable[ApiPoint], board: ApiBoard) -> str:
    """Cells as `row,column`; rows count from the top."""
    return ";".join(f"{board.height - 1 - point.y},{point.x}" for point in points)


def _stacks(board: ApiBoard) -> str:
    """Hazards on the board as `row,column,count`."""
    counts: dict[ApiPoint, int] = {}
    for point in board.hazards:
        if 0 <= point.x < board.width and 0 <= point.y < board.height:
            counts[point] = counts.get(point, 0) + 1
    return ";".join(f"{_cells([point], board)},{count}" for point, count in counts.items()) or NONE


def _field(board: ApiBoard, living: dict[int, ApiSnake]) -> str:
    letters = [["."] * board.width for _ in range(board.height)]
    marked = [("!", board.hazards), ("+", board.food)]
    marked += [(f"{seat:x}", snake.body) for seat, snake in living.items()]
    for letter, points in marked:
        for point in points:
            if 0 <= point.x < board.width and 0 <= point.y < board.height:
                letters[board.height - 1 - point.y][point.x] = letter
    return ",".join(letter for row in letters for letter in row)
