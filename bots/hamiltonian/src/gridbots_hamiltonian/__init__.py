"""Solvers of Snake for one, the published ones and our own: cycles, trees of cells, and paths.

cycles       Hamiltonian cycles, laid and numbered
zig_zag      follows the simplest of them
fixed        follows a random one
sweeping     zig-zag with early turns: zig-zag-cut
shortcuts    zig-zag with shortcuts: phc
repairing    a cycle that is repaired to hold the shortest path: dhcr
cells        right-hand driving in two-by-two cells, and the tree of the body
planning     paths and their consequences in that tree
driving      cell, cell1, cell-keep, cell-fixed, cell-variant
paths        shortest and longest paths
chasing      path-greedy and hamilton, which are made of them
swift        our own: the best of many plans for each apple
player       any of them as a bot
"""
