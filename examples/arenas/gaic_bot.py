#!/usr/bin/env python3
"""A bot of the Google AI Challenge 2010 (Tron): goes where it can reach the most cells.

referee run "gaic:python3 gaic_bot.py" wall-hugger
"""

import sys

MOVES = {1: (-1, 0), 2: (0, 1), 3: (1, 0), 4: (0, -1)}


def free_cells(rows: list[str], start: tuple[int, int]) -> int:
    """How many free cells can be reached from here."""
    seen, left = {start}, [start]
    while left:
        row, column = left.pop()
        for down, right in MOVES.values():
            cell = row + down, column + right
            if cell not in seen and rows[cell[0]][cell[1]] == " ":
                seen.add(cell)
                left.append(cell)
    return len(seen)


def choose(rows: list[str]) -> int:
    row, column = next((r, line.index("1")) for r, line in enumerate(rows) if "1" in line)
    free = {
        move: (row + down, column + right)
        for move, (down, right) in MOVES.items()
        if rows[row + down][column + right] == " "
    }
    # Without a free move any answer is fine.
    return max(free, key=lambda move: free_cells(rows, free[move]), default=1)


for head in sys.stdin:
    height = int(head.split()[1])
    board = [sys.stdin.readline().rstrip("\n") for _ in range(height)]
    print(choose(board), flush=True)
