"""Bots of other arenas, each by a bridge."""
