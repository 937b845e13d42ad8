"""Search record of an agent of Paper.io: parameters, evaluation and buffers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.runner import entry_with_options
from gridbots.errors import SettingsError
from gridbots.games.paperio.features import FEATURES
from gridbots.games.paperio.movement import has_choice
from gridbots.games.paperio.rules import margin
from gridbots.kernel import call, handle, inlined_kernel
from gridbots.plugins import load_bot, load_game
from gridbots.plugins.bot_text import parse_bot
from gridbots.search.core import NOBODY
from gridbots.search.minimax import SearchVariant
from gridbots.vector import fitted
from gridbots_minimax.learned_weights import learned_weights
from gridbots_minimax.paperio.decision import ORDER

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_minimax.paperio.options import Options


@inlined_kernel
def judge(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """As in the CS221 program: a match counts its margin, and who has no move is lost.

    That is infinitely bad: worse than to be out, which costs the whole board.
    """
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return margin(state, seat)
    if left > 0 and mover != NOBODY and not has_choice(state, mover):
        return -np.inf if mover == seat else np.inf
    return np.nan


@inlined_kernel
def judge_by_value(  # noqa: PLR0913, PLR0917  of a judge, after what it goes by
    told: Record, state: State, seat: int, mover: int, rounds: int, left: int
) -> float:
    """The same; and at the end of the search what another bot takes a position to be worth."""
    decided = judge(state, seat, mover, rounds, left)
    if left > 0 or not np.isnan(decided):
        return decided
    return call(told["value"], state, seat)  # type: ignore[no-any-return]


WEIGHTS: Final = {
    "pure": {"land": 1.0},
    "safe": {"land": 1.0, "danger": -2.0},
    "lead": {"lead": 1.0},
}
"""What a position is worth that is not decided.

The paper's formula for safe weighs land against steps; its program takes two off for every step.
"""


def judge_for(options: Options, dtype: np.dtype[Any]) -> Any:
    """The judge of an agent, for state records of this type."""
    if not options.value:
        return judge
    value = handle(value_for(options.value, dtype))
    told = np.zeros(1, [("value", value.dtype, (1,))])
    told["value"] = value
    return functools.partial(judge_by_value, told[0])


def manner_of(judging: Any, *, averages: bool) -> SearchVariant:
    """The search of the paper's program, all of whose best moves are equal."""
    return SearchVariant(
        others="random" if averages else "worst",
        exact="values" if averages else "best",
        judge=judging,
        preference=ORDER,
    )


def plan_dtype(dtype: np.dtype[Any], manner: SearchVariant) -> np.dtype[Any]:
    """For state records of this type."""
    search = manner.dtype(dtype, len(FEATURES))
    moves = search["values"].shape
    return np.dtype(
        [
            ("depth", "i8"),  # moves of its own to look ahead
            ("frozen", "i8"),  # 1: remembers of others what they had at the opening
            ("predicts", "i8"),  # 1: takes for played what it expected of others
            ("values", "f8", moves),  # of each own move, by the last finished search
            ("lines", "i8", moves),  # the replies expected to each of them
            ("search", search, (1,)),
        ]
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of minimax or, where others count with their mean, of expectimax."""
    manner = manner_of(judge_for(options, dtype), averages=averages)
    plan = np.zeros(1, plan_dtype(dtype, manner))[0]
    plan["depth"] = options.depth
    plan["frozen"] = options.memory == "frozen"
    plan["predicts"] = options.belief == "search"
    manner.write(plan["search"][0], weights_of(options))
    return plan


def weights_of(options: Options) -> list[float]:
    """The weights of all features, in their order."""
    learned = learned_weights("paperio", FEATURES, options)
    if learned is not None:
        return learned
    weights = WEIGHTS[options.evaluates_by]
    return [weights.get(name, 0.0) for name in FEATURES]


def value_of(text: str) -> Any:
    """The value of an installed bot, `NAME` or `NAME:OPTION=VALUE`: a kernel, or what makes one.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it tells no values of this game.
    """
    name, given = parse_bot(text)
    game = load_game("paperio")
    entry, checked = entry_with_options(load_bot(name), name, game, given)
    value = entry.value(game, checked) if entry.value else None
    if value is None:
        raise SettingsError(f"value: expected a bot that tells values of paperio, got {text!r}")
    return value


def value_for(text: str, dtype: np.dtype[Any]) -> Any:
    """The same as a kernel, for state records of this type."""
    return fitted(value_of(text), dtype)
