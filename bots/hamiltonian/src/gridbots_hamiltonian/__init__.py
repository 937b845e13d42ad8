"""Solvers of single-player Snake: the published ones, and swift.

cycles         Hamiltonian cycles
cycle_solvers  zig-zag, fixed and phc: follow a cycle, with or without shortcuts
column_sweep   zig-zag-cut: zig-zag with early turns
dynamic_cycle  dhcr: a Hamiltonian cycle repaired to contain the shortest path
cells          right-hand driving in two-by-two cells, and the tree of the body
tree_paths     shortest paths in that tree, and the squares that they would cut off
cell_solver    cell, cell1, cell-keep, cell-fixed, cell-variant
paths          shortest and longest paths
path_solvers   path-greedy and hamilton
swift          swift: the best of many plans for each apple
bot            a solver as a bot that sends overlays
plugins        plugin objects and options
heap           binary heap for A*, with reproducible ties
"""
