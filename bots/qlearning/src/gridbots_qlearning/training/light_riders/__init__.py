"""Training of qlearning in Light Riders.

table           Q-learning with a table, as in the CS221 paper
table_updates   its updates, as kernels
linear          linear Q-learning, for larger boards
linear_updates  its updates, as kernels
"""
