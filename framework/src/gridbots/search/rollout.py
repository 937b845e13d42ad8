"""Roll-out: a match played on from a position by a uniformly random policy.

Monte-Carlo evaluation takes the mean of a few of them for the worth of a position; Monte-Carlo tree
search judges leaves by them. All chance comes from one generator, also what the game draws itself:
observations have no generator, and each roll-out is another future.
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
"""Part of the range of a generator's entries, so that each may be drawn by one number."""


def rollout_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """What a roll-out of states of this type works in."""
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
    """The kernel that gives states of this type a new future: reseed(state, generator)."""
    has_generator = "generator" in (dtype.names or ())
    return reseed if has_generator and dtype["generator"].shape == (GENERATOR_SIZE,) else leave


@kernel
def reseed(state: State, generator: Any) -> None:
    """Draw the state of a generator from another one."""
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 1 + below(generator, WHOLE)


@kernel
def leave(state: State, generator: Any) -> None:
    """Nothing is drawn in a game without a generator."""


@kernel
def roll_out(rollout: Record, seats: int, generator: Any, limit: int) -> int:
    """Play on the position in `states`, in place, for so many rounds at most.

    Returns:
        How many rounds were played; the match may not be over.
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
    """One of the candidates of a seat, each as likely; NO_MOVE where it has none."""
    if not is_to_move(state, seat):
        return NO_MOVE
    count = candidates(state, seat, mask)
    if count == 0:
        return NO_MOVE
    left, chosen = below(generator, count) if count > 1 else 0, NO_MOVE
    for move in range(len(mask)):  # To its end: a branch that nobody can foresee takes longer.
        is_marked = mask[move] != 0
        chosen = move if is_marked and left == 0 else chosen
        left -= is_marked
    return chosen


@kernel
def result_of(state: State, seat: int) -> float:
    """How a roll-out went for a seat; a match that was not played to its end counts as drawn."""
    return utility(state, seat) if is_over(state) or not is_living(state, seat) else 0.0
