"""A case: a game under some settings, with a seed, and the random match that follows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import AnyState, Game, PlainState, State, copy_state, is_living, is_over, step
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.settings import Settings

MOST_ROUNDS = 5000
"""A match of random moves that lasts longer than this will not end."""


@dataclass(frozen=True)
class Case:
    """A game under some settings, with a seed for the opening and for random moves."""

    game: Game
    settings: Settings
    seed: int

    @property
    def seats(self) -> int:
        return self.game.seats(self.settings)

    def opening(self) -> State:
        return self.game.setup(self.settings, self.seed)

    def match(self) -> Iterator[tuple[State, list[int]]]:
        """A random match: each state that is not over, with the moves that follow. Then the end.

        The moves after the last state are all NO_MOVE.
        """
        state, chance = self.opening(), np.random.default_rng(self.seed)
        for _ in range(MOST_ROUNDS):
            if is_over(state):
                break
            moves = self._moves(state, chance)
            yield copy_state(state), moves
            step(state, moves)
        yield state, [NO_MOVE] * self.seats

    def _moves(self, state: State, chance: np.random.Generator) -> list[int]:
        """One random legal move per living seat, one that does not lose at once where it can be."""
        return [self._move(state, seat, chance) for seat in range(self.seats)]

    def _move(self, state: State, seat: int, chance: np.random.Generator) -> int:
        legal_moves = self.game.legal_moves(state, seat)
        if not legal_moves or chance.random() < 0.02:
            return NO_MOVE
        order = [legal_moves[index] for index in chance.permutation(len(legal_moves)).tolist()]
        survivable = (move for move in order if self._survives(state, seat, move))
        return int(next(survivable, order[0]))

    def _survives(self, state: State, seat: int, move: int) -> bool:
        trial: AnyState = PlainState(state)
        step(trial, [move if each == seat else NO_MOVE for each in range(self.seats)])
        return is_living(trial, seat)


def joint_moves(game: Game, state: State, seats: int) -> Iterator[tuple[int, ...]]:
    """All legal joint moves; NO_MOVE for a seat that is out."""
    choices = [game.legal_moves(state, seat) or [NO_MOVE] for seat in range(seats)]
    return itertools.product(*choices)
