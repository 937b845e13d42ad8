"""Longest path of a single rider, by iterative deepening and branch and bound.

An iteration tries all paths of `limit` steps, and completes each greedily, along the walls. The
longest path so far (`way`) is the incumbent. A branch is pruned if the upper bound by chambers (see
gridbots.space) is no longer than the incumbent. Optionally, half of the nodes are spent on local
search from the incumbent (see `path_improvement`).

Guarantees. `way` is a valid path, and `length` is its length. It is optimal after an iteration
without greedy completions (`cut_short` is 0): then every other path was followed to its end or
pruned.

It runs in slices, which change neither results nor node counts. A node is one computation of the
bound. Greedy completions and bursts of local search are never interrupted: a completion counts many
nodes, and a burst counts the nodes that would take the same time. There are no allocations and no
recursion.

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
