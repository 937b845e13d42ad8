"""Value network for duels of Light Riders: the win probability of two riders in contact.

features    features of a position
evaluation  the network, and the value of a leaf
training    `python -m gridbots_mcts.light_riders.duel_network.training`
"""
