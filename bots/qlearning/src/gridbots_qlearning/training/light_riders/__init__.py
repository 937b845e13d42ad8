"""Training of qlearning in Light Riders.

table    Q-learning with a table, as in the CS221 paper
linear   linear Q-learning, for larger boards
figures  figures of the paper
"""
