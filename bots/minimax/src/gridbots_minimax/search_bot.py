"""Bot that searches in slices: iterative deepening until a deadline, a depth or a node limit.

Subclasses define the searches; this class manages time and warm-up.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from gridbots import Bot
from gridbots.bot.time_budget import FIRST_SLICE, MoveClock, Stability, next_slice
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.core import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_minimax.options import TimedOptions

REHEARSAL: Final = 100
"""Nodes searched before the first move, which load all code."""

_warmed: set[tuple[type[SearchBot], np.dtype[Any], TimedOptions]] = set()
"""Bots, records and options whose code is loaded in this process or its parent."""


class Search(Protocol):
    """A search that runs in slices; `move`, `value` and `depth` are its current result."""

    @property
    def move(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def deepen(self, nodes: int, depth: int, /) -> bool: ...


def record_type(briefing: Briefing) -> np.dtype[Any]:
    """The type of a game's records with given settings."""
    return _record_type(briefing.game.setup, briefing.settings)


@functools.cache
def _record_type(setup: Callable[[Any, int], State], settings: Any) -> np.dtype[Any]:
    return setup(settings, 0).dtype


class SearchBot(Bot):
    stays = True

    def __init__(self, game: Game, options: TimedOptions) -> None:
        self._game = game
        self._options: Any = options
        self._nodes = options.nodes or UNLIMITED
        self._depth = options.depth or UNLIMITED
        self._is_timed = options.nodes == options.depth == 0
        self._afresh = options.depth > 0 and options.nodes == 0
        """With only a depth the bot decides by the position alone, like its policy."""

    def open(self, briefing: Briefing) -> None:
        self._clock = MoveClock(is_timed=self._is_timed, clock=briefing.clock)
        self._last_search: Search | None = None
        if (type(self), record_type(briefing), self._options) not in _warmed:
            self.warm(briefing)
        self._prepare(briefing)

    def warm(self, briefing: Briefing) -> None:
        """Load the code for these options."""
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        self._moves(state)
        for search in self._searches(state):
            self._spend(search, REHEARSAL)
        _warmed.add((type(self), record_type(briefing), self._options))

    def _prepare(self, briefing: Briefing) -> None:
        """Allocate the searches of a match."""
        self._seat, self._seats = briefing.seat, briefing.seats

    @abstractmethod
    def _searches(self, state: State) -> Iterator[Search]:
        """All searches that the bot may need in a match, one after the other."""

    @abstractmethod
    def _moves(self, state: State) -> list[int]:
        """The candidate moves; empty if the seat is not to move."""

    @abstractmethod
    def _search_for(self, state: State) -> Search:
        """The search for this position, started but not run; called after `_moves`."""

    def _send_overlay(self, state: State, search: Search, move: int) -> None:
        """Send an overlay; called after each decision."""

    def choose(self, observation: State, budget: Budget) -> int:
        move = self._choose(observation, self._clock.asked(budget))
        self._clock.answered()
        return move

    def _choose(self, state: State, deadline: float) -> int:
        moves = self._moves(state)
        if not moves:
            return NO_MOVE
        search = self._search_for(state)
        if len(moves) > 1:
            self._think(search, deadline)
        found = search.move
        move = found if found in moves else moves[0]
        self._send_overlay(state, search, move)
        return move

    def _think(self, search: Search, deadline: float) -> None:
        """Search in slices until the deadline or a limit is reached or the search is complete.

        At least one slice is searched, even after the deadline. The deadline moves back while the
        best move changes or the value drops.
        """
        nodes = FIRST_SLICE
        if search is not self._last_search:  # The units of its values differ.
            self._last_search, self._stability = search, Stability()
        self._stability.begin()
        before = self._clock.now()
        while not self._spend(search, nodes):
            after = self._clock.now()
            urgency = self._stability.urgency(search.depth, search.move, search.value)
            if after >= max(deadline, self._clock.deadline(urgency)):
                break
            nodes = next_slice(nodes, 1000 * (after - before))
            before = after

    def _spend(self, search: Search, nodes: int) -> bool:
        """Search for up to `nodes` nodes within the limits; return whether the search is done."""
        if self._nodes == UNLIMITED:
            return search.deepen(nodes, self._depth)
        is_done = search.deepen(min(nodes, self._nodes - search.nodes), self._depth)
        return is_done or search.nodes >= self._nodes


class Marker:
    """Calls a kernel that marks moves, with parameters seen (an array of one state), seat, mask."""

    def __init__(self, look: Callable[..., int], dtype: np.dtype[Any], moves: int) -> None:
        self._look = compiled(look)
        self._seen = np.zeros(1, dtype)
        self._mask = np.zeros(moves, np.uint8)

    def __call__(self, state: State, seat: int) -> tuple[int, list[int]]:
        """The result of the kernel, and the marked moves."""
        self._seen[0] = state
        result = int(self._look(self._seen, seat, self._mask))
        return result, [move for move, chosen in enumerate(self._mask.tolist()) if chosen]
