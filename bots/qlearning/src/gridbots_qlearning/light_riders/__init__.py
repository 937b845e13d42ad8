"""Q-learning in Light Riders: policies as in the CS221 paper, and beyond it.

table     Q-table, and its greedy policy
features  action features for boards of any size, and a linear policy
"""
