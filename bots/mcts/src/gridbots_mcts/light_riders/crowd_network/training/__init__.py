"""Training of the value network for crowds: what `value_network.training` leaves to each kind.

parameters   its parameters
self_play    matches, and what is taken down of them
regression   the loss, in torch
script       the command
"""
