"""Bot for Light Riders by the clock: tree search among others, the longest path once it is alone.

The tree search stops early (Baier and Winands, "Time management for Monte-Carlo tree search", 2016,
strategy STOP): most moves are clear long before their time is over, and what they leave in the
bank is for those that are close. A full bank keeps nothing: then it thinks on.

Riders that cannot meet any more run a race: who fills its region longer wins. A tree of the moves
of both tells little there, and where one of them is ahead all its moves look won; the longest path
is a search for what counts.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.time_budget import FIRST_SLICE, next_slice
from gridbots.grid import NO_MOVE, column_of, row_of
from gridbots.overlay import Overlay, way, write_overlay
from gridbots.search.longest_path import LongestPath
from gridbots_mcts.bot import REHEARSAL, TreeSearchBot
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.overlay import MOST_WORDS
from gridbots_mcts.root import MANY

if TYPE_CHECKING:
    import numpy as np

    from gridbots import Briefing
    from gridbots.game import State
    from gridbots_mcts.light_riders.options import RiderOptions
    from gridbots_mcts.parameters import Parameters

UNLIMITED: Final = 1 << 50
"""Steps."""
PATIENCE: Final = 8.0
"""How much more of the bank a move may take that stays close; without early stops such a plan
would leave nothing for later rounds."""
LEAST_S: Final = 1e-6
"""What is divided by, where the clock has not gone on."""
LOADED_S: Final = 3.0
"""CPU time of opening where all code is there; compiling it takes longer."""


class RiderBot(TreeSearchBot):
    _options: RiderOptions

    def open(self, briefing: Briefing) -> None:
        """Load the tree search; the longest path, too, if that does not delay the first move.

        In an empty cache it is compiled when the riders are apart, for the first move is late then.
        """
        before = time.process_time()
        self._path = LongestPath()
        self._is_duel = briefing.seats == 2
        super().open(briefing)
        if self._options.rides_alone and time.process_time() - before < LOADED_S:
            self._load_path(briefing)

    def warm(self, briefing: Briefing) -> None:
        super().warm(briefing)
        if self._options.rides_alone:
            self._load_path(briefing)

    def _load_path(self, briefing: Briefing) -> None:
        path, state = LongestPath(), self._game.setup(briefing.settings, 0)
        start_from_head(path, state, briefing.seat)
        path.deepen(REHEARSAL, UNLIMITED)

    def _parameters(self, dtype: np.dtype[Any], seats: int) -> Parameters:
        reuses = self._options.is_timed
        return parameters_of_riders(self._game, self._options, dtype, reuses=reuses, seats=seats)

    def _choose(self, observation: State, deadline: float) -> int:
        forced = self._search.forced_move(observation, self._seat)
        is_alone = forced != NO_MOVE and is_cut_off(observation, self._seat)
        if not self._options.rides_alone or not is_alone:
            return super()._choose(observation, deadline)
        start_from_head(self._path, observation, self._seat)
        if forced == MANY:
            self._lengthen(deadline)
        if self._path.move == NO_MOVE:  # No step is possible: any move will do.
            return super()._choose(observation, deadline)
        if self._options.overlay:
            self._write_path(observation)
        return self._path.move

    def _think(self, deadline: float) -> None:
        """Search in slices until the deadline, or until the favourite cannot be overtaken.

        What is found while the time is free helps the next moves: the tree is kept. Among four
        riders no more matches were won with it.
        """
        if not self._options.stops_early:
            super()._think(deadline)
            return
        latest = max(deadline, self._clock.deadline(PATIENCE))
        earliest = self._clock.free() if self._thinks_on else -math.inf
        rounds, began = FIRST_SLICE, self._clock.now()
        before = began
        while not self._search.spend(rounds, 0, 0):
            after = self._clock.now()
            to_come = self._search.rollouts * (latest - after) / max(after - began, LEAST_S)
            is_decided = after >= earliest and self._search.lead() >= to_come
            if after >= latest or is_decided:
                break
            rounds = next_slice(rounds, 1000 * (after - before))
            before = after

    @property
    def _thinks_on(self) -> bool:
        """Whether time that is free is spent although the move is decided."""
        return self._options.early_stop == "auto" and self._is_duel

    def _lengthen(self, deadline: float) -> None:
        """Search for a longer path in slices, at least one, until the deadline or to the end."""
        nodes, before = FIRST_SLICE, self._clock.now()
        while not self._path.deepen(nodes, UNLIMITED):
            after = self._clock.now()
            if after >= deadline:
                break
            nodes = next_slice(nodes, 1000 * (after - before))
            before = after

    def _write_path(self, observation: State) -> None:
        """Draw the path."""
        head, stride = int(observation["riders"][self._seat]), int(observation["stride"])
        steps = self._path.way
        write_overlay(
            Overlay(
                path=(way(row_of(head, stride), column_of(head, stride), steps),),
                nodes=self._path.nodes,
                pv=tuple(self._game.moves[step] for step in steps[:MOST_WORDS]),
                note=f"alone for {len(steps)} steps",
            )
        )


def start_from_head(path: LongestPath, state: State, seat: int) -> None:
    path.start(state["cells"], int(state["riders"][seat]), int(state["stride"]))
