"""Starter bots: what one writes first for Battlesnake, to begin with and to measure others against.

policies     their decisions, as kernels
plugin       how a decision becomes a bot
drifter      goes anywhere that is free
hungry       goes to the nearest food
head_hunter  goes for the nearest head of a shorter snake; while there is none, for food
tail_chaser  follows its own tail, and goes for food when it is hungry
"""
