"""Q-learning in Light Riders: as in the CS221 paper, and beyond it."""
