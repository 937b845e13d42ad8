"""Longest path by iterative deepening and branch and bound: how long a rider lasts alone.

An iteration tries all paths of `limit` steps, and completes each greedily, along the walls. The
longest path so found (`way`) is the incumbent. A branch is pruned when the upper bound of chambers
(see gridbots.space) says that it cannot become longer. Half of the nodes go into local search from
the incumbent, if that is asked for (see `path_improvement`).

What is promised. `way` is a path that exists, and `length` is its length. It is optimal once a
finished iteration has completed no path greedily (`cut_short` is 0): then every other path was
followed to its end or pruned.

It runs in slices, which change neither what is found nor how many nodes it takes. A node is one
computation of the bound; a greedy completion takes many and is not divided, nor is a burst of local
search, which counts as many as it takes time. Nothing is allocated and nothing calls itself.

deepening          LongestPath: iterative deepening, for Python
branch_and_bound   an iteration, as kernels
greedy_completion  a path, completed along the walls
path_improvement   local search
path_record        the record that they work in
"""

from __future__ import annotations

from gridbots.search.longest_path.branch_and_bound import (
    begin_longest_path,
    run_iteration,
    run_longest_path,
    set_start,
)
from gridbots.search.longest_path.deepening import LongestPath
from gridbots.search.longest_path.path_record import BLOCKED, LONGEST_PATH

__all__ = [
    "BLOCKED", "LONGEST_PATH", "LongestPath", "begin_longest_path", "run_iteration",
    "run_longest_path", "set_start",
]  # fmt: skip
