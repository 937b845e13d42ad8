"""A bot that uses a millisecond of CPU time, then makes any possible move."""

import sys
import time

field: list[str] = []
seat, width = "0", 16
for line in sys.stdin:
    match line.split():
        case ["settings", "your_botid", value]:
            seat = value
        case ["settings", "field_width", value]:
            width = int(value)
        case ["update", "game", "field", value]:
            field = value.split(",")
        case ["action", *_]:
            until = time.process_time() + 0.001
            while time.process_time() < until:
                pass
            row, column = divmod(field.index(seat), width)
            ways = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
            free = [
                word
                for word, (down, right) in ways.items()
                if 0 <= row + down < len(field) // width
                and 0 <= column + right < width
                and field[(row + down) * width + column + right] == "."
            ]
            print(free[0] if free else "pass", flush=True)
