"""Simple bots to measure others against, each a module: random, straight, wall_hugger."""
