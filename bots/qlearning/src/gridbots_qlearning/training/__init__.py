"""Training of qlearning.

light_riders  a table, and a linear function for larger boards
multisnake    a linear function, and a network
episodes      the matches that are learned from, many at a time
"""
