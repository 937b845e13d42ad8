"""Copies of positions, and places of heads.

A copy contains only what the search needs, since most of a record is unused capacity for bodies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living
from gridbots.grid import column_of, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FAR: Final = 1 << 20
"""More steps than on any board."""


@kernel
def copy_position(target: Record, source: Any) -> None:
    """Copy a state without its generator; cells beyond the end of a body are undefined."""
    copy_counts(target, source)
    for seat in range(source["seats"]):
        target["lengths"][seat] = source["lengths"][seat]
        target["points"][seat] = source["points"][seat]
        target["meals"][seat] = source["meals"][seat]
        target["eliminated"][seat] = source["eliminated"][seat]
        target["shed"][seat] = source["shed"][seat]
        before, after = source["bodies"][seat], target["bodies"][seat]
        for index in range(max(1, source["lengths"][seat])):
            after[index] = before[index]
    copy_board(target, source, source["stride"] * (source["side"] + 2))


@kernel
def copy_counts(target: Record, source: Any) -> None:
    target["rounds"] = source["rounds"]
    target["seats"] = source["seats"]
    target["side"] = source["side"]
    target["stride"] = source["stride"]
    target["max_rounds"] = source["max_rounds"]
    target["first_candies"] = source["first_candies"]
    target["paper_growth"] = source["paper_growth"]
    target["acceleration"] = source["acceleration"]
    target["over"] = source["over"]


@kernel
def copy_board(target: Record, source: Any, cells: int) -> None:
    """Copy the first `cells` cells of the padded board."""
    from_cells, from_layers, from_candies = source["cells"], source["layers"], source["candies"]
    to_cells, to_layers, to_candies = target["cells"], target["layers"], target["candies"]
    for cell in range(cells):
        to_cells[cell] = from_cells[cell]
        to_layers[cell] = from_layers[cell]
        to_candies[cell] = from_candies[cell]


@kernel
def heads_of(state: State) -> Any:
    """Row and column of each head; FAR for eliminated snakes."""
    heads = np.full((state["seats"], 2), FAR)
    for seat in range(state["seats"]):
        if is_living(state, seat):
            heads[seat, 0] = row_of(state["bodies"][seat, 0], state["stride"])
            heads[seat, 1] = column_of(state["bodies"][seat, 0], state["stride"])
    return heads


@kernel
def steps_to(heads: Any, seat: int, row: int, column: int) -> int:
    """Steps from a head to a cell."""
    return abs(heads[seat, 0] - row) + abs(heads[seat, 1] - column)  # type: ignore[no-any-return]
