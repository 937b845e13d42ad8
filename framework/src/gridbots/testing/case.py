"""Test case: a game with settings and a seed, and the random match that they give."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridbots.game import Game, State, copy_state, is_living, is_over, step
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.settings import Settings

MOST_ROUNDS = 5000
"""Maximum rounds of a random match; a longer match counts as endless."""
PASS_RATE = 0.02
"""Probability that a player of a random match makes no move."""


class Position(NamedTuple):
    """A state of a match, and the moves that follow."""

    number: int
    """Rounds played before this state."""
    state: State
    moves: list[int]

    @property
    def place(self) -> str:
        """The place in the match, for messages."""
        return f"round {self.number}"


@dataclass(frozen=True)
class Case:
    """A game with settings, and a seed for the opening and for random moves."""

    game: Game
    settings: Settings
    seed: int
    most_rounds: int = MOST_ROUNDS
    """Maximum rounds of the random match."""
    ends: bool = True
    """Whether the match must end by then; otherwise it is cut off."""

    @property
    def seats(self) -> int:
        return self.game.seats(self.settings)

    def opening(self) -> State:
        return self.game.setup(self.settings, self.seed)

    def match(self) -> Iterator[Position]:
        """A random match: a copy of each state with the next moves, which the caller may change.

        The moves after the last state are all NO_MOVE.
        """
        for number, state, moves in self._positions:
            yield Position(number, copy_state(state), list(moves))

    def last(self) -> Position:
        """The last state of the random match."""
        number, state, moves = self._positions[-1]
        return Position(number, copy_state(state), list(moves))

    def end(self) -> State | None:
        """The final state of the random match; None if it was cut off."""
        state = self.last().state
        return state if is_over(state) else None

    @cached_property
    def _positions(self) -> list[Position]:
        state, chance = self.opening(), np.random.default_rng(self.seed)
        positions = []
        for number in range(self.most_rounds):
            if is_over(state):
                break
            moves = [self._move(state, seat, chance) for seat in range(self.seats)]
            positions.append(Position(number, copy_state(state), moves))
            step(state, moves)
        return [*positions, Position(len(positions), state, [NO_MOVE] * self.seats)]

    def _move(self, state: State, seat: int, chance: np.random.Generator) -> int:
        """A random legal move; if possible, one that does not lose at once."""
        legal_moves = self.game.legal_moves(state, seat)
        if not legal_moves or chance.random() < PASS_RATE:
            return NO_MOVE
        order = [legal_moves[index] for index in chance.permutation(len(legal_moves)).tolist()]
        survivable = (move for move in order if survives(self.game, state, seat, move, self.seats))
        return int(next(survivable, order[0]))


def survives(game: Game, state: State, seat: int, move: int, seats: int) -> bool:
    """Whether a seat survives this move if the other seats make no move."""
    trial = game.opened(state)
    step(trial, [move if each == seat else NO_MOVE for each in range(seats)])
    return bool(is_living(trial, seat))


def joint_moves(game: Game, state: State, seats: int) -> Iterator[tuple[int, ...]]:
    """All legal joint moves; NO_MOVE for a seat without legal moves."""
    choices = [game.legal_moves(state, seat) or [NO_MOVE] for seat in range(seats)]
    return itertools.product(*choices)
