"""Plans: what bots think, as elements: cells that matter, cycles, trees, paths."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots.overlay import LETTERS
from gridbots_referee.show.drawing.scene import Element
from gridbots_referee.show.drawing.symbols import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.overlay import Overlay, Way
    from gridbots_referee.show.drawing.shapes import Cell


def plans(thoughts: Sequence[Overlay | None]) -> Iterator[Element]:
    """Elements for what each seat thinks; None: nothing, or it is not to be seen."""
    for seat, thought in enumerate(thoughts):
        if thought is not None:
            yield from _weights(seat, thought)
            for kind, ways in (
                ("cycle", thought.cycle),
                ("tree", thought.tree),
                ("path", thought.path),
            ):
                for number, way in enumerate(ways or ()):
                    yield Element(f"{kind}/{seat}/{number}", f"{kind}.{seat}", cells_of(way))


def _weights(seat: int, thought: Overlay) -> Iterator[Element]:
    """Cells by their strength in steps; those that matter not at all are left out."""
    steps: defaultdict[int, list[Cell]] = defaultdict(list)
    for row, column, weight in thought.cells:
        steps[round(weight * WEIGHTS)].append((row, column))
    for step, cells in sorted(steps.items()):
        if step:
            yield Element(f"weight/{seat}/{step}", f"weight.{seat}.{step}", tuple(cells))


def cells_of(way: Way) -> tuple[Cell, ...]:
    """The cells of a way, in its order."""
    row, column, steps = way
    cells = [(row, column)]
    for letter in steps:
        heading = LETTERS.index(letter)
        row, column = row + ROW_STEPS[heading], column + COLUMN_STEPS[heading]
        cells.append((row, column))
    return tuple(cells)
