"""Training of qlearning in Multiplayer Snake.

linear          linear Q-learning with indicators, as in the CS221 paper
linear_update   its update
network         Q-learning with a small network
network_update  its update
"""
