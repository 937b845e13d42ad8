"""Simple bots to measure others against, each a module: random, straight, greedy and others."""
