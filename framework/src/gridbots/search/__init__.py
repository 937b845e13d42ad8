"""Searches that know no game by name.

alphabeta            alpha-beta with iterative deepening over whole rounds
iterative_deepening  the same as kernels
move_ordering        hash moves and the history heuristic
transposition_table  transposition table
tree_reuse           tree reuse from one round to the next
minimax              minimax and expectimax to a fixed depth, as published programs search
variant               what these differ in
evaluation           the game's own evaluation, or what stands in for it
rollout              roll-outs
core                 the loop of all these, for compiled code
backup               what the value of a move makes of its ply
ply_stack            the record that a search works in
longest_path         how long a rider lasts alone
lazy_memory          lazily committed memory
"""
