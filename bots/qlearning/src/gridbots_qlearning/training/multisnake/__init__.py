"""Q-learning in Multiplayer Snake.

linear         with indicators, as in the CS221 paper; linear_update: what a round changes
network        with a small network; network_update: what a round changes
figures        tables of the paper again
"""
