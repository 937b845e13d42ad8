"""A case: a game under some settings, with a seed, and the random match that follows."""

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
"""A match of random moves that lasts longer than this will not end."""
PASS_RATE = 0.02
"""How often a random match has no move in place of a legal one."""


class Position(NamedTuple):
    """A state of a match, and the moves that follow."""

    number: int
    """Rounds played before it."""
    state: State
    moves: list[int]

    @property
    def place(self) -> str:
        """Where in the match this is, for messages."""
        return f"round {self.number}"


@dataclass(frozen=True)
class Case:
    """A game under some settings, with a seed for the opening and for random moves."""

    game: Game
    settings: Settings
    seed: int
    most_rounds: int = MOST_ROUNDS
    """Rounds of the random match at most."""
    ends: bool = True
    """Whether it must have ended by then; if not, it is cut off there."""

    @property
    def seats(self) -> int:
        return self.game.seats(self.settings)

    def opening(self) -> State:
        return self.game.setup(self.settings, self.seed)

    def match(self) -> Iterator[Position]:
        """A random match: each state with the moves that follow; they are the caller's to change.

        The moves after the last state are all NO_MOVE.
        """
        for number, state, moves in self._positions:
            yield Position(number, copy_state(state), list(moves))

    def last(self) -> Position:
        """The last state of the random match."""
        number, state, moves = self._positions[-1]
        return Position(number, copy_state(state), list(moves))

    def end(self) -> State | None:
        """The state in which the random match has ended; None where it was cut off."""
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
        """A random legal move, one that does not lose at once where it can be."""
        legal_moves = self.game.legal_moves(state, seat)
        if not legal_moves or chance.random() < PASS_RATE:
            return NO_MOVE
        order = [legal_moves[index] for index in chance.permutation(len(legal_moves)).tolist()]
        survivable = (move for move in order if self._survives(state, seat, move))
        return int(next(survivable, order[0]))

    def _survives(self, state: State, seat: int, move: int) -> bool:
        trial = self.game.opened(state)
        step(trial, [move if each == seat else NO_MOVE for each in range(self.seats)])
        return is_living(trial, seat)


def joint_moves(game: Game, state: State, seats: int) -> Iterator[tuple[int, ...]]:
    """All legal joint moves; NO_MOVE for a seat that is out."""
    choices = [game.legal_moves(state, seat) or [NO_MOVE] for seat in range(seats)]
    return itertools.product(*choices)
