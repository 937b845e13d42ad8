"""A bot of CodinGame's Tron Battle: goes to the cell with the most free neighbours.

referee run "codingame:python3 codingame_bot.py" wall-hugger --set width=30 --set height=20
"""

import sys

WIDTH, HEIGHT = 30, 20
MOVES = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}


def is_free(cell: tuple[int, int], taken: set[tuple[int, int]]) -> bool:
    return 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT and cell not in taken


def choose(head: tuple[int, int], taken: set[tuple[int, int]]) -> str:
    best, most = "UP", -1
    for word, (right, down) in MOVES.items():
        cell = head[0] + right, head[1] + down
        if is_free(cell, taken):
            around = [(cell[0] + x, cell[1] + y) for x, y in MOVES.values()]
            free = sum(is_free(each, taken) for each in around)
            if free > most:
                best, most = word, free
    return best


trails: dict[int, set[tuple[int, int]]] = {}
for line in sys.stdin:
    players, me = map(int, line.split())
    heads = {}
    for player in range(players):
        x0, y0, x1, y1 = map(int, sys.stdin.readline().split())
        if x0 < 0:
            trails.pop(player, None)  # the trails of the dead vanish
        else:
            heads[player] = (x1, y1)
            trails.setdefault(player, {(x0, y0)}).add((x1, y1))
    print(choose(heads[me], set().union(*trails.values())), flush=True)
