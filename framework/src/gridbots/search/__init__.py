"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games
turns       each move is played at once, as published programs search; with all that they differ in
expectimax  plies and leaves as published agents count them; all best moves
fill        the longest way through a board that nobody else can reach
"""
