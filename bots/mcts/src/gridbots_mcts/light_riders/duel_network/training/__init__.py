"""Training of the value network for duels: self-play of mcts, then regression.

parameters   its parameters
self_play    matches, and what is taken down of them
regression   the fit, in torch
generations  the training: matches and a fit, and again with what was learned
script       the command
"""
