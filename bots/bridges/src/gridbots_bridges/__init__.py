"""Bots of other arenas, each by a bridge.

program      the program of another arena, and its pipes
line_bridge  bridge to a program that is sent text and answers with a line
gaic         Google AI Challenge 2010: Tron
"""
