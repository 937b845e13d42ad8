"""The decision of beam as a kernel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living
from gridbots.kernel import kernel
from gridbots.vector import Fitting, Remembering
from gridbots_minimax.beam.beam_search import beam_dtype, search_beam
from gridbots_minimax.beam.evaluation import MOST_STEPS, strangeness
from gridbots_minimax.beam.opponents import (
    MEMORY,
    MODELS,
    confidence_in,
    model_of,
    observe,
    strangeness_of,
)
from gridbots_minimax.beam.position import copy_position
from gridbots_minimax.beam.survival import write_first_move_costs

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_minimax.beam.options import Options

INFERRED: Final = -1
SEARCH_OPTIONS: Final = (
    "width", "depth", "discount", "collision_penalty", "death_penalty", "uncertain_moves",
    "dead_end_penalty",
)  # fmt: skip
EVALUATION_OPTIONS: Final = (
    "candy_sum_weight", "contested_weight", "free_space", "confinement_penalty",
    "territory_target", "territory_penalty", "siege_territory", "siege_bonus",
)  # fmt: skip


def policy_for(options: Options) -> Fitting:
    def make(dtype: np.dtype[Any]) -> Remembering:
        return Remembering(functools.partial(choose, plan_of(options, dtype)), np.zeros(1, MEMORY))

    return Fitting(make)


def plan_of(options: Options, dtype: np.dtype[Any]) -> Any:
    """Parameters and workspace of the decision."""
    plan = np.zeros(1, plan_dtype(dtype, options.width))[0]
    plan["model"] = INFERRED if options.model == "inferred" else MODELS.index(options.model)
    search = plan["search"][0]
    for name in SEARCH_OPTIONS:
        search[name] = getattr(options, name)
    evaluation = search["evaluation"][0]
    evaluation["candy_values"] = options.candy_decay ** np.arange(MOST_STEPS)
    for name in EVALUATION_OPTIONS:
        evaluation[name] = getattr(options, name)
    return plan


def plan_dtype(dtype: np.dtype[Any], width: int) -> np.dtype[Any]:
    return np.dtype([("model", "i8"), ("search", beam_dtype(dtype, width), (1,))])


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001  no chance
    observe(memory, observation, seat)
    search = plan["search"][0]
    evaluation = search["evaluation"][0]
    for other in range(observation["seats"]):
        if other != seat and is_living(observation, other):
            model = model_of(memory, other) if plan["model"] == INFERRED else plan["model"]
            search["models"][other] = model
            search["doubts"][other] = 1.0 - confidence_in(memory, other, model)
            evaluation["strangeness"][other] = strangeness_of(memory, other)
    evaluation["strangeness"][seat] = strangeness(evaluation, observation, seat)
    write_first_move_costs(search, observation, seat)
    copy_position(search["states"][0, 0], observation)
    return search_beam(search, seat)
