"""Searches that know no game by name.

alphabeta   iterative deepening over whole rounds of simultaneous games; beside it what it works
            with (parts), the order of its moves (ordering), positions reached before (known), and
            what it keeps from one position to the next (following)
minimax     choice by choice to a fixed depth, as published programs search; expectimax
tree        its kernels, for compiled code
fill        the longest way through a board that nobody else can reach
"""
