"""Directions and padded boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots import grid

SIDES = st.integers(1, 64)


def test_directions_go_clockwise_from_up() -> None:
    assert grid.DIRECTIONS == ("up", "right", "down", "left")
    steps = list(zip(grid.ROW_STEPS, grid.COLUMN_STEPS, strict=True))
    assert steps == [(-1, 0), (0, 1), (1, 0), (0, -1)]
    for here, following in zip(steps, steps[1:] + steps[:1], strict=True):
        # A quarter turn clockwise, rows going down: (row, column) -> (column, -row).
        assert following == (here[1], -here[0])


@pytest.mark.parametrize("direction", range(4))
def test_the_opposite_undoes_a_step(direction: int) -> None:
    back = grid.opposite(direction)
    assert grid.opposite(back) == direction
    assert grid.offset(direction, 18) + grid.offset(back, 18) == 0


@given(SIDES, SIDES, st.data())
def test_an_index_gives_row_and_column(width: int, height: int, data: st.DataObject) -> None:
    row, column = data.draw(st.integers(-1, height)), data.draw(st.integers(-1, width))
    stride = width + 2
    index = grid.index_of(row, column, stride)
    assert 0 <= index < stride * (height + 2)
    assert (grid.row_of(index, stride), grid.column_of(index, stride)) == (row, column)


@given(SIDES, SIDES, st.integers(0, 3), st.data())
def test_a_step_of_an_index_is_a_step_on_the_board(
    width: int, height: int, direction: int, data: st.DataObject
) -> None:
    row, column = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1))
    stride = width + 2
    there = grid.index_of(row, column, stride) + grid.offset(direction, stride)
    assert grid.row_of(there, stride) == row + grid.ROW_STEPS[direction]
    assert grid.column_of(there, stride) == column + grid.COLUMN_STEPS[direction]


@pytest.mark.parametrize(
    ("width", "height", "capacity"),
    [(3, 3, 324), (16, 16, 324), (17, 16, 1156), (64, 3, 1156), (32, 32, 1156), (64, 64, 4356)],
)
def test_the_capacity_is_the_smallest_that_holds_the_board(
    width: int, height: int, capacity: int
) -> None:
    assert grid.capacity_for(width, height) == capacity


def test_a_board_too_large_for_any_record_is_an_error() -> None:
    with pytest.raises(ValueError, match="at most 64x64 cells, got 65x64"):
        grid.capacity_for(65, 64)


@given(SIDES, SIDES)
def test_the_border_surrounds_the_board_and_fills_the_unused_cells(width: int, height: int) -> None:
    cells = np.zeros(grid.capacity_for(width, height), np.uint8)
    grid.border(cells, width, height, 1)
    inside = [
        grid.index_of(row, column, width + 2) for row in range(height) for column in range(width)
    ]
    assert not cells[inside].any()
    assert cells.sum() == cells.size - width * height
