"""Trainings of value networks, as far as they are alike: self-play of mcts, then regression.

parameters   their parameters
self_play    matches, and what is taken down of them
regression   the fit, in torch
generations  the training: matches and a fit, and again with what was learned
script       the commands
"""
