"""Solver bot: plays a policy and sends its plan, tree of cells or cycle as an overlay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.policy_bot import PolicyBot
from gridbots.grid import NO_MOVE, column_of, index_of, offset, row_of
from gridbots.pictures.overlay import Overlay, Way, way, write_overlay
from gridbots_hamiltonian.cells import ROOT, direction_to, find_parents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots import Briefing
    from gridbots.game import State


Record = Any
"""The memory of a solver."""

SMALL: Final = 400
"""Squares of the largest board on which trees and cycles are sent before every move. On larger
boards they would exceed what a record keeps, so they are sent only after an apple is eaten."""


class OverlayWriter:
    """Writes the overlays of a solver, for one match."""

    def __init__(self) -> None:
        self._length = 0

    def write(self, observation: State, memory: Record, move: int) -> None:
        """Write an overlay for the position in which this move was chosen to stderr."""
        if move == NO_MOVE:
            return
        names = memory.dtype.names or ()
        squares = int(observation["width"]) * int(observation["height"])
        is_new = squares <= SMALL or int(observation["length"]) != self._length
        self._length = int(observation["length"])
        write_overlay(
            Overlay(
                path=(path_of(observation, memory, move, names),),
                tree=tuple(tree_of(observation, memory)) if is_new and "stamp" in names else None,
                cycle=(cycle_of(observation, memory),) if is_new and "next_move" in names else None,
            )
        )


def path_of(observation: State, memory: Record, move: int, names: Sequence[str]) -> Way:
    """The planned path from the head; just the move if there is no plan."""
    stride = int(observation["stride"])
    here = int(observation["head"])
    steps, here_after = [move], here + offset(move, stride)
    for square in planned_squares(memory, names):
        steps.append(int(direction_to(here_after, square, stride)))
        here_after = square
    return way(row_of(here, stride), column_of(here, stride), steps)


def planned_squares(memory: Record, names: Sequence[str]) -> list[int]:
    """The squares of the plan after the move that was just chosen."""
    if "done" in names:
        return memory["plan"][memory["done"] : memory["planned"]].tolist()  # type: ignore[no-any-return]
    if "plan" in names:
        return memory["plan"][: memory["planned"]][::-1].tolist()  # type: ignore[no-any-return]
    return []


def tree_of(observation: State, memory: Record) -> Iterator[Way]:
    """Lines from each cell under the body to its parent, between their top left squares."""
    stride, across = int(observation["stride"]), int(observation["width"]) // 2
    cells = across * (int(observation["height"]) // 2)
    parents = np.zeros(cells, np.int64)
    find_parents(memory, memory["oldest"], cells, stride, parents)
    for cell, parent in enumerate(parents.tolist()):
        if parent > ROOT:
            corner = int(memory["corner"][cell])
            there = parent - cell
            # Cells are numbered row by row like squares, but their rows have another length.
            step = int(
                direction_to(0, there if abs(there) == 1 else there // across * stride, stride)
            )
            yield way(row_of(corner, stride), column_of(corner, stride), [step, step])


def cycle_of(observation: State, memory: Record) -> Way:
    """The whole cycle, starting at the top left square."""
    stride = int(observation["stride"])
    here = start = index_of(0, 0, stride)
    steps: list[int] = []
    while here != start or not steps:
        steps.append(int(memory["next_move"][here]))
        here += offset(steps[-1], stride)
    return way(0, 0, steps)


class SolverBot(PolicyBot):
    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        self._overlay = OverlayWriter()

    def send_overlay(self, observation: State, move: int) -> None:
        self._overlay.write(observation, self.memories[0], move)
