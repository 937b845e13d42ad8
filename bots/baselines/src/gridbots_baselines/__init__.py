"""Simple bots to measure others against.

random       any legal move of any game
straight     straight on: Light Riders
wall_hugger  wall-hugger: Light Riders
greedy       greedy, smart-greedy and opportunist: Snake and Multiplayer Snake
"""
