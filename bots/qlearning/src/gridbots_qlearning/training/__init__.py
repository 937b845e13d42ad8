"""Training of qlearning.

light_riders  a Q-table, and a linear function for larger boards
multisnake    a linear function, and a network
"""
