"""The bot: alpha-beta while others can reach it, the longest way once it is alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.game import candidates
from gridbots.games.light_riders.features import FEATURES, is_alone
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.alphabeta import MOST_MOVES, AlphaBeta, is_decided
from gridbots.search.fill import Fill
from gridbots_minimax.spending import Spending

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_minimax import Options

WEIGHTS: Final = {
    # Fitted to the results of matches between earlier versions, by logistic regression, except
    # for lead: it must outweigh small differences of the others. Only ratios matter. Few exits of
    # the head are good: it rides along a wall and leaves no gaps.
    "chambers": {
        "territory": -1.08,
        "liberties": 0.218,
        "chain": 1.0,
        "chain_liberties": 0.25,
        "mobility": -3.6,
        "lead": 13.0,
    },
    "territory": {"territory": 1.0, "lead": 13.0},
}
"""Evaluations: weights by the names of features; what is not named weighs nothing."""

SLICE_MS: Final = 2.0
"""How long to search between two looks at the clock."""
FIRST_SLICE: Final = 64
"""Nodes of the first slice, before it is known how long a node takes."""
REHEARSAL: Final = 100
"""Nodes spent before the first move, to have all code loaded."""
UNLIMITED: Final = 1 << 60


def weights_of(evaluation: str) -> list[float]:
    return [WEIGHTS[evaluation].get(name, 0.0) for name in FEATURES]


class MinimaxBot(Bot):
    def __init__(self, game: Game, options: Options) -> None:
        self._game = game
        self._nodes = options.nodes or UNLIMITED
        self._depth = options.depth or UNLIMITED
        self._is_timed = options.nodes == options.depth == 0
        self._weights = weights_of(options.evaluation)

    def open(self, briefing: Briefing) -> None:
        # Loading counts against the first move: its request has arrived when a bot is opened.
        self._opened: float | None = time.monotonic()
        self.warm(briefing)
        self._prepare(briefing)

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        self._is_alone(state, self._seat)
        for search in (self._fight(state), self._flight(state)):
            search.run(REHEARSAL)

    def _prepare(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        dtype = self._game.setup(briefing.settings, 0).dtype
        self._alphabeta = AlphaBeta(dtype, briefing.seats, self._weights)
        self._fill = Fill()
        self._is_alone = compiled(is_alone)
        self._spending = Spending()

    def choose(self, observation: State, budget: Budget) -> int:
        asked = min(budget.asked, self._opened or budget.asked)
        self._opened = None
        self._spending = self._spending.asked(budget)
        move = self._choose(observation, asked + self._thinking_s(budget))
        self._spending = self._spending.answered(1000 * (time.monotonic() - asked))
        return move

    def _thinking_s(self, budget: Budget) -> float:
        spending = self._spending
        limit = spending.thinking_ms if self._is_timed else spending.most_ms
        return limit(budget) / 1000

    def _choose(self, state: State, deadline: float) -> int:
        if is_decided(state, self._seat):
            return NO_MOVE
        alone = self._is_alone(state, self._seat)
        search = self._flight(state) if alone else self._fight(state)
        choices = candidate_moves(state, self._seat)
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
        """Search in slices until the deadline, the limits, or until nothing is left to find."""
        nodes = FIRST_SLICE
        before = time.monotonic()
        while before < deadline and not self._is_done(search):
            search.run(min(nodes, self._nodes - search.nodes))
            after = time.monotonic()
            nodes = next_slice(nodes, 1000 * (after - before))
            before = after

    def _is_done(self, search: AlphaBeta | Fill) -> bool:
        return search.is_exhausted or search.nodes >= self._nodes or search.depth >= self._depth


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))


def candidate_moves(state: State, seat: int) -> list[int]:
    mask = np.zeros(MOST_MOVES, np.uint8)
    candidates(state, seat, mask)
    return np.flatnonzero(mask).tolist()
