"""Learned value functions on disk ("minds"): weights by name, and how they were learned.

A file is JSON. `weights` has a number for each dense feature, `tables` rows of numbers for each
table; `made` says by which parameters, and `figures` how strong it is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from gridbots.errors import SettingsError
from gridbots.games.paperio.memory import memory_dtype
from gridbots.grid import NO_MOVE
from gridbots.search.core import BEST
from gridbots.weights import find, read
from gridbots_td.decision import MOST_DEPTH, ORDER, mind_of, plan_dtype, plans_dtype
from gridbots_td.features import DENSE, PAPER, PROGRAM, STARTS, TABLES, WEIGHTS

FOLDER: Final = Path(__file__).parent / "weights"
DENSES: Final = {"program": PROGRAM, "paper": PAPER, "dense": DENSE, "tables": DENSE}
"""The dense features of each kind of mind."""


class Trained(msgspec.Struct, frozen=True):
    """What a mind was trained for: settings of the game."""

    size: int = 7
    seats: int = 2
    order: str = "alternating"
    radius: int = 2
    max_rounds: int = 70


class Mind(msgspec.Struct, frozen=True):
    """What a bot plays by."""

    name: str
    features: str
    """Of DENSES; only `tables` has tables too."""
    weights: dict[str, float]
    tables: dict[str, list[list[float]]] = {}
    depth: int = 1
    """Own moves that it looks ahead."""
    memory: str = "refreshed"
    trained: Trained = Trained()
    made: dict[str, Any] = {}
    figures: dict[str, Any] = {}


def shipped() -> list[str]:
    """Names of the minds that come with the package."""
    return sorted(each.stem for each in FOLDER.glob("*.json"))


def read_mind(name: str) -> Mind:
    """A mind that comes with the package, or one in a file: a name that ends in `.json`.

    Raises:
        SettingsError: there is none, or it is not one.
    """
    return checked(read(find(FOLDER, name), Mind, "a mind"))


def checked(mind: Mind) -> Mind:
    """The mind, if all its names and numbers are there.

    Raises:
        SettingsError: they are not.
    """
    if mind.features not in DENSES:
        raise SettingsError(f"expected features of {sorted(DENSES)}, got {mind.features!r}")
    if set(mind.weights) != set(DENSES[mind.features]):
        got = ", ".join(mind.weights)
        raise SettingsError(f"expected weights {', '.join(DENSES[mind.features])}, got {got}")
    if not 1 <= mind.depth <= MOST_DEPTH or mind.memory not in ("refreshed", "frozen"):
        raise SettingsError(f"expected depth and memory, got {mind.depth} and {mind.memory!r}")
    wanted = TABLES if mind.features == "tables" else ()
    for name, rows, columns in wanted:
        got_shape = np.shape(mind.tables.get(name, ()))
        if got_shape != (rows, columns):
            raise SettingsError(f"expected {rows}x{columns} numbers for {name}, got {got_shape}")
    return mind


def plans_of(minds: tuple[Mind, Mind], dtype: np.dtype[Any], depth: int = 0) -> Any:
    """What is chosen by in matches with such records, as an array of one.

    The first mind is for matches in which seats take turns, the second for those in which all move
    at once. They look ahead as far as they are used to, unless a depth is given.
    """
    both = np.zeros(1, plans_dtype(dtype))
    for at, mind in enumerate(minds):
        prepare(both[0]["plans"][at], mind, depth)
    return both


def plan_of(mind: Mind, dtype: np.dtype[Any]) -> Any:
    """A plan for training, as an array of one."""
    plans = np.zeros(1, plan_dtype(dtype))
    prepare(plans[0], mind)
    return plans


def prepare(plan: Any, mind: Mind, depth: int = 0) -> None:
    """Fill in a plan."""
    plan["depth"] = depth or mind.depth
    plan["frozen"] = mind.memory == "frozen"
    plan["last"] = mind.features == "program"
    search = plan["search"][0]
    search["exact"] = BEST
    search["among"] = -1
    search["order"] = NO_MOVE
    search["order"][: len(ORDER)] = ORDER
    inner: Any = mind_of(plan)
    inner["weights"] = flat(mind)
    inner["denses"] = len(DENSES[mind.features])
    inner["tables"] = len(TABLES) if mind.features == "tables" else 0
    inner["program"] = mind.features == "program"


def flat(mind: Mind) -> Any:
    """All weights in a row, as kernels have them."""
    weights = np.zeros(WEIGHTS)
    for at, name in enumerate(DENSES[mind.features]):
        weights[at] = mind.weights[name]
    for start, (name, rows, columns) in zip(STARTS, TABLES, strict=True):
        if name in mind.tables:
            weights[start : start + rows * columns] = np.ravel(mind.tables[name])
    return weights


def named(features: str, weights: Any) -> tuple[dict[str, float], dict[str, list[list[float]]]]:
    """A row of weights by name: dense ones, and tables."""
    dense = {name: round(float(weights[at]), 6) for at, name in enumerate(DENSES[features])}
    tables = {}
    if features == "tables":
        for start, (name, rows, columns) in zip(STARTS, TABLES, strict=True):
            cells = weights[start : start + rows * columns].reshape(rows, columns)
            tables[name] = [[round(float(cell), 5) for cell in row] for row in cells]
    return dense, tables


def memories(dtype: np.dtype[Any], count: int = 1) -> Any:
    return np.zeros(count, memory_dtype(dtype))


def text_of(mind: Mind) -> bytes:
    """JSON with the innermost lists on one line each."""
    text = msgspec.json.format(msgspec.json.encode(mind), indent=1)
    return re.sub(rb"\[[^\[\]{}]*\]", lambda found: re.sub(rb"\n *", b" ", found[0]), text) + b"\n"
