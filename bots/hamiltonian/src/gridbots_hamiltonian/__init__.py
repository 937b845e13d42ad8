"""Solvers of Snake for one, the published ones and our own: cycles, trees of cells, and paths.

cycles         Hamiltonian cycles, laid and numbered
zig_zag        follows the simplest of them, or a random one: zig-zag, fixed
column_sweep   zig-zag with early turns: zig-zag-cut
shortcuts      zig-zag with shortcuts: phc
dynamic_cycle  a cycle that is repaired to hold the shortest path: dhcr
cells          right-hand driving in two-by-two cells, and the tree of the body
tree_paths     paths and their consequences in that tree
cell_solver    cell, cell1, cell-keep, cell-fixed, cell-variant
paths          shortest and longest paths
path_solvers   path-greedy and hamilton, which are made of them
swift          our own: the best of many plans for each apple
plugins        all of them as bots, with their options
overlay        what they draw over the board
"""
