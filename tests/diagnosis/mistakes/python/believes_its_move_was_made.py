# crash: AssertionError: where am I
# crash: after a round in which its move was not made
import sys

seat = width = 0
place = None
for line in sys.stdin:
    match line.split():
        case ["settings", "your_botid", value]:
            seat = value
        case ["settings", "field_width", value]:
            width = int(value)
        case ["update", "game", "field", value]:
            field = value.split(",")
            here = field.index(seat)
            assert place in {None, here}, "where am I"
        case ["action", *_]:
            steps = {"right": 1, "down": width, "left": -1, "up": -width}
            for word, step in steps.items():
                if 0 <= here + step < len(field) and field[here + step] == ".":
                    break
            place = here + step
            print(word, flush=True)
