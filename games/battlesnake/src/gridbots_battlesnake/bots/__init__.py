"""Bots that play Battlesnake, each a plugin of its own.

viper     searches whole rounds, against all others
starters  four simple ones to begin with, and to measure others against
"""
