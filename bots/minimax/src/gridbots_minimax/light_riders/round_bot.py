"""Alpha-beta bot with iterative deepening over whole rounds; the longest path once it is alone."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.game import candidates
from gridbots.games.light_riders.features import is_alone
from gridbots.grid import DIRECTIONS, NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.longest_path import LongestPath
from gridbots.search.ply_stack import is_decided
from gridbots.time_budget import FIRST_SLICE, Spending, next_slice
from gridbots_minimax.light_riders.evaluations import weights_of
from gridbots_minimax.light_riders.options import Options, PaperOptions
from gridbots_minimax.overlay import SearchOverlay, alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.search.minimax import Deepening
    from gridbots.space import Array

    Search = AlphaBeta | Deepening | LongestPath

REHEARSAL: Final = 100
"""Nodes spent before the first move, to have all code loaded."""
UNLIMITED: Final = 1 << 60


# What a seat is to do.
OUT: Final = 0
"""Nothing: it is out, or the match is over."""
AMONG_OTHERS: Final = 1
ALONE: Final = 2
"""To last as long as it can."""

_warmed: set[tuple[type[MinimaxBot], np.dtype[Any]]] = set()
"""Kinds of bots and records with all code there in this process, or in the one that forked it."""


def record_type(briefing: Briefing) -> np.dtype[Any]:
    """The type of a game's records under given settings."""
    return _record_type(briefing.game.setup, briefing.settings)


@functools.cache
def _record_type(setup: Callable[[Any, int], State], settings: Any) -> np.dtype[Any]:
    return setup(settings, 0).dtype


@kernel
def look(seen: Array, seat: int, mask: Array) -> int:
    """What a seat is to do in the one state of an array; mark the moves worth a thought."""
    if is_decided(seen[0], seat):
        return OUT
    candidates(seen[0], seat, mask)
    return ALONE if is_alone(seen[0], seat) else AMONG_OTHERS


class MinimaxBot(Bot):
    def __init__(self, game: Game, options: PaperOptions) -> None:
        self._game = game
        self._nodes = options.nodes or UNLIMITED
        self._depth = options.depth or UNLIMITED
        self._is_timed = options.nodes == options.depth == 0
        self._afresh = options.depth > 0 and options.nodes == 0
        """To a depth it decides by the position alone, as its policy does."""
        self._options = options
        self._maxn = isinstance(options, Options) and options.maxn
        self._overlay = options.overlay

    def open(self, briefing: Briefing) -> None:
        # Loading counts against the first move: its request has arrived when a bot is opened.
        self._opened: float | None = time.monotonic()
        if (type(self), record_type(briefing)) not in _warmed:
            self.warm(briefing)
        self._prepare(briefing)
        self._seats = briefing.seats
        self._search_overlay = SearchOverlay(self._game, self._seat) if self._overlay else None

    def warm(self, briefing: Briefing) -> None:
        """Load what a bot with these options needs."""
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        self._look_at(state)
        for search in self._searches(state):
            self._spend(search, REHEARSAL)
        _warmed.add((type(self), record_type(briefing)))

    def _searches(self, state: State) -> Iterator[Search]:
        """One after the other, all that the bot may do in a match."""
        yield self._fight(state)
        yield self._flight(state)
        yield self._fight(state)

    def _prepare(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        self._spending = Spending()
        self._look = compiled(look)
        self._mask = np.zeros(len(DIRECTIONS), np.uint8)
        dtype = record_type(briefing)
        self._seen = np.zeros(1, dtype)
        self._prepare_searches(dtype, briefing.seats)

    def _prepare_searches(self, dtype: np.dtype[Any], seats: int) -> None:
        weights = weights_of(self._options, seats)
        self._alphabeta = AlphaBeta(dtype, seats, weights, maxn=self._maxn)
        self._fill = LongestPath()

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
        if not self._is_timed:
            return latest
        return min(latest, budget.asked + self._spending.thinking_ms(budget) / 1000)

    def _choose(self, state: State, deadline: float) -> int:
        task = self._look_at(state)
        if task == OUT:
            return NO_MOVE
        moves = [move for move, chosen in enumerate(self._mask.tolist()) if chosen]
        search = self._search_for(state, alone=task == ALONE)
        if len(moves) > 1:
            self._think(search, deadline)
        move = search.move if search.move in moves else moves[0]
        if self._search_overlay:
            self._tell(self._search_overlay, state, search, move)
        return move

    def _tell(self, search_overlay: SearchOverlay, state: State, search: Search, move: int) -> None:
        """What was found; of a single move nothing is."""
        if isinstance(search, LongestPath):
            value = float(search.length)
            line = [alone(step, self._seat, self._seats) for step in search.way]
        else:
            value, line = search.value, search.pv()
        if not line or line[0][self._seat] != move:
            line = [alone(move, self._seat, self._seats)]
        search_overlay.write(
            int(state["riders"][self._seat]),
            int(state["stride"]),
            line,
            value=value if search.depth > 0 else None,
            depth=search.depth * len(line[0]),
            nodes=search.nodes,
        )

    def _look_at(self, state: State) -> int:
        self._seen[0] = state
        return int(self._look(self._seen, self._seat, self._mask))

    def _search_for(self, state: State, *, alone: bool) -> Search:
        """The search that suits this position, with nothing found yet."""
        return self._flight(state) if alone else self._fight(state)

    def _fight(self, state: State) -> AlphaBeta:
        self._alphabeta.start(state, self._seat, afresh=self._afresh)
        return self._alphabeta

    def _flight(self, state: State) -> LongestPath:
        self._fill.start(state["cells"], int(state["riders"][self._seat]), int(state["stride"]))
        return self._fill

    def _think(self, search: Search, deadline: float) -> None:
        """Search in slices until the deadline, the limits, or until nothing is left to find.

        One slice is searched even when the deadline has passed.
        """
        nodes = FIRST_SLICE
        before = time.monotonic()
        while not self._spend(search, nodes):
            after = time.monotonic()
            if after >= deadline:
                break
            nodes = next_slice(nodes, 1000 * (after - before))
            before = after

    def _spend(self, search: Search, nodes: int) -> bool:
        """Search for so many nodes, if the limits allow; whether nothing is left to do then."""
        allowed = min(nodes, self._nodes - search.nodes)
        if isinstance(search, AlphaBeta):
            is_done = search.deepen(allowed, self._depth)
        else:
            search.run(allowed)
            is_done = search.is_exhausted or search.depth >= self._depth
        return is_done or search.nodes >= self._nodes
