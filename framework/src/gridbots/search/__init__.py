"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games
expectimax  plies and leaves as published agents count them; all best moves
fill        the longest way through a board that nobody else can reach
"""
