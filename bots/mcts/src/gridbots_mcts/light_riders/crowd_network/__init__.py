"""Value network for crowds of Light Riders: the win probabilities of three or four riders.

features    features of each rider
evaluation  the network, and the values of a leaf
training    `python -m gridbots_mcts.light_riders.crowd_network.training`
"""
