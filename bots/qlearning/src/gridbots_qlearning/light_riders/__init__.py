"""Q-learning in Light Riders: as in the CS221 paper, and beyond it.

table     Q-table
decision  greedy policy by the table
features  action features, for boards of any size
policy    policy by a linear Q-function of them
"""
