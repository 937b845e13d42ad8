"""Solvers of Snake for one, the published ones and our own: cycles, trees of cells, and paths.

cycles         Hamiltonian cycles, laid and numbered
zig_zag        zig-zag and fixed: follow the simplest cycle, or a random one
column_sweep   zig-zag-cut: zig-zag with early turns
shortcuts      phc: perturbed Hamiltonian cycle, zig-zag with shortcuts
dynamic_cycle  dhcr: dynamic Hamiltonian cycle, repaired to hold the shortest path
cells          right-hand driving in two-by-two cells, and the tree of the body
tree_paths     shortest paths in that tree, and the squares that they would shut off
cell_solver    cell, cell1, cell-keep, cell-fixed, cell-variant
paths          shortest and longest paths
path_solvers   path-greedy and hamilton, which are made of them
swift          our own: the best of many plans for each apple
bot            a policy as a bot that sends overlays
plugins        all of them as bots, with their options
overlay        plan, tree or cycle, drawn over the board
heap           binary heap for A*, with reproducible ties
"""
