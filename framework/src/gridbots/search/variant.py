"""Variant of a search: what published searches differ in; `search.minimax` describes the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from gridbots.grid import NO_MOVE
from gridbots.kernel import handle
from gridbots.search.backup import seat_values_field, settle_for_all, take_for_itself, take_value
from gridbots.search.core import (
    in_preference,
    nothing_known,
    play_in_rounds,
    play_in_turns,
    settle_value,
    store_nothing,
)
from gridbots.search.evaluation import Evaluation, evaluated
from gridbots.search.ply_stack import (
    EVERYBODY,
    MOST_PLIES,
    NOBODY,
    Kernels,
    all_rounds,
    by_utility,
    moves_of,
    search_dtype,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from gridbots.space import Record

Exact = Literal["values", "best", "first"]
EXACT: Final[tuple[Exact, ...]] = ("values", "best", "first")


class SearchVariant(msgspec.Struct, frozen=True):
    """The differences between published searches; see `search.minimax`."""

    played: Literal["in-rounds", "in-turns"] = "in-rounds"
    order: Literal["own-first", "others-first"] = "own-first"
    others: Literal["worst", "random", "max-n"] = "worst"
    exact: Exact = "best"
    terminal_value: Callable[..., float] = by_utility
    horizon: Callable[..., int] = all_rounds
    evaluation: Evaluation = "auto"
    preference: tuple[int, ...] = ()
    """Move ordering; moves that are not listed are omitted. If empty, all moves in order."""

    def __post_init__(self) -> None:
        if self.others != "worst" and self.exact != "values":
            raise ValueError(
                f"expected exact=values with others={self.others}, got exact={self.exact}"
            )
        if self.order == "others-first" and (self.played, self.others) != ("in-turns", "worst"):
            raise ValueError(
                "expected played=in-turns and others=worst with order=others-first, "
                f"got played={self.played} and others={self.others}"
            )

    def dtype(self, state: np.dtype[Any], weights: int) -> np.dtype[Any]:
        """Type of the search record for states of this type, with this many weights."""
        evaluate, more = evaluated(state, weights, self.evaluation)
        is_maxn = self.others == "max-n"
        if is_maxn:
            more.append(seat_values_field(MOST_PLIES))
        kernels = Kernels(
            play=play_in_turns if self.played == "in-turns" else play_in_rounds,
            terminal_value=self.terminal_value,
            horizon=self.horizon,
            evaluate=evaluate,
            order_moves=in_preference,
            probe=nothing_known,
            store=store_nothing,
            settle=settle_for_all if is_maxn else settle_value,
            take=take_for_itself if is_maxn else take_value,
        )
        return search_dtype(state, weights, moves_of(state), kernels, more=more)

    def write(self, search: Record, weights: Sequence[float]) -> None:
        """Initialise a search record, except the position and the seats.

        Raises:
            ValueError: the number of weights is wrong, or a move is not one of the game's.
        """
        if len(weights) != len(search["weights"]):
            raise ValueError(f"expected {len(search['weights'])} weights, got {len(weights)}")
        moves = len(search["order"])
        if any(not 0 <= move < moves for move in self.preference):
            raise ValueError(f"expected moves from 0 to {moves - 1}, got {self.preference}")
        preference = self.preference or tuple(range(moves))
        search["averages"] = self.others == "random"
        search["exact"] = EXACT.index(self.exact)
        search["others_first"] = self.order == "others-first"
        search["among"] = EVERYBODY
        search["ply"] = NOBODY
        search["order"] = NO_MOVE
        search["order"][: len(preference)] = preference
        search["weights"] = weights
        search["terminal_value"] = handle(self.terminal_value)
        search["horizon"] = handle(self.horizon)


EXPECTIMAX: Final = SearchVariant(others="random", exact="values")
