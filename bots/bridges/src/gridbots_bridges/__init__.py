"""Bots of other arenas, each by a bridge.

gaic             Google AI Challenge 2010: Tron
http             Battlesnake: a server, which the bridge asks
battlesnake_api  bodies of its requests
http_client      HTTP/1.1, with a deadline for each exchange

line_bridge      bridge to a program that is sent text and answers with a line
program          the program of another arena, and its pipes
referee_input    what has come from the referee
"""
