"""The agents of the CS221 paper on Multiplayer Snake: minimax and expectimax.

entry        plugin entry: how minimax and expectimax play it
options      their options
evaluations  evaluation functions
strategies   variable search depth
tree_search  the paper's searches
bot          the agents as bots and as policies
agent        their parameters, as a record
decision     their decision, as a kernel
"""
