# Light Riders starter bot: it makes the step that leaves the most free cells within reach.
# Start: python3 light_riders.py
# Needs: python3

import sys

MOVES = ["up", "right", "down", "left"]
FREE = "."
WALL = "x"


class Bot:
    def __init__(self) -> None:
        self.width = 16
        self.height = 16
        self.own_head = "0"
        self.field = ""  # row by row, in a frame of walls, so that a step never leaves it
        self.heading = ""  # our last move

    def read_setting(self, key: str, value: str) -> None:
        match key:
            case "field_width":
                self.width = int(value)
            case "field_height":
                self.height = int(value)
            case "your_botid":
                self.own_head = value

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

    def count_reachable(self, start: int) -> int:
        """Flood fill: how many free cells can be reached from start, itself included."""
        board = list(self.field)
        board[start] = WALL
        stack = [start]
        count = 0
        while stack:
            count += 1
            for cell in self.neighbours(stack.pop()):
                if board[cell] == FREE:
                    board[cell] = WALL
                    stack.append(cell)
        return count

    def choose_move(self) -> str:
        """Among equals, straight on comes first, then the order of MOVES."""
        head = self.field.find(self.own_head)
        if head < 0:
            return "pass"
        scores = {
            move: (self.count_reachable(cell), move == self.heading)
            for move, cell in zip(MOVES, self.neighbours(head))
            if self.field[cell] == FREE
        }
        if not scores:
            return "pass"
        self.heading = max(scores, key=lambda move: scores[move])
        return self.heading


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
