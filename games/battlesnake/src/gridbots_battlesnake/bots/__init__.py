"""Bots that play Battlesnake.

viper     searches whole rounds, against all others
starters  four simple bots to start from, and to measure others against
"""
