"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games
fill        the longest way through a board that nobody else can reach
"""
