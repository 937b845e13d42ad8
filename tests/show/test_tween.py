"""Property tests of tweens: a snake slides along any path."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots.pictures.frames import Frame, Mark
from gridbots_referee.show.drawing.scene import Scene, scene
from gridbots_referee.show.drawing.tween import tween

if TYPE_CHECKING:
    from gridbots_referee.show.drawing.shapes import Place

SIDE = 30


def snake(cells: list[tuple[int, int]]) -> Scene:
    """A snake whose head is the last cell."""
    *body, head = cells
    parts = [Mark(*cell, "body", 0, value=n) for n, cell in enumerate(reversed(body), 1)]
    marks = (*parts, Mark(*head, "head", 0, 0))
    return scene(Frame(0, SIDE, SIDE, marks, (True,), (0,)))


def way(turns: list[int]) -> list[tuple[int, int]]:
    """A random path of cells from the middle on, without reversals."""
    cells, heading = [(SIDE // 2, SIDE // 2)], 0
    for turn in turns:
        heading = (heading + turn) % 4
        row, column = cells[-1]
        cells.append((row + ROW_STEPS[heading], column + COLUMN_STEPS[heading]))
    return cells


def body(drawn: Scene) -> tuple[Place, ...]:
    return next(each.cells for each in drawn.elements if each.key == "body/0")


@settings(max_examples=50, deadline=None)
@given(
    turns=st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=12),
    time=st.floats(0.01, 0.99),
    grows=st.booleans(),
)
def test_a_snake_slides_along_its_path(turns: list[int], time: float, *, grows: bool) -> None:
    cells = way(turns)
    before, after = snake(cells[:-1]), snake(cells if grows else cells[1:])
    drawn = body(tween(before, after, time))
    (row, column), (old_row, old_column) = cells[-1], cells[-2]
    front = (old_row + time * (row - old_row), old_column + time * (column - old_column))
    assert drawn[0] == pytest.approx(front)
    long = sum(dist(*pair) for pair in pairwise(drawn))
    assert long == pytest.approx(len(cells) - 2 + (time if grows else 0))
    # It is always in the cells of its path, or between two of them.
    assert set(drawn[1:-1]) <= set(cells)
    head = next(each.cells for each in tween(before, after, time).elements if each.key == "head/0")
    assert head == drawn[:1]
