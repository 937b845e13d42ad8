# Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
# Start: python3 snake.py
# Needs: python3

import sys

MOVES = ["up", "right", "down", "left"]
FREE = "."
APPLE = "a"
HEAD = "0"
WALL = "x"


class Bot:
    def __init__(self) -> None:
        self.width = 30
        self.height = 30
        self.field = ""  # row by row, in a frame of walls, so that a step never leaves it

    def read_setting(self, key: str, value: str) -> None:
        match key:
            case "field_width":
                self.width = int(value)
            case "field_height":
                self.height = int(value)

    def read_field(self, text: str) -> None:
        cells = text.replace(",", "")
        starts = range(0, self.width * self.height, self.width)
        rows = [cells[start : start + self.width] for start in starts]
        edge = WALL * self.width
        self.field = "".join(WALL + row + WALL for row in [edge, *rows, edge])

    def neighbours(self, cell: int) -> list[int]:
        """The four cells around a cell, in the order of MOVES."""
        stride = self.width + 2
        return [cell - stride, cell + 1, cell + stride, cell - 1]

    def explore(self, start: int) -> tuple[int, int]:
        """From start on: steps to the apple (many if it is cut off), and cells within reach."""
        seen = {start}
        frontier = [start]
        distance = 0
        apple = len(self.field)
        while frontier:
            around = []
            for cell in frontier:
                if self.field[cell] == APPLE:
                    apple = distance
                for near in self.neighbours(cell):
                    if near not in seen and self.field[near] in (FREE, APPLE):
                        seen.add(near)
                        around.append(near)
            frontier = around
            distance += 1
        return apple, len(seen)

    def choose_move(self) -> str:
        """Nearest to the apple first, then most cells, then the order of MOVES."""
        scores = {}
        for move, cell in zip(MOVES, self.neighbours(self.field.find(HEAD))):
            if self.field[cell] in (FREE, APPLE):
                apple, reached = self.explore(cell)
                scores[move] = (-apple, reached)
        if not scores:
            return "pass"
        return max(scores, key=lambda move: scores[move])


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        match line.split():
            case ["settings", key, value]:
                bot.read_setting(key, value)
            case ["update", "game", "field", cells]:
                bot.read_field(cells)
            case ["action", "move", *_]:
                print(bot.choose_move(), flush=True)


if __name__ == "__main__":
    main()
