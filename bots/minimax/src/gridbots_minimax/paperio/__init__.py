"""The agents of the CS221 paper on Paper.io, and what it left to future work.

entry            plugin entry: how minimax and expectimax play it
options          their options
bot              the agents, as bots with iterative deepening and as policies
agent            their search record
decision         their decision, as kernels
judges           what a position is worth to them, as kernels
determinization  search of several sampled states
prediction       predicted observation after a move
value_function   value function of another bot, in place of an evaluation
"""
