"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games
turns       minimax in which each move is played at once, as published programs search
fill        the longest way through a board that nobody else can reach
"""
