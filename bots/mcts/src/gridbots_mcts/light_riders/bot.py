"""Bot for Light Riders with a clock: tree search, and the longest path for a rider cut off.

The tree search stops early (Baier and Winands, "Time management for Monte-Carlo tree search", 2016,
strategy STOP): most moves are clear before their time is used, and the time saved goes to moves
that are close. While the bank is full, nothing is saved by stopping, so the search continues.

Riders that cannot meet any more run a race: the one that fills its region longer wins. There a
joint tree says little, and if one rider is ahead, all its moves look won; a search for the longest
path finds the best one.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.time_budget import FIRST_SLICE, next_slice
from gridbots.grid import NO_MOVE, column_of, row_of
from gridbots.pictures.overlay import Overlay, way, write_overlay
from gridbots.search.longest_path import LongestPath
from gridbots_mcts.bot import REHEARSAL, TreeSearchBot
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.overlay import MOST_WORDS
from gridbots_mcts.selection import MANY

if TYPE_CHECKING:
    import numpy as np

    from gridbots import Briefing
    from gridbots.game import State
    from gridbots_mcts.light_riders.options import RiderOptions
    from gridbots_mcts.parameters import Parameters

UNLIMITED: Final = 1 << 50
"""Limit of steps that is never reached."""
STRETCH: Final = 8.0
"""Factor on the planned time of a move that stays close. Early stops make up for it."""
MIN_SECONDS: Final = 1e-6
"""Divisor if the clock has not advanced."""
LOADED_S: Final = 3.0
"""Upper bound of the CPU time of opening with cached code; compiling takes longer."""


class RiderBot(TreeSearchBot):
    _options: RiderOptions

    def open(self, briefing: Briefing) -> None:
        """Load the tree search, and the longest path if its code is cached.

        Otherwise the longest path is compiled when it is first needed: compiling it now as well
        would delay the first move.
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
        if self._path.move == NO_MOVE:  # No step is possible.
            return super()._choose(observation, deadline)
        if self._options.overlay:
            self._write_path(observation)
        return self._path.move

    def _think(self, deadline: float) -> None:
        """Search in slices until the deadline, or until no other move can catch up in visits.

        While the bank is full, the search uses the whole time, since the tree is reused for the
        next moves. With four riders this did not win more matches.
        """
        if not self._options.stops_early:
            super()._think(deadline)
            return
        latest = max(deadline, self._clock.deadline(STRETCH))
        earliest = self._clock.free() if self._thinks_on else -math.inf
        rounds, began = FIRST_SLICE, self._clock.now()
        before = began
        while not self._search.spend(rounds, 0, 0):
            after = self._clock.now()
            to_come = self._search.rollouts * (latest - after) / max(after - began, MIN_SECONDS)
            is_decided = after >= earliest and self._search.lead() >= to_come
            if after >= latest or is_decided:
                break
            rounds = next_slice(rounds, 1000 * (after - before))
            before = after

    @property
    def _thinks_on(self) -> bool:
        """Whether the search continues after the move is decided while the bank is full."""
        return self._options.early_stop == "auto" and self._is_duel

    def _lengthen(self, deadline: float) -> None:
        """Search for a longer path in slices, at least one, until the deadline or the end."""
        nodes, before = FIRST_SLICE, self._clock.now()
        while not self._path.deepen(nodes, UNLIMITED):
            after = self._clock.now()
            if after >= deadline:
                break
            nodes = next_slice(nodes, 1000 * (after - before))
            before = after

    def _write_path(self, observation: State) -> None:
        """Send the path as an overlay."""
        head, stride = int(observation["riders"][self._seat]), int(observation["stride"])
        steps = self._path.way
        write_overlay(
            Overlay(
                path=(way(row_of(head, stride), column_of(head, stride), steps),),
                nodes=self._path.nodes,
                pv=tuple(self._game.moves[step] for step in steps[:MOST_WORDS]),
                note=f"cut off, {len(steps)} steps left",
            )
        )


def start_from_head(path: LongestPath, state: State, seat: int) -> None:
    path.start(state["cells"], int(state["riders"][seat]), int(state["stride"]))
