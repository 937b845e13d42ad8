"""Longest path by iterative deepening and branch and bound: how long a rider lasts alone.

An iteration tries all paths of `limit` steps, and completes each greedily, along the walls. The
longest path so found (`way`) is the incumbent. A branch is pruned when the upper bound of chambers
(see gridbots.space) says that it cannot become longer. Half of the nodes go into local search from
the incumbent, if that is asked for (see gridbots.search.path_improvement).

What is promised. `way` is a path that exists, and `length` is its length. It is optimal once a
finished iteration has completed no path greedily (`cut_short` is 0): then every other path was
followed to its end or pruned.

It runs in slices, which change neither what is found nor how many nodes it takes. A node is one
computation of the bound; a greedy completion takes many and is not divided, nor is a burst of local
search, which counts as many as it takes time. Nothing is allocated and nothing calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import seed_generator
from gridbots.grid import CAPACITIES, NO_MOVE, offset
from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros
from gridbots.search.path_improvement import PATH_IMPROVEMENT, improve_path
from gridbots.space import ROOM, explore, spread, steps_of

if TYPE_CHECKING:
    from gridbots.space import Array, Record

    Records = np.ndarray[Any, np.dtype[np.void]]

BLOCKED: Final = 1
BURST_NODES: Final = 32
"""What a burst of local search counts, by its time; as many nodes lie between two of them."""
_WAY: Final = (max(CAPACITIES),)

LONGEST_PATH: Final = np.dtype(
    [
        ("space", ROOM),
        ("head", "i4", (1,)),  # where the search stands, as `spread` wants it
        ("start", "i8"),
        ("stride", "i8"),
        ("improvement", PATH_IMPROVEMENT, (1,)),
        ("improves", "u1"),  # 1: by local search, too
        ("next_burst", "i8"),  # due after so many nodes
        ("limit", "i8"),  # steps to try all ways of in this iteration
        ("depth", "i8"),  # steps gone from the start; -1 when finished
        ("nodes", "i8"),
        ("cut_short", "u1"),  # 1: a way of this iteration was completed greedily
        ("bound", "i8"),  # no way is longer than this
        ("longest", "i8"),
        ("way", "i1", _WAY),  # the longest way known, as directions
        ("path", "i1", _WAY),  # the way that is being tried
        ("tried", "i1", _WAY),  # how many directions have been tried after so many steps
    ]
)


@kernel
def set_start(search: Record, start: int, stride: int) -> None:
    """Stand before a search from this cell.

    Where it is the next cell of the longest path known, the rest of that stays known.
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
    """Open an iteration; `cells` is the board with the start blocked, and must stay this search's.

    The board is the same again when the iteration is finished.
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
def is_optimal(search: Record) -> bool:
    """Whether the longest path known is the longest of all."""
    is_finished = search["limit"] > 0 and search["depth"] < 0
    return bool(is_finished and (search["cut_short"] == 0 or search["longest"] >= search["bound"]))


# Called from Python, where a record takes longer to pass than an array of one.


@kernel
def stand(searches: Records, start: int, stride: int) -> None:
    set_start(searches[0], start, stride)


@kernel
def carry_on(searches: Records, cells: Array, nodes: int, depth: int) -> bool:
    """Spend up to this many nodes on as many iterations; whether nothing is left to find."""
    search = searches[0]
    stop = search["nodes"] + nodes
    while search["limit"] - (search["depth"] >= 0) < depth and not is_optimal(search):
        if not run_iteration(search, cells, stop - search["nodes"]):
            return False
    return True


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
    """Mark the cells of the path that is being tried."""
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


@kernel
def note(search: Record, length: int) -> None:
    """Update the incumbent, if the path that is being tried is longer."""
    if length > search["longest"]:
        search["longest"] = length
        for index in range(length):
            search["way"][index] = search["path"][index]


@kernel
def bound(search: Record, cells: Array) -> int:
    """Upper bound: no path from the head is longer."""
    search["nodes"] += 1
    room = search["space"]
    spread(cells[:], search["head"][:], 1, search["stride"], room)
    explore(cells[:], search["head"][0], 1, room)
    return steps_of(room["chain"][search["head"][0]])


@kernel
def complete(search: Record, cells: Array) -> None:
    """Greedy completion: go on to a dead end, note the path, and take the steps back."""
    start, begin = search["head"][0], search["depth"]
    length = begin
    direction = best_step(search, cells)
    while direction != NO_MOVE:
        search["path"][length] = direction
        length += 1
        search["head"][0] += offset(direction, search["stride"])
        cells[search["head"][0]] = BLOCKED
        direction = best_step(search, cells)
    note(search, length)
    while length > begin:
        length -= 1
        cells[search["head"][0]] = 0
        search["head"][0] -= offset(search["path"][length], search["stride"])
    search["head"][0] = start


@kernel
def best_step(search: Record, cells: Array) -> int:
    """Greedy choice: the direction with most room behind it, then with fewest free neighbours.

    Room is measured only where a step could divide it; NO_MOVE in a dead end.
    """
    here, stride = search["head"][0], search["stride"]
    divides = False
    for direction in range(4):
        there = here + offset(direction, stride)
        if cells[there] == 0 and may_divide(cells, there, stride):
            divides = True
    best, best_value = NO_MOVE, -1
    for direction in range(4):
        there = here + offset(direction, stride)
        if cells[there] == 0:
            value = 4 - free_neighbours(cells, there, stride)
            if divides:
                value += 8 * room_behind(search, cells, there)
            if value > best_value:
                best, best_value = direction, value
    return best


@kernel
def room_behind(search: Record, cells: Array, there: int) -> int:
    """Upper bound of the paths that go on from a free cell."""
    here = search["head"][0]
    search["head"][0] = there
    cells[there] = BLOCKED
    steps = bound(search, cells)
    cells[there] = 0
    search["head"][0] = here
    return steps


@kernel
def free_neighbours(cells: Array, here: int, stride: int) -> int:
    free = 0
    for direction in range(4):
        free += cells[here + offset(direction, stride)] == 0
    return free


@kernel
def may_divide(cells: Array, here: int, stride: int) -> bool:
    """Local articulation test: whether blocking a cell could divide the free cells around it.

    It could if its free neighbours lie in more than one piece on the ring of these eight.
    """
    pieces = 0
    for direction in range(4):
        side, next_side = offset(direction, stride), offset((direction + 1) & 3, stride)
        if cells[here + side] == 0 and (
            cells[here + side + next_side] != 0 or cells[here + next_side] != 0
        ):
            pieces += 1
    return pieces > 1


class LongestPath:
    """Longest-path search, from round to round.

    `start` sets the board; `run` spends nodes, trying one step more whenever an iteration is
    finished; `move` and `length` say what has been found so far. Half of the nodes go into local
    search, unless it does not improve paths so: then what it finds depends on nothing but the
    board and the longest path known.
    """

    def __init__(self, *, improves: bool = True, plain: bool = False) -> None:
        self._searches = zeros(1, LONGEST_PATH)
        self._search = self._searches[0]
        self._search["depth"] = -1
        self._search["improves"] = improves
        seed_generator(self._search["improvement"][0]["generator"], 0)
        self._run = run_iteration if plain else compiled(run_iteration)
        self._stand = stand if plain else compiled(stand)
        self._carry_on = carry_on if plain else compiled(carry_on)

    def start(self, cells: Array, start: int, stride: int) -> None:
        """Search from a cell of this board, which is not changed; see `set_start`."""
        self._cells = np.array(cells)
        self._cells[start] = BLOCKED
        self._stand(self._searches, start, stride)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; whether it is finished."""
        return bool(self._run(self._search, self._cells, nodes))

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on as many iterations; whether nothing is left to find."""
        return bool(self._carry_on(self._searches, self._cells, nodes, depth))

    @property
    def value(self) -> float:
        """Steps of the longest path known."""
        return float(self.length)

    @property
    def move(self) -> int:
        """First direction of the longest path known; NO_MOVE if no step is possible."""
        return int(self._search["way"][0]) if self.length > 0 else NO_MOVE

    @property
    def way(self) -> list[int]:
        return self._search["way"][: self.length].tolist()  # type: ignore[no-any-return]

    @property
    def length(self) -> int:
        return int(self._search["longest"])

    @property
    def depth(self) -> int:
        """Depth of the last finished iteration: it tried all paths of so many steps."""
        return int(self._search["limit"] - (self._search["depth"] >= 0))

    @property
    def nodes(self) -> int:
        return int(self._search["nodes"])

    @property
    def is_exhausted(self) -> bool:
        """Optimality: whether the longest path known is the longest of all."""
        return is_optimal(self._search)
