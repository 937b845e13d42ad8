"""Bots of other arenas, each by a bridge.

gaic            Google AI Challenge 2010: Tron
codingame       CodinGame: Tron Battle
gpn             GPN Tron
aicup           AI Cup 2019: Paper.io
kaggle          Kaggle: Hungry Geese
battlesnake     Battlesnake: servers as bots, and bots as servers

line_bridge     bridge to a program that is sent text and answers with a line
program         the program of another arena, and its pipes
client_program  a program that connects over TCP
referee_input   what has come from the referee
"""
