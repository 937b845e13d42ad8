"""Bridges: bots of other arenas.

gaic             Google AI Challenge 2010: Tron
codingame        CodinGame: Tron Battle
gpn              GPN Tron, whose bots connect over TCP
aicup            AI Cup 2019: Paper.io
kaggle_bridge    Kaggle: Hungry Geese
battlesnake      Battlesnake: servers as bots, and bots as servers

line_bridge      bridge to a program that answers each request with a line
program          the program of another arena and its pipes
kaggle_stand_in  stand-in for the package that Kaggle agents import
"""
