"""Searches that know no game by name.

alphabeta             alpha-beta with iterative deepening over whole rounds, with move_ordering,
                      transposition_table, tree_reuse and max_n
minimax               minimax and expectimax to a fixed depth, as published programs search
core                  the loop of both, for compiled code
ply_stack             the record that a search works in
longest_path          how long a rider lasts alone
lazy_memory           arrays that take memory only where they are touched
"""
