"""The bot: alpha-beta while others can reach it, the longest way once it is alone."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot import Bot
from gridbots.games.light_riders.features import FEATURES, is_alone
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.alphabeta import AlphaBeta, is_decided
from gridbots.search.fill import Fill
from gridbots_minimax.options import evaluation_of
from gridbots_minimax.spending import Spending

if TYPE_CHECKING:
    import numpy as np

    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_minimax.options import Options

WEIGHTS: Final = {
    # The steps that can be held, less 0.3 for each blocked side of a cell of the territory
    # (four sides a cell, less its liberties). Found by logistic regression on the results of
    # matches between earlier versions, then by matches between its neighbours; from 4 to 40 the
    # weight of lead makes no difference.
    "chambers": {"territory": -1.2, "liberties": 0.3, "chain": 1.0, "lead": 13.0},
    "territory": {"territory": 1.0, "lead": 13.0},
}
"""Evaluations: weights by the names of features; what is not named weighs nothing."""

CROWD_WEIGHTS: Final = {
    # The weights fitted to two seats did worse here than these, against three wall-huggers.
    "chambers": {"liberties": 0.1, "chain": 0.07, "chain_liberties": 0.25, "lead": 13.0},
    "territory": WEIGHTS["territory"],
}
"""The same for more than two seats."""

SLICE_MS: Final = 2.0
"""How long to search between two looks at the clock."""
FIRST_SLICE: Final = 64
"""Nodes of the first slice, before it is known how long a node takes."""
REHEARSAL: Final = 100
"""Nodes spent before the first move, to have all code loaded."""
UNLIMITED: Final = 1 << 60


_warmed: set[np.dtype[Any]] = set()
"""The records for which all code is there in this process, or was in the one that forked it."""


def record_type(briefing: Briefing) -> np.dtype[Any]:
    return briefing.game.setup(briefing.settings, 0).dtype  # type: ignore[no-any-return]


def weights_of(evaluation: str, seats: int) -> list[float]:
    weights = (WEIGHTS if seats == 2 else CROWD_WEIGHTS)[evaluation]
    return [weights.get(name, 0.0) for name in FEATURES]


class MinimaxBot(Bot):
    def __init__(self, game: Game, options: Options) -> None:
        self._game = game
        self._nodes = options.nodes or UNLIMITED
        self._depth = options.depth or UNLIMITED
        self._is_timed = options.nodes == options.depth == 0
        self._evaluation = evaluation_of(game.name, options)

    def open(self, briefing: Briefing) -> None:
        # Loading counts against the first move: its request has arrived when a bot is opened.
        self._opened: float | None = time.monotonic()
        if record_type(briefing) not in _warmed:
            self.warm(briefing)
        self._prepare(briefing)

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        self._is_alone(state, self._seat)
        for search in (self._fight(state), self._flight(state), self._fight(state)):
            search.run(REHEARSAL)
        self._alphabeta.moves(state, self._seat)
        _warmed.add(record_type(briefing))

    def _prepare(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        weights = weights_of(self._evaluation, briefing.seats)
        self._alphabeta = AlphaBeta(record_type(briefing), briefing.seats, weights)
        self._fill = Fill()
        self._is_alone = compiled(is_alone)
        self._spending = Spending()

    def choose(self, observation: State, budget: Budget) -> int:
        began = min(budget.asked, self._opened or budget.asked)
        self._opened = None
        self._spending = self._spending.asked(budget)
        move = self._choose(observation, self._deadline(budget, began))
        self._spending = self._spending.answered(1000 * (time.monotonic() - began))
        return move

    def _deadline(self, budget: Budget, began: float) -> float:
        """When to stop; `began` is when the bank began to run, or earlier."""
        latest = began + self._spending.most_ms(budget) / 1000
        planned = budget.asked + self._spending.thinking_ms(budget) / 1000
        return min(latest, planned) if self._is_timed else latest

    def _choose(self, state: State, deadline: float) -> int:
        if is_decided(state, self._seat):
            return NO_MOVE
        alone = self._is_alone(state, self._seat)
        search = self._flight(state) if alone else self._fight(state)
        choices = self._alphabeta.moves(state, self._seat)
        if len(choices) > 1:
            self._think(search, deadline)
        return search.move if search.move in choices else choices[0]

    def _fight(self, state: State) -> AlphaBeta:
        self._alphabeta.start(state, self._seat)
        return self._alphabeta

    def _flight(self, state: State) -> Fill:
        self._fill.start(state["cells"], int(state["riders"][self._seat]), int(state["stride"]))
        return self._fill

    def _think(self, search: AlphaBeta | Fill, deadline: float) -> None:
        """Search in slices until the deadline, the limits, or until nothing is left to find.

        One slice is searched even when the deadline has passed.
        """
        nodes = FIRST_SLICE
        after = -math.inf
        while after < deadline and not self._is_done(search):
            before = time.monotonic()
            search.run(min(nodes, self._nodes - search.nodes))
            after = time.monotonic()
            nodes = next_slice(nodes, 1000 * (after - before))

    def _is_done(self, search: AlphaBeta | Fill) -> bool:
        return search.is_exhausted or search.nodes >= self._nodes or search.depth >= self._depth


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))
