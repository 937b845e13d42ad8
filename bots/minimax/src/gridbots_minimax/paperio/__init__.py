"""Paper.io: the agents of the CS221 paper, and what it wished for."""
