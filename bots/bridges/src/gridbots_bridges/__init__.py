"""Bots of other arenas, each by a bridge.

gaic           Google AI Challenge 2010: Tron
battlesnake    Battlesnake: servers, which the bridge asks

line_bridge    bridge to a program that is sent text and answers with a line
program        the program of another arena, and its pipes
referee_input  what has come from the referee
"""
