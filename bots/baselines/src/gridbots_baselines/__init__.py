"""Simple bots to measure others against.

random        any legal move of any game
straight      straight on: Light Riders
wall_hugger   wall-hugger: Light Riders
greedy        the nearest candy or apple: Snake and Multiplayer Snake
snake_greedy  greedy in Snake
smart_greedy  smart-greedy, which avoids other snakes: Multiplayer Snake
opportunist   candies that it reaches first: Multiplayer Snake
hunter        what the hunters of candies share
"""
