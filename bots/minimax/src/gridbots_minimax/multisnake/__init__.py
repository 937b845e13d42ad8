"""The agents of the CS221 paper on Multiplayer Snake: minimax and expectimax."""
