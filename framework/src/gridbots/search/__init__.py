"""Searches that know no game by name.

alphabeta             iterative deepening over whole rounds, with move_ordering, transposition_table
                      and tree_reuse
minimax               minimax and expectimax to a fixed depth, as published programs search
core                  its kernels, for compiled code
ply_stack             what a search works in
longest_path          how long a rider lasts alone
lazy_memory           arrays that take memory only where they are touched
"""
