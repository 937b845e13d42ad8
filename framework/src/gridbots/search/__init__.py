"""Game-independent searches.

alphabeta            alpha-beta with iterative deepening over whole rounds
iterative_deepening  the same search as kernels
move_ordering        hash moves and the history heuristic
transposition_table  transposition table
tree_reuse           tree reuse from one round to the next
minimax              minimax, expectimax and max-n to a fixed depth, as in published programs
variant              variants of these
evaluation           the game's own evaluation, or a substitute
rollout              roll-outs
core                 the main loop of all these, for compiled code
backup               backup of values, principal variations and chances
ply_stack            search record with an explicit ply stack
longest_path         longest paths of a single rider
lazy_memory          lazily committed memory
"""
