"""Value network for duels of Light Riders: the chance to win of two riders in contact.

features  what it sees of a position
layers    the network, as kernels
judge     its chance for a leaf of a search
trained   its weights
training  how they are learned: `python -m gridbots_mcts.light_riders.duel_network.training`
"""
