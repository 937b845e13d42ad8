# trapped: ended with exit code 1 when no move could save it: IndexError
# trapped: answer with any move or `pass`
import random
import sys

seat = width = 0
for line in sys.stdin:
    match line.split():
        case ["settings", "your_botid", value]:
            seat = value
        case ["settings", "field_width", value]:
            width = int(value)
        case ["update", "game", "field", value]:
            field = dict(enumerate(value.split(",")))
        case ["action", *_]:
            here = next(cell for cell, letter in field.items() if letter == seat)
            free = [
                word
                for word, cell in (
                    ("up", here - width),
                    ("down", here + width),
                    ("left", here - 1 if here % width else -1),
                    ("right", here + 1 if here % width < width - 1 else -1),
                )
                if field.get(cell) == "."
            ]
            print(random.choice(free), flush=True)
