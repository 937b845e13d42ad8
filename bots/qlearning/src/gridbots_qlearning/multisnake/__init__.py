"""Q-learning in Multiplayer Snake: as in the CS221 paper, and beyond it.

indicators  the paper's action features: binary indicators
features    our action features, sparse and binary
rivals      threat features
room        space features, by flood fill
network     Q-network with one hidden layer
decision    greedy policy by a linear Q-function
policy      policies of all these
"""
