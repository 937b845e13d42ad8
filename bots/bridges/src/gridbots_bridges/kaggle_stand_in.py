"""Stand-in for `kaggle_environments.envs.hungry_geese.hungry_geese`: the names that agents import.

It is used only if that package is not installed. Positions count row by row; the board is a torus.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE: Final = "kaggle_environments"
MODULES: Final = (PACKAGE, f"{PACKAGE}.envs", f"{PACKAGE}.envs.hungry_geese")
STEPS: Final = {"NORTH": (-1, 0), "EAST": (0, 1), "SOUTH": (1, 0), "WEST": (0, -1)}


class Struct(dict[str, Any]):
    """A mapping whose items are also attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Observation(Struct):
    pass


class AgentConfiguration(Struct):
    pass


Configuration = AgentConfiguration


class Action(Enum):
    NORTH = auto()
    EAST = auto()
    SOUTH = auto()
    WEST = auto()

    def to_row_col(self) -> tuple[int, int]:
        return STEPS[self.name]

    def opposite(self) -> Action:
        actions = list(Action)
        return actions[(actions.index(self) + 2) % 4]


def row_col(position: int, columns: int) -> tuple[int, int]:
    return divmod(position, columns)


def translate(position: int, direction: Action, columns: int, rows: int) -> int:
    row, column = divmod(position, columns)
    down, right = direction.to_row_col()
    return (row + down) % rows * columns + (column + right) % columns


def adjacent_positions(position: int, columns: int, rows: int) -> list[int]:
    return [translate(position, action, columns, rows) for action in Action]


def min_distance(position: int, food: Iterable[int], columns: int) -> int:
    """Steps to the nearest food on a board with edges, as in the original."""
    row, column = divmod(position, columns)
    return min(abs(row - at // columns) + abs(column - at % columns) for at in food)


def install() -> None:
    """Let agents import the stand-in if the package itself is not installed."""
    if importlib.util.find_spec(PACKAGE) is not None:
        return
    for name in MODULES:
        module = types.ModuleType(name)
        module.__path__ = []
        sys.modules[name] = module
    sys.modules[f"{MODULES[-1]}.hungry_geese"] = sys.modules[__name__]
