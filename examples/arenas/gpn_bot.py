"""A bot of GPN Tron: a client over TCP that goes to any free neighbour, straight on if possible.

referee run "gpn:python3 gpn_bot.py 127.0.0.1 {port}" wall-hugger
"""

import socket
import sys

MOVES = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}

with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as connection:
    connection.sendall(b"join|example|secret\n")
    owners: dict[tuple[int, int], int] = {}
    width = height = me = 0
    head, last = (0, 0), "up"
    for line in connection.makefile(encoding="utf-8"):
        kind, *fields = line.strip().split("|")
        if kind == "game":
            width, height, me = map(int, fields)
            owners.clear()
        elif kind == "pos":
            player, x, y = map(int, fields)
            owners[x, y] = player
            if player == me:
                head = (x, y)
        elif kind == "die":
            gone = set(map(int, fields))
            owners = {cell: owner for cell, owner in owners.items() if owner not in gone}
        elif kind == "tick":
            for word in (last, *MOVES):
                right, down = MOVES[word]
                if ((head[0] + right) % width, (head[1] + down) % height) not in owners:
                    last = word
                    break
            connection.sendall(f"move|{last}\n".encode())
