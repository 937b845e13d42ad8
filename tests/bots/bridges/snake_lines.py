"""Lines that a bot receives in Battlesnake, as in the protocol of that game."""

from __future__ import annotations

GREETING = """\
settings player_names player0,player1
settings your_bot player1
settings timebank 10000
settings time_per_move 200
settings your_botid 1
settings width 5
settings height 3
settings mode royale
settings map standard
settings food_chance 20
settings minimum_food 2
settings hazard_damage 14
settings shrink_every 30
settings max_rounds 5000
"""


def round_lines(number: int, bank: int = 10_000) -> str:
    """A request for a move in this round; after round 5 player 0 is eliminated."""
    return f"{board(number)}action move {bank}\n"


def board(number: int) -> str:
    snakes = "update game snake1 2,4;1,4;1,4\n"
    if number <= 5:
        snakes = "update game snake0 0,0;0,1\n" + snakes
    return (
        f"update game round {number}\nupdate game health 97,88\nupdate game length 2,3\n"
        "update game food 1,2\nupdate game hazards 0,3,1;2,0,2\nupdate game slime none\n"
        f"{snakes}"
    )
