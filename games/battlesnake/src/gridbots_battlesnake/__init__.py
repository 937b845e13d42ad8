"""Battlesnake: snakes eat, grow and outlast each other."""
