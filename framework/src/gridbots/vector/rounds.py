"""Kernels of a batch: let policies choose, play a round, open new matches."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game import (
    is_living,
    is_over,
    legal,
    margin,
    move_count,
    observe,
    reopen,
    score,
    step,
    utility,
)
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from gridbots.game import Game, State
    from gridbots.vector.arrays import Flags, Floats, Integers, Records, States


@kernel
def play_rounds(
    states: States, copies: Integers, moves: Integers, finished: Flags, utilities: Floats
) -> None:
    """Play a round in each of these copies; write which are over, and the utilities.

    Raises:
        ValueError: a number is not a move of the game; rules index arrays by moves.
    """
    for at in copies:
        state = states[at]
        for seat in range(moves.shape[1]):
            if not NO_MOVE <= moves[at, seat] < move_count(state):
                raise ValueError("expected moves of the game, got a number out of range")
        step(state, moves[at])
        finished[at] = is_over(state)
        for seat in range(utilities.shape[1]):
            if finished[at] or not is_living(state, seat):
                utilities[at, seat] = utility(state, seat)


@contextmanager
def checked_moves(game: Game, moves: Integers) -> Iterator[None]:
    """Context in which an error of `play_rounds` names the wrong move.

    Raises:
        ValueError: a number is not a move of the game.
    """
    try:
        yield
    except ValueError:
        outside = np.argwhere((moves < NO_MOVE) | (moves >= len(game.moves)))
        if not len(outside):
            raise
        copy, seat = outside[0]
        raise ValueError(
            f"game {game.name!r}: expected moves from {NO_MOVE} to {len(game.moves) - 1}, "
            f"got {moves[copy, seat]} for seat {seat} in copy {copy}"
        ) from None


@kernel
def choose_moves(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """Write the move of one player, in seat seats[copy], in each of these copies.

    The policy receives the whole state, and memories[copy] if it is stateful.
    """
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            moves[at, seat] = call(policy, state, seat, generators[at], memories[at])
        else:
            moves[at, seat] = NO_MOVE


@kernel
def choose_moves_without_generator(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """As `choose_moves`, with the generator blanked while the policy sees the state."""
    kept = np.zeros(GENERATOR_SIZE, np.int64)
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            secret = state["generator"]
            for index in range(GENERATOR_SIZE):
                kept[index] = secret[index]
                secret[index] = 0
            moves[at, seat] = call(policy, state, seat, generators[at], memories[at])
            for index in range(GENERATOR_SIZE):
                secret[index] = kept[index]
        else:
            moves[at, seat] = NO_MOVE


@kernel
def choose_moves_by_observation(  # noqa: PLR0913, PLR0917  the arrays of a batch
    policy: Any,
    memories: Records,
    states: States,
    copies: Integers,
    seats: Integers,
    generators: Integers,
    moves: Integers,
) -> None:
    """As `choose_moves`, with a copy of the state, blanked as the seat observes it."""
    seen = states[:1].copy()
    for at in copies:
        state, seat = states[at], seats[at]
        if is_asked(state, seat):
            seen[0] = state
            observe(seen[0], seat)
            moves[at, seat] = call(policy, seen[0], seat, generators[at], memories[at])
        else:
            moves[at, seat] = NO_MOVE


@kernel
def is_asked(state: State, seat: int) -> bool:
    """Whether a policy is called for a move: every living seat is, even if turns alternate."""
    return bool(not is_over(state) and is_living(state, seat))


@kernel
def reopen_all(states: States, chosen: Flags) -> None:
    for at in range(len(states)):
        if chosen[at]:
            reopen(states[at])


@kernel
def mark_legal(states: States, masks: NDArray[np.uint8]) -> None:
    for at in range(len(states)):
        for seat in range(masks.shape[1]):
            legal(states[at], seat, masks[at, seat])


@kernel
def mark_playing(
    states: States, copies: Integers, seat: int, masks: NDArray[np.uint8], playing: Flags
) -> None:
    """Write the legal moves of a seat in these copies, and whether it still plays."""
    for row in range(len(copies)):
        state = states[copies[row]]
        playing[row] = not is_over(state) and is_living(state, seat)
        legal(state, seat, masks[row])


@kernel
def mark_living(states: States, living: Flags) -> None:
    for at in range(len(states)):
        for seat in range(living.shape[1]):
            living[at, seat] = is_living(states[at], seat)


@kernel
def blank_all(states: States, seat: int) -> None:
    for at in range(len(states)):
        observe(states[at], seat)


@kernel
def write_margins(states: States, margins: Floats) -> None:
    for at in range(len(states)):
        for seat in range(margins.shape[1]):
            margins[at, seat] = margin(states[at], seat)


@kernel
def write_scores(states: States, scores: Floats) -> None:
    for at in range(len(states)):
        for seat in range(scores.shape[1]):
            scores[at, seat] = score(states[at], seat)


def chooser_for(game: Game, dtype: np.dtype[Any]) -> Callable[..., None]:
    """The cheapest kernel that shows policies no more of a game than bots see.

    Without hidden information that is everything but the generator; and if no chance follows the
    opening, the generator reveals nothing either.
    """
    if not game.hidden and not game.chance:
        return choose_moves
    if not game.hidden and "generator" in (dtype.names or ()):
        return choose_moves_without_generator
    return choose_moves_by_observation
