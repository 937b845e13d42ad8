"""Value network for crowds of Light Riders: the chance to be first of three or four riders.

features  what it sees of each rider
layers    the network, as kernels
judge     its chances for a leaf of a search
trained   its weights
training  how they are learned: `python -m gridbots_mcts.light_riders.crowd_network.training`
"""
