"""Parameters of a tree search, from the options and the defaults of a game.

The defaults depend on the evaluation of a game. If it looks far ahead, as in Light Riders, leaves
are evaluated at once. In Multiplayer Snake it counts candies, but a snake can be lost in the next
rounds: a few rounds are simulated first. Games without defaults use roll-outs to the end. See
bots/mcts/README.md for measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from gridbots.errors import SettingsError
from gridbots.kernel import game_of
from gridbots.search.evaluation import by_features, by_lead, evaluation_of
from gridbots.training.weights import feature_weights
from gridbots_mcts.backup import add_regrets, learn_no_more
from gridbots_mcts.leaves import (
    by_evaluation,
    by_rollout,
    by_rollout_and_evaluation,
    estimate_each,
    no_priors,
    no_value,
    priors_by_evaluation,
)
from gridbots_mcts.search import TreeKernels, search_dtype
from gridbots_mcts.selection import REGRET_MATCHING, UCT, select_by_regret, select_by_uct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game
    from gridbots.space import Record
    from gridbots_mcts.options import Options


Leaf = Literal["rollout", "evaluation"]


@dataclass(frozen=True)
class Default:
    leaf: Leaf = "rollout"
    rollout_rounds: int = 1000
    exploration: float = 1.0
    scale: float = 10.0
    """Evaluation that is worth three quarters of a win."""


ANY_GAME: Final = Default()
DEFAULTS: Final = {
    "light-riders": Default("evaluation", scale=10.0),
    "multisnake": Default("rollout", rollout_rounds=20, scale=10.0),
    "paperio": Default("evaluation", exploration=0.1, scale=10.0),
    "snake": Default("rollout", rollout_rounds=50, scale=100.0),
}


def default_of(game: str) -> Default:
    return DEFAULTS.get(game, ANY_GAME)


def leave_empty(search: Record) -> None:
    pass


@dataclass(frozen=True)
class Parameters:
    """A search of states of one type."""

    state: np.dtype[Any]
    evaluate: Callable[..., float] = no_value
    estimate: Callable[..., None] = estimate_each
    fields: Sequence[tuple[Any, ...]] = ()
    """Fields of the search record that these two need."""
    fill: Callable[[Record], None] = leave_empty
    """Initialises these fields."""
    counts_first: bool = False
    """Whether only the first place counts with more than two seats."""
    leaf: str = "rollout"
    rollout_rounds: int = 1000
    weights: Sequence[float] = ()
    scale: float = 1.0
    selection: int = 0
    exploration: float = 1.0
    exploration_of_many: float | None = None
    """Exploration with more than two seats; None: the same."""
    bias: float = 0.0
    memory: int = 32
    recycles: bool = True
    """Whether a full tree drops its least visited nodes; otherwise it stops growing."""
    hidden: bool = False
    chance: bool = True
    """Whether the game has chance after the opening."""
    reuses: bool = True

    def __post_init__(self) -> None:
        if self.leaf == "evaluation" and self.evaluate is no_value:
            game = game_of(np.zeros(1, self.state)[0])
            raise ValueError(
                f"expected leaf=rollout, got evaluation: {game.name} has no evaluation"
            )

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the search record."""
        if self.leaf == "evaluation":
            leaf = by_evaluation
        else:
            leaf = by_rollout if self.evaluate is no_value else by_rollout_and_evaluation
        kernels = TreeKernels(
            leaf=leaf,
            estimate=self.estimate,
            evaluate=self.evaluate,
            select=select_by_regret if self.selection == REGRET_MATCHING else select_by_uct,
            learn=add_regrets if self.selection == REGRET_MATCHING else learn_no_more,
            priors=priors_by_evaluation if self.bias > 0 else no_priors,
        )
        return search_dtype(self.state, self.memory, kernels, self.fields)

    def write(self, search: Record, seats: int) -> None:
        """Write everything except the position into a search record of zeros."""
        game = game_of(np.zeros(1, self.state)[0])
        search["seats"] = seats
        search["moves"] = game.moves
        search["selection"] = self.selection
        search["is_hidden"] = self.hidden
        search["is_certain"] = not (self.hidden or self.chance)
        search["reuses"] = self.reuses
        search["recycles"] = self.recycles
        search["rollout_rounds"] = self.rollout_rounds
        of_many = self.exploration_of_many
        search["explorations"] = (
            self.exploration,
            self.exploration if of_many is None else of_many,
        )
        search["exploration"] = search["explorations"][int(seats > 2)]
        search["counts_first"] = self.counts_first
        search["first_play"] = 1e3
        search["bias"] = self.bias
        search["scale"] = self.scale
        if game.features and len(self.weights):
            search["weights"] = self.weights
        fields: Any = self.state.fields or {}
        if "generator" in fields:
            dtype, place, *_ = fields["generator"]
            search["generator_begins"] = place
            search["generator_ends"] = place + dtype.itemsize
        search["slot_mask"] = len(search["slots"]) - 1
        self.fill(search)


def parameters_of(
    game: Game, options: Options, dtype: np.dtype[Any], *, reuses: bool
) -> Parameters:
    """The parameters for these options and the defaults of the game.

    Raises:
        SettingsError: the weights do not belong to this game.
    """
    default = default_of(game.name)
    weights = weights_of(game, options)
    return Parameters(
        dtype,
        evaluation_kernel(dtype, weights),
        leaf=default.leaf if options.leaf == "auto" else options.leaf,
        rollout_rounds=(
            default.rollout_rounds if options.rollout_rounds < 0 else options.rollout_rounds
        ),
        weights=weights,
        scale=default.scale,
        selection=REGRET_MATCHING if options.selection == "regret-matching" else UCT,
        exploration=default.exploration if options.exploration < 0 else options.exploration,
        bias=options.bias,
        memory=1 << (options.memory - 1).bit_length(),
        hidden=game.hidden,
        chance=game.chance,
        reuses=reuses,
    )


def check_options(game: Game, options: Options) -> None:
    """Refuse options that do not fit the game, before anything is compiled.

    Raises:
        SettingsError: the game has no evaluation, or the weights do not belong to it.
    """
    weights_of(game, options)
    has_evaluation = bool(game.features) or game.verbs.score or "scores" in names_of(game)
    if options.leaf == "evaluation" and not has_evaluation:
        raise SettingsError(
            f"expected leaf=rollout, got evaluation: {game.name} has neither features nor scores"
        )


def names_of(game: Game) -> tuple[str, ...]:
    """The fields of a game's states."""
    return game.record_type(game.settings()).names or ()


def weights_of(game: Game, options: Options) -> list[float]:
    """The weights of all features, in their order."""
    if options.weights:
        return feature_weights(Path(options.weights), game.name, game.features)
    return game.default_weights()


def evaluation_kernel(dtype: np.dtype[Any], weights: Sequence[float]) -> Callable[..., float]:
    """The evaluation of unfinished matches: features, the lead in score, or none."""
    if weights:
        return by_features
    return by_lead if evaluation_of(dtype) == "lead" else no_value
