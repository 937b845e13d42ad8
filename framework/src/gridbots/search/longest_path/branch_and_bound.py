"""Branch and bound: an iteration over all paths of a given number of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.search.longest_path.greedy_completion import complete
from gridbots.search.longest_path.path_improvement import improve_path
from gridbots.search.longest_path.path_record import BLOCKED, bound, note

if TYPE_CHECKING:
    from gridbots.space import Array, Record

BURST_NODES: Final = 32
"""Nodes that a burst of local search counts as, by its time, and nodes between two bursts."""


@kernel
def set_start(search: Record, start: int, stride: int) -> None:
    """Set up a search from this cell.

    If it is the next cell of the incumbent, the rest of the incumbent is kept.
    """
    follows = search["longest"] > 0 and start == search["start"] + offset(search["way"][0], stride)
    if follows and stride == search["stride"]:
        search["longest"] -= 1
        way = search["way"]
        for index in range(search["longest"]):
            way[index] = way[index + 1]
    else:
        search["longest"] = 0
    search["start"] = start
    search["stride"] = stride
    search["nodes"] = 0
    search["next_burst"] = 0
    search["limit"] = 0
    search["depth"] = -1


@kernel
def begin_longest_path(search: Record, cells: Array, limit: int) -> None:
    """Open an iteration; `cells` is the board with the start blocked, owned by this search.

    The board is restored when the iteration is finished.
    """
    search["limit"] = limit
    search["cut_short"] = 0
    search["depth"] = 0
    search["tried"][0] = 0
    search["head"][0] = search["start"]
    search["bound"] = bound(search, cells)


@kernel
def run_longest_path(search: Record, cells: Array, nodes: int) -> bool:
    """Run a slice: until the iteration is finished or `nodes` more nodes have been spent.

    Returns:
        Whether it is finished.
    """
    stop = search["nodes"] + nodes
    while search["depth"] >= 0:
        if search["longest"] >= search["bound"]:
            while search["depth"] >= 0:
                retreat(search, cells)
        elif search["improves"] and search["longest"] and search["nodes"] >= search["next_burst"]:
            improve(search, cells)
        elif search["tried"][search["depth"]] == 4:
            retreat(search, cells)
        elif search["nodes"] >= stop:
            return False
        else:
            try_step(search, cells)
    return True


@kernel
def run_iteration(search: Record, cells: Array, nodes: int) -> bool:
    """Run a slice of the iteration that is open, or open the next one; see `run_longest_path`."""
    if search["depth"] < 0:
        begin_longest_path(search, cells, search["limit"] + 1)
    return run_longest_path(search, cells, nodes)


@kernel
def try_step(search: Record, cells: Array) -> None:
    """Expand: go one step in the next direction, complete the path greedily, or prune the branch.

    Directions are tried clockwise from the one left of the last.
    """
    depth = search["depth"]
    last = search["path"][depth - 1] if depth > 0 else 0
    direction = (last + 3 + search["tried"][depth]) & 3
    search["tried"][depth] += 1
    here = search["head"][0]
    there = here + offset(direction, search["stride"])
    if cells[there] != 0:
        return
    cells[there] = BLOCKED
    search["head"][0] = there
    search["path"][depth] = direction
    search["depth"] = depth + 1
    search["tried"][depth + 1] = 0
    note(search, depth + 1)
    if depth + 1 + bound(search, cells) <= search["longest"]:
        retreat(search, cells)
    elif depth + 1 == search["limit"]:
        search["cut_short"] = 1
        complete(search, cells)
        retreat(search, cells)


@kernel
def improve(search: Record, cells: Array) -> None:
    """A burst of local search from the incumbent, on the board without the path being tried."""
    mark_path(search, cells, 0)
    improvement = search["improvement"][0]
    improvement["start"] = search["start"]
    improvement["stride"] = search["stride"]
    improvement["bound"] = search["bound"]
    search["longest"] = improve_path(improvement, cells, search["way"], search["longest"])
    mark_path(search, cells, BLOCKED)
    search["nodes"] += BURST_NODES
    search["next_burst"] = search["nodes"] + BURST_NODES


@kernel
def mark_path(search: Record, cells: Array, mark: int) -> None:
    """Mark the cells of the current path."""
    here = search["start"]
    for step in range(search["depth"]):
        here += offset(search["path"][step], search["stride"])
        cells[here] = mark


@kernel
def retreat(search: Record, cells: Array) -> None:
    """Backtrack by one step; from the start, the search is finished."""
    depth = search["depth"] - 1
    search["depth"] = depth
    if depth >= 0:
        here = search["head"][0]
        cells[here] = 0
        search["head"][0] = here - offset(search["path"][depth], search["stride"])
