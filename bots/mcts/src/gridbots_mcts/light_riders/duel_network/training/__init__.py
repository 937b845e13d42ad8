"""Training of the network that judges duels: matches of mcts with itself, then regression.

parameters   its parameters
self_play    matches, and what is taken down of them
regression   the fit, in torch
generations  the training: matches and a fit, and again with what was learned
script       the command
"""
