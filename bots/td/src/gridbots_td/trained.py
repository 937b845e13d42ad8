"""Value functions on disk, and the plans that search with them.

A file of weights (`gridbots.training.weights`) has an array `weights` for the dense features, and
an array for each table, by its name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.games.paperio.memory import memory_dtype
from gridbots.games.paperio.particles import cloud_dtype
from gridbots.grid import NO_MOVE
from gridbots.search.core import BEST
from gridbots.training import weights
from gridbots_td.decision import ORDER
from gridbots_td.features.layout import DENSE, PAPER, PROGRAM, STARTS, TABLES, WEIGHTS
from gridbots_td.network import MAX_UNITS, network_weights
from gridbots_td.plan import MAX_DEPTH, MAX_SAMPLES, plan_dtype, plans_dtype
from gridbots_td.state_value import value_function_of

if TYPE_CHECKING:
    from gridbots_td.options import Options

FOLDER: Final = Path(__file__).parent / "weights"
DENSES: Final = {
    "program": PROGRAM, "paper": PAPER, "dense": DENSE, "tables": DENSE, "network": DENSE,
}  # fmt: skip
"""Dense features by kind of value function."""

TABLED: Final = ("tables", "network")
"""Kinds that have tables."""


class ValueFunctionAbout(weights.About, frozen=True, kw_only=True):
    """Metadata of a value function."""

    former: ClassVar[dict[str, str]] = {"prize": "win_weight"}
    learner: Literal["program", "paper", "dense", "tables", "network"]
    """Its kind, a key of DENSES."""
    features: list[str]
    """Names of the dense features, in the order of their weights."""
    depth: Annotated[int, Meta(ge=1, le=MAX_DEPTH)] = 1
    """Search depth, own moves."""
    samples: Annotated[int, Meta(ge=0, le=MAX_SAMPLES)] = 0
    """Belief states to search; 0: the remembered state."""
    units: Annotated[int, Meta(ge=1, le=MAX_UNITS)] = 32
    """Hidden units of a network."""
    memory: Literal["refreshed", "frozen"] = "refreshed"
    win_weight: float = 0.0
    """Weight of the win in the value of a match; the rest is for the margin."""
    figures: dict[str, list[float]] = msgspec.field(default_factory=dict)
    """Results of the test: see `training.validation.Figures`."""
    parameters: dict[str, Any] = msgspec.field(default_factory=dict)
    """Parameters of the training."""


class ValueFunction(msgspec.Struct, frozen=True):
    """Value function: features times weights."""

    about: ValueFunctionAbout
    weights: Any
    """Weights of all dense features and tables in a row, float64[WEIGHTS]."""
    name: str = ""
    network: Any = None
    """Weights of a network, float32; see `network`."""


def read_trained(name: str) -> ValueFunction:
    """Read a value function of the package by name, or that of a file: a name ending in `.npz`.

    Raises:
        SettingsError: there is none, or the file holds something else.
    """
    trained = weights.read(weights.find(FOLDER, name), ValueFunctionAbout, "weights of td")
    about = trained.about
    if tuple(about.features) != DENSES[about.learner]:
        wanted, got = ", ".join(DENSES[about.learner]), ", ".join(about.features)
        raise SettingsError(f"expected features {wanted} in {trained.path}, got {got}")
    shapes: dict[str, tuple[int, ...]] = {"weights": (len(about.features),)}
    if about.learner in TABLED:
        shapes |= {table: (rows, columns) for table, rows, columns in TABLES}
    expected: dict[str, Any] = {each: (shape, np.float64) for each, shape in shapes.items()}
    if about.learner == "network":
        expected["network"] = ((network_weights(len(DENSE), about.units),), np.float32)
    found = trained.arrays(expected)
    return ValueFunction(about, in_a_row(found), trained.name, found.get("network"))


def in_a_row(arrays: dict[str, Any]) -> Any:
    """All weights in a row, as kernels use them."""
    row = np.zeros(WEIGHTS)
    row[: len(arrays["weights"])] = arrays["weights"]
    for start, (name, rows, columns) in zip(STARTS, TABLES, strict=True):
        if name in arrays:
            row[start : start + rows * columns] = np.ravel(arrays[name])
    return row


def arrays_of(learned: ValueFunction) -> dict[str, Any]:
    """The arrays of a value function, as they are stored."""
    arrays = {"weights": learned.weights[: len(learned.about.features)]}
    if learned.about.learner == "network":
        arrays["network"] = learned.network
    if learned.about.learner in TABLED:
        for start, (name, rows, columns) in zip(STARTS, TABLES, strict=True):
            arrays[name] = learned.weights[start : start + rows * columns].reshape(rows, columns)
    return arrays


def plans_of(functions: tuple[ValueFunction, ...], dtype: np.dtype[Any], options: Options) -> Any:
    """Plans for matches with such states, as an array of one.

    Three value functions are for seats in turn, for simultaneous moves, and for other boards or
    more seats; a single one is for all. The options override depth and samples of the metadata.
    """
    all_plans = np.zeros(1, plans_dtype(dtype, program=functions[0].about.learner == "program"))
    for plan, learned in zip(all_plans[0]["plans"], functions * (3 // len(functions)), strict=True):
        prepare(plan, learned)
        plan["depth"] = options.depth or plan["depth"]
        plan["samples"] = options.samples if options.samples >= 0 else plan["samples"]
        plan["likely"] = options.opponent == "likely" and not plan["at_once"]
    return all_plans


def plan_of(learned: ValueFunction, dtype: np.dtype[Any]) -> Any:
    """A plan for training, as an array of one."""
    plans = np.zeros(1, plan_dtype(dtype, program=learned.about.learner == "program"))
    prepare(plans[0], learned)
    return plans


def prepare(plan: Any, learned: ValueFunction) -> None:
    """Fill in a plan."""
    about = learned.about
    plan["depth"] = about.depth
    plan["samples"] = about.samples
    plan["frozen"] = about.memory == "frozen"
    plan["at_once"] = about.settings.get("order") == "simultaneous"
    plan["last"] = about.learner == "program"
    search = plan["search"][0]
    search["exact"] = BEST
    search["among"] = -1
    search["order"] = NO_MOVE
    search["order"][: len(ORDER)] = ORDER
    inner: Any = value_function_of(plan)
    inner["weights"] = learned.weights
    inner["denses"] = len(about.features)
    inner["tables"] = len(TABLES) if about.learner in TABLED else 0
    if learned.network is not None:
        inner["network"][: len(learned.network)] = learned.network
        inner["units"] = about.units
    inner["win_weight"] = about.win_weight
    inner["program"] = about.learner == "program"


def memories(dtype: np.dtype[Any], count: int = 1) -> Any:
    """Memories of a single state, as at an opening."""
    return np.zeros(count, memory_dtype(dtype))


def memories_and_clouds(dtype: np.dtype[Any], count: int = 1) -> Any:
    """Memories, each with a belief: a distribution over possible states."""
    fields = [("memory", memory_dtype(dtype), (1,)), ("cloud", cloud_dtype(dtype), (1,))]
    return np.zeros(count, fields)
