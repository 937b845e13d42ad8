"""Q-learning in Multiplayer Snake: as in the CS221 paper, and beyond it."""
