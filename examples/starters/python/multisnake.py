# Multiplayer Snake starter bot: it takes the shortest path to a candy, if there is space behind it.
# Start: python3 multisnake.py
# Needs: python3

import sys

MOVES = ["up", "right", "down", "left"]
FREE = "."
CANDIES = "+*"
WALL = "x"


class Bot:
    def __init__(self) -> None:
        self.size = 20
        self.own_snake = "snake0"
        self.field = ""  # row by row, in a frame of walls, so that a step never leaves it
        self.body = []  # our cells, the head first

    def read_setting(self, key: str, value: str) -> None:
        match key:
            case "size":
                self.size = int(value)
            case "your_botid":
                self.own_snake = "snake" + value

    def read_field(self, text: str) -> None:
        cells = text.replace(",", "")
        starts = range(0, self.size * self.size, self.size)
        rows = [cells[start : start + self.size] for start in starts]
        edge = WALL * self.size
        self.field = "".join(WALL + row + WALL for row in [edge, *rows, edge])

    def read_body(self, text: str) -> None:
        places = [cell.split(",") for cell in text.split(";")]
        self.body = [(int(row) + 1) * (self.size + 2) + int(column) + 1 for row, column in places]

    def neighbours(self, cell: int) -> list[int]:
        """The four cells around a cell, in the order of MOVES."""
        stride = self.size + 2
        return [cell - stride, cell + 1, cell + stride, cell - 1]

    def explore(self, start: int) -> tuple[int, int]:
        """Breadth first: steps to the nearest candy, and how many cells can be reached."""
        steps = {start: 0}
        nearest = len(self.field)
        queue = [start]
        for cell in queue:
            if self.field[cell] in CANDIES:
                nearest = min(nearest, steps[cell])
            for there in self.neighbours(cell):
                if there not in steps and self.field[there] in FREE + CANDIES:
                    steps[there] = steps[cell] + 1
                    queue.append(there)
        return nearest, len(queue)

    def choose_move(self) -> str:
        """Space for the body comes first, then a near candy, then the order of MOVES."""
        if not self.body:
            return "pass"
        scores = {}
        for move, cell in zip(MOVES, self.neighbours(self.body[0])):
            if self.field[cell] in FREE + CANDIES:
                nearest, space = self.explore(cell)
                scores[move] = (min(space, len(self.body)), -nearest)
        return max(scores, key=lambda move: scores[move]) if scores else "pass"


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        match line.split():
            case ["settings", key, value]:
                bot.read_setting(key, value)
            case ["update", "game", "field", cells]:
                bot.read_field(cells)
            case ["update", "game", bot.own_snake, cells]:
                bot.read_body(cells)
            case ["action", "move", *_]:
                print(bot.choose_move(), flush=True)


if __name__ == "__main__":
    main()
