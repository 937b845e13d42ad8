"""A bot of the AI Cup 2019 (Paper.io): drives round small squares beside its land and returns home.

referee run "aicup:python3 aicup_bot.py" random --game paperio --set radius=10
"""

import json
import sys

ROUND = ["up", "right", "down", "left"]
STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
SIDE = 3
"""Cells in one direction before it turns."""

size = cell = 0
for line in sys.stdin:
    message = json.loads(line)
    params = message["params"]
    if message["type"] == "start_game":
        size, cell = params["x_cells_count"] * params["width"], params["width"]
    if message["type"] != "tick":
        continue
    me = params["players"]["i"]
    turns = (params["tick_num"] // 6) // SIDE
    for turn in range(4):
        command = ROUND[(turns + turn) % 4]
        x, y = (at + step * cell for at, step in zip(me["position"], STEPS[command]))
        if 0 < x < size and 0 < y < size and [x, y] not in me["lines"]:
            break
    print(json.dumps({"command": command}), flush=True)
