"""Q-learning in Light Riders.

table          with a table, as in the CS221 paper; table_update: what a round changes
linear         with features, for larger boards; linear_update: what a round changes
figures        figures of the paper again
"""
