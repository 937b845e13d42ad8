"""Search record of an agent of Paper.io: parameters, evaluation and buffers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.runner import entry_with_options
from gridbots.errors import SettingsError
from gridbots.games.paperio.features import FEATURES
from gridbots.kernel import handle
from gridbots.plugins import load_bot, load_game
from gridbots.plugins.bot_text import parse_bot
from gridbots.search.minimax import SearchVariant
from gridbots.vector import fitted
from gridbots_minimax.learned_weights import learned_weights
from gridbots_minimax.paperio.decision import ORDER
from gridbots_minimax.paperio.end_values import end_or_estimated_value, end_value

if TYPE_CHECKING:
    from gridbots_minimax.paperio.options import Options


WEIGHTS: Final = {
    "pure": {"land": 1.0},
    "safe": {"land": 1.0, "danger": -2.0},
    "lead": {"lead": 1.0},
}
"""Weights for positions that are not decided.

The paper's formula for safe weighs land against steps; its program subtracts two for every step.
"""


def end_value_for(options: Options, dtype: np.dtype[Any]) -> Any:
    """The value function of an agent for its nodes, for state records of this type."""
    if not options.value:
        return end_value
    value = handle(value_for(options.value, dtype))
    parameters = np.zeros(1, [("value", value.dtype, (1,))])
    parameters["value"] = value
    return functools.partial(end_or_estimated_value, parameters[0])


def variant_of(end_value: Any, *, averages: bool) -> SearchVariant:
    """The search of the paper's program, which chooses among all best moves."""
    return SearchVariant(
        others="random" if averages else "worst",
        exact="values" if averages else "best",
        terminal_value=end_value,
        preference=ORDER,
    )


def plan_dtype(dtype: np.dtype[Any], variant: SearchVariant) -> np.dtype[Any]:
    """The type of the plan, for state records of this type."""
    search = variant.dtype(dtype, len(FEATURES))
    moves = search["values"].shape
    return np.dtype(
        [
            ("depth", "i8"),  # own moves to look ahead
            ("frozen", "i8"),  # 1: remembers only the land of others at the opening
            ("predicts", "i8"),  # 1: assumes that others made the expected moves
            ("values", "f8", moves),  # by own move, from the last finished search
            ("lines", "i8", moves),  # expected replies to each own move
            ("search", search, (1,)),
        ]
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of minimax or, with averages over the moves of others, of expectimax."""
    variant = variant_of(end_value_for(options, dtype), averages=averages)
    plan = np.zeros(1, plan_dtype(dtype, variant))[0]
    plan["depth"] = options.depth
    plan["frozen"] = options.memory == "frozen"
    plan["predicts"] = options.belief == "search"
    variant.write(plan["search"][0], weights_of(options))
    return plan


def weights_of(options: Options) -> list[float]:
    """The weights of all features, in their order."""
    learned = learned_weights("paperio", FEATURES, options)
    if learned is not None:
        return learned
    weights = WEIGHTS[options.evaluation_name]
    return [weights.get(name, 0.0) for name in FEATURES]


def value_of(text: str) -> Any:
    """The value function of an installed bot, `NAME` or `NAME:OPTION=VALUE`.

    It is a kernel, or a factory of kernels.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: the bot has no value function for this game.
    """
    name, given = parse_bot(text)
    game = load_game("paperio")
    entry, checked = entry_with_options(load_bot(name), name, game, given)
    value = entry.value(game, checked) if entry.value else None
    if value is None:
        raise SettingsError(
            f"value: expected a bot with a value function for paperio, got {text!r}"
        )
    return value


def value_for(text: str, dtype: np.dtype[Any]) -> Any:
    """The same as a kernel, for state records of this type."""
    return fitted(value_of(text), dtype)
