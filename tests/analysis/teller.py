"""A bot without dependencies that sends its evaluation: territory in Light Riders.

An argument makes it misbehave in round 4: crash, hang, or lie (an illegal move).
"""

import json
import sys
import time

Cell = tuple[int, int]
Cells = dict[Cell, str]
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


def distances(cells: Cells, start: Cell) -> dict[Cell, int]:
    found, ring = {start: 0}, [start]
    while ring:
        here = ring.pop(0)
        for rows, columns in STEPS.values():
            there = here[0] + rows, here[1] + columns
            if cells.get(there) == "." and there not in found:
                found[there] = found[here] + 1
                ring.append(there)
    return found


def value(cells: Cells, own: Cell, other: Cell) -> int:
    mine, others = distances(cells, own), distances(cells, other)
    far = 10**6
    return sum(
        (mine.get(cell, far) < others.get(cell, far))
        - (mine.get(cell, far) > others.get(cell, far))
        for cell in mine.keys() | others.keys()
    )


def main(deed: str) -> None:
    seat, width, rounds = "0", 0, 0
    cells: Cells = {}
    for line in sys.stdin:
        match line.split():
            case ["settings", "your_botid", text]:
                seat = text
            case ["settings", "field_width", text]:
                width = int(text)
            case ["update", "game", "round", text]:
                rounds = int(text)
            case ["update", "game", "field", text]:
                texts = enumerate(text.split(","))
                cells = {divmod(place, width): text for place, text in texts}
            case ["action", *_]:
                heads = {text: cell for cell, text in cells.items() if text in "01"}
                own, other = heads[seat], heads[str(1 - int(seat))]
                ways = {
                    word: value(cells, (own[0] + rows, own[1] + columns), other)
                    for word, (rows, columns) in STEPS.items()
                    if cells.get((own[0] + rows, own[1] + columns)) == "."
                }
                if rounds == 4 and deed == "crash":
                    raise SystemExit("no idea")
                if rounds == 4 and deed == "hang":
                    time.sleep(1000)
                best = max(ways, key=ways.__getitem__) if ways else "up"
                thought = {"value": ways.get(best, -99), "depth": 1, "pv": [best]}
                sys.stderr.write(f"overlay {json.dumps(thought)}\n")
                sys.stderr.flush()
                sys.stdout.write(f"{best}\n")
                sys.stdout.flush()


main(sys.argv[1] if len(sys.argv) > 1 else "")
