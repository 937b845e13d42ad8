"""The bot: alpha-beta while others can reach it, the longest way once it is alone."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.games.light_riders.features import is_alone
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.alphabeta import MOST_MOVES, AlphaBeta, choices, is_decided
from gridbots.search.fill import Fill
from gridbots_minimax.light_riders.evaluations import weights_of
from gridbots_minimax.options import Options, evaluation_of
from gridbots_minimax.spending import Spending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.search.turns import Deepening

    Search = AlphaBeta | Deepening | Fill

SLICE_MS: Final = 2.0
"""How long to search between two looks at the clock."""
FIRST_SLICE: Final = 64
"""Nodes of the first slice, before it is known how long a node takes."""
REHEARSAL: Final = 100
"""Nodes spent before the first move, to have all code loaded."""
UNLIMITED: Final = 1 << 60


_warmed: set[tuple[type[MinimaxBot], np.dtype[Any]]] = set()
"""Kinds of bots and records with all code there in this process, or in the one that forked it."""


def record_type(briefing: Briefing) -> np.dtype[Any]:
    return briefing.game.setup(briefing.settings, 0).dtype  # type: ignore[no-any-return]


class MinimaxBot(Bot):
    def __init__(self, game: Game, options: Options) -> None:
        self._game = game
        self._nodes = options.nodes or UNLIMITED
        self._depth = options.depth or UNLIMITED
        self._is_timed = options.nodes == options.depth == 0
        self._evaluation = evaluation_of(game.name, options)
        self._maxn = options.maxn

    def open(self, briefing: Briefing) -> None:
        # Loading counts against the first move: its request has arrived when a bot is opened.
        self._opened: float | None = time.monotonic()
        if (type(self), record_type(briefing)) not in _warmed:
            self.rehearse(briefing)
        self._prepare(briefing)

    def warm(self, briefing: Briefing) -> None:
        """Load what bots of any options need: people warm a bot without saying how it will play."""
        from gridbots_minimax.light_riders.player import TimedAgentBot

        self.rehearse(briefing)
        TimedAgentBot(self._game, Options(search="paper"), averages=False).rehearse(briefing)

    def rehearse(self, briefing: Briefing) -> None:
        """Load what this bot needs."""
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        for search in self._searches(state):
            search.run(REHEARSAL)
        self._moves(state)
        _warmed.add((type(self), record_type(briefing)))

    def _searches(self, state: State) -> Iterator[Search]:
        """One after the other, all that the bot may do in a match."""
        self._is_alone(state, self._seat)
        yield self._fight(state)
        yield self._flight(state)
        yield self._fight(state)

    def _prepare(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        weights = weights_of(self._evaluation, briefing.seats)
        self._alphabeta = AlphaBeta(record_type(briefing), briefing.seats, weights, maxn=self._maxn)
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
        search, moves = self._search_for(state), self._moves(state)
        if len(moves) > 1:
            self._think(search, deadline)
        return search.move if search.move in moves else moves[0]

    def _moves(self, state: State) -> list[int]:
        """The moves worth a thought."""
        mask = np.zeros(MOST_MOVES, np.uint8)
        compiled(choices)(state, self._seat, mask)
        return np.flatnonzero(mask).tolist()

    def _search_for(self, state: State) -> Search:
        """The search that suits this position, with nothing found yet."""
        alone = self._is_alone(state, self._seat)
        return self._flight(state) if alone else self._fight(state)

    def _fight(self, state: State) -> AlphaBeta:
        self._alphabeta.start(state, self._seat)
        return self._alphabeta

    def _flight(self, state: State) -> Fill:
        self._fill.start(state["cells"], int(state["riders"][self._seat]), int(state["stride"]))
        return self._fill

    def _think(self, search: Search, deadline: float) -> None:
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

    def _is_done(self, search: Search) -> bool:
        return search.is_exhausted or search.nodes >= self._nodes or search.depth >= self._depth


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))
