"""Roll-out: a match played on from a position by a uniformly random policy.

Monte-Carlo evaluation is the mean of a few roll-outs; Monte-Carlo tree search evaluates leaves by
them. All random numbers come from one generator, including the chance events of the game:
observations have no generator, and each roll-out has another future.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import candidates, is_living, is_over, is_to_move, step, utility
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, game_of, handle, kernel
from gridbots.search.ply_stack import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.space import Array, Record

WHOLE: Final = 1 << 30
"""Range from which each entry of a generator is drawn."""


def rollout_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Type of the workspace of a roll-out for states of this type."""
    moves = game_of(np.zeros(1, dtype)[0]).moves
    return np.dtype(
        [
            ("joint", "i8", (MOST_SEATS,)),  # the moves of a round, by seat
            ("states", dtype, (1,)),  # the position, which is played on in place
            ("mask", "u1", (moves,)),
            ("reseed", handle(reseed_for(dtype)).dtype, (1,)),
        ],
        align=True,  # Numbers after it in another record must be aligned, too.
    )


def reseed_for(dtype: np.dtype[Any]) -> Callable[[State, Any], None]:
    """The kernel that reseeds the chance events of states of this type: reseed(state,
    generator).
    """
    has_generator = "generator" in (dtype.names or ())
    return reseed if has_generator and dtype["generator"].shape == (GENERATOR_SIZE,) else leave


@kernel
def reseed(state: State, generator: Any) -> None:
    """Draw the generator of a state from another generator."""
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 1 + below(generator, WHOLE)


@kernel
def leave(state: State, generator: Any) -> None:
    """For a game without a generator: do nothing."""


@kernel
def roll_out(rollout: Record, seats: int, generator: Any, limit: int) -> int:
    """Play on from the position in `states`, in place, for at most `limit` rounds.

    Returns:
        The number of rounds played; the match may not be over.
    """
    state, joint, rounds = rollout["states"][0], rollout["joint"], 0
    call(rollout["reseed"], state, generator)
    while rounds < limit and not is_over(state):
        for seat in range(seats):
            joint[seat] = random_move(state, seat, rollout["mask"], generator)
        step(state, joint)
        rounds += 1
    return rounds


@kernel
def random_move(state: State, seat: int, mask: Array, generator: Any) -> int:
    """A uniformly random candidate of a seat; NO_MOVE if it has none."""
    if not is_to_move(state, seat):
        return NO_MOVE
    count = candidates(state, seat, mask)
    if count == 0:
        return NO_MOVE
    left, chosen = below(generator, count) if count > 1 else 0, NO_MOVE
    for move in range(len(mask)):  # No early exit: a branch that cannot be predicted takes longer.
        is_marked = mask[move] != 0
        chosen = move if is_marked and left == 0 else chosen
        left -= is_marked
    return chosen


@kernel
def result_of(state: State, seat: int) -> float:
    """Utility of a roll-out for a seat; an unfinished match counts as drawn."""
    return utility(state, seat) if is_over(state) or not is_living(state, seat) else 0.0
