"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games
minimax     choice by choice to a fixed depth, as published programs search; expectimax
tree        its kernels, for compiled code
fill        the longest way through a board that nobody else can reach
"""
