"""Q-learning in Multiplayer Snake: policies as in the CS221 paper, and beyond it.

indicators  binary action features of the paper, and a linear policy
features    richer action features, sparse and binary
threats     threat features
space       space features, by flood fill
network     Q-network with one hidden layer, and its policy
"""
