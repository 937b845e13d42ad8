"""Training of qlearning in Light Riders.

table          Q-learning with a table, as in the CS221 paper
table_update   its update rule
linear         linear Q-learning, for larger boards
linear_update  its update rule
figures        the paper's figures again
"""
