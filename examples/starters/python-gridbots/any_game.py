# Any-game starter bot: it looks one round ahead by the rules and plays the best move.
# Start: python3 any_game.py
# Needs: python3
#
# The package gridbots must be installed for the python3 that starts it.

import random
import sys

import numpy as np

from gridbots import NO_MOVE, Bot, Briefing, Budget, State, is_living, is_over, step
from gridbots.bot.runner import play_on_pipes
from gridbots.game import candidates, copy_state, evaluate, moves_mask, utility
from gridbots.plugins import load_game

GAME = "light-riders"


class StarterBot(Bot):
    def open(self, briefing: Briefing) -> None:
        """Called once, before the first move."""
        self._game = briefing.game
        self._seat, self._seats = briefing.seat, briefing.seats
        self._weights = np.array(briefing.game.default_weights())
        print(f"seat {self._seat} of {self._seats}", file=sys.stderr)

    def choose(self, observation: State, budget: Budget) -> int:
        """Called in every round; the rules of the game describe the observation."""
        mask = moves_mask(observation)
        if candidates(observation, self._seat, mask) == 0:
            return NO_MOVE
        moves = np.flatnonzero(mask).tolist()
        random.shuffle(moves)  # random among equal moves
        return max(moves, key=lambda move: self._worth(observation, move))

    def _worth(self, observation: State, move: int) -> float:
        """Our value after a move of ours, if the others do not move."""
        after = copy_state(observation)
        joint = [NO_MOVE] * self._seats
        joint[self._seat] = move
        step(after, joint)
        if is_over(after) or not is_living(after, self._seat):
            return 1000.0 * utility(after, self._seat)
        return float(evaluate(after, self._seat, self._weights)) if len(self._weights) else 0.0


if __name__ == "__main__":
    play_on_pipes(StarterBot(), load_game(GAME))
