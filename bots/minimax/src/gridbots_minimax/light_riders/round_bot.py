"""Alpha-beta bot with iterative deepening over whole rounds; the longest path once separated.

Once two riders are separated, neither affects the other. The result is known as soon as both
longest paths are: the longer one wins, and equal ones are a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.game import candidates, is_living
from gridbots.games.light_riders.features import is_alone
from gridbots.grid import DIRECTIONS
from gridbots.kernel import kernel
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.core import UNLIMITED
from gridbots.search.longest_path import LongestPath
from gridbots.search.ply_stack import DECISIVE, is_decided
from gridbots_minimax.light_riders.evaluations import evaluation_by, weights_of
from gridbots_minimax.light_riders.options import Options
from gridbots_minimax.overlay import SearchOverlay, alone, is_proven
from gridbots_minimax.search_bot import Marker, SearchBot, record_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from gridbots import Briefing
    from gridbots.game import State
    from gridbots.search.minimax import Deepening
    from gridbots.space import Array

    Search = AlphaBeta | Deepening | LongestPath


NODES: Final = 5_000
"""Most nodes for each path, so that sending an overlay does not make the bot late."""


class Race:
    """Evaluates positions in which a rider is separated from all others."""

    def __init__(self) -> None:
        self._other: LongestPath | None = None

    def evaluate(self, state: State, seat: int, own: LongestPath) -> tuple[float | None, bool]:
        """The value for a seat whose longest path was searched, and whether it is proven.

        A proven value is that of a search to the end of the match. Otherwise it is the number of
        steps by which the own path is longer or, with more than two riders, its length.
        """
        opponents = [
            other
            for other in range(int(state["seats"]))
            if other != seat and is_living(state, other)
        ]
        if own.depth == 0:
            # A forced move is not searched.
            own.deepen(NODES, UNLIMITED)
        if len(opponents) != 1:
            return own.value, False
        other = self._other = self._other or LongestPath()
        other.start(state["cells"], int(state["riders"][opponents[0]]), int(state["stride"]))
        other.deepen(NODES, UNLIMITED)
        lead = own.length - other.length
        lasts = min(own.length, other.length) + 1
        if not (own.is_exhausted and other.is_exhausted) or _is_cut_off(state, lasts):
            return float(lead), False
        return ((lead > 0) - (lead < 0)) * (DECISIVE - lasts), True


def _is_cut_off(state: State, rounds: int) -> bool:
    """Whether the limit of the match may end it within these rounds."""
    limit = int(state["max_rounds"])
    return limit > 0 and int(state["rounds"]) + rounds >= limit


# The task of a seat.
OUT: Final = 0
"""Nothing: the rider is eliminated, or the match is over."""
AMONG_OTHERS: Final = 1
ALONE: Final = 2
"""Survive as long as possible."""


@kernel
def look(seen: Array, seat: int, mask: Array) -> int:
    """The task of a seat in an array of one state; mark the candidate moves."""
    if is_decided(seen[0], seat):
        return OUT
    candidates(seen[0], seat, mask)
    return ALONE if is_alone(seen[0], seat) else AMONG_OTHERS


class MinimaxBot(SearchBot):
    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        overlay = self._options.overlay
        self._search_overlay = SearchOverlay(self._game, self._seat) if overlay else None

    def _searches(self, state: State) -> Iterator[Search]:
        yield self._start_alphabeta(state)
        yield self._start_longest_path(state)
        yield self._start_alphabeta(state)

    def _prepare(self, briefing: Briefing) -> None:
        super()._prepare(briefing)
        dtype = record_type(briefing)
        self._look = Marker(look, dtype, len(DIRECTIONS))
        self._prepare_searches(dtype, briefing.seats)

    def _prepare_searches(self, dtype: np.dtype[Any], seats: int) -> None:
        weights = weights_of(self._options, seats)
        maxn = isinstance(self._options, Options) and self._options.maxn
        self._alphabeta = AlphaBeta(
            dtype, seats, weights, evaluation=evaluation_by(weights), maxn=maxn
        )
        detours = isinstance(self._options, Options) and self._options.detours
        # With only a depth it decides by the position and the known path, like its policy.
        self._fill = LongestPath(improves=detours and not self._afresh)
        self._race = Race()

    def _moves(self, state: State) -> list[int]:
        self._task, moves = self._look(state, self._seat)
        return [] if self._task == OUT else moves

    def _send_overlay(self, state: State, search: Search, move: int) -> None:  # type: ignore[override]
        """Send the result of the search; a forced move has none."""
        if self._search_overlay is None:
            return
        if isinstance(search, LongestPath):
            line = [alone(step, self._seat, self._seats) for step in search.way]
        else:
            line = search.pv()
        if not line or line[0][self._seat] != move:
            line = [alone(move, self._seat, self._seats)]
        value, exact = self._evaluation(state, search)
        self._search_overlay.write(
            int(state["riders"][self._seat]),
            int(state["stride"]),
            line,
            value=value,
            exact=exact,
            depth=search.depth * len(line[0]),
            nodes=search.nodes,
        )

    def _evaluation(self, state: State, search: Search) -> tuple[float | None, bool]:
        """The value for the overlay, and whether it is proven."""
        if isinstance(search, LongestPath):
            return self._race.evaluate(state, self._seat, search)
        value = search.value if search.depth > 0 else None
        is_exact = isinstance(search, AlphaBeta) and not getattr(self._options, "maxn", False)
        return value, value is not None and is_exact and is_proven(search, in_turn=False)  # type: ignore[arg-type]

    def _search_for(self, state: State) -> Search:
        return (
            self._start_longest_path(state) if self._task == ALONE else self._start_alphabeta(state)
        )

    def _start_alphabeta(self, state: State) -> AlphaBeta | Deepening:
        self._alphabeta.start(state, self._seat, afresh=self._afresh)
        return self._alphabeta

    def _start_longest_path(self, state: State) -> LongestPath:
        self._fill.start(state["cells"], int(state["riders"][self._seat]), int(state["stride"]))
        return self._fill
