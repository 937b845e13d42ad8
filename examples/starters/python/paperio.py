# Paper.io starter bot: it goes round small rectangles of cells that are not its own.
# Start: python3 paperio.py
# Needs: python3

import sys

MOVES = ["up", "right", "down", "left"]
LONGEST_TRAIL = 6  # steps away from home at most; a longer trail takes more, and is cut more often


class Bot:
    def __init__(self) -> None:
        self.side = 7
        self.own = "0"
        self.heads = []  # place of each head in the field, or None where it is not seen
        self.field = []  # one text per cell: owner, then the numbers of those whose trail it is

    def read_setting(self, key: str, value: str) -> None:
        match key:
            case "field_width":
                self.side = int(value)
            case "your_botid":
                self.own = value

    def read_heads(self, text: str) -> None:
        self.heads = [None if place == "?" else int(place) for place in text.split(",")]

    def read_field(self, text: str) -> None:
        self.field = text.split(",")

    def neighbours(self, cell: int) -> dict[str, int]:
        """Each move that stays on the board, with the cell that it leads to."""
        row, column = divmod(cell, self.side)
        found = {}
        if row > 0:
            found["up"] = cell - self.side
        if column < self.side - 1:
            found["right"] = cell + 1
        if row < self.side - 1:
            found["down"] = cell + self.side
        if column > 0:
            found["left"] = cell - 1
        return found

    def is_own(self, cell: int) -> bool:
        return self.field[cell][0] == self.own

    def is_own_trail(self, cell: int) -> bool:
        return self.own in self.field[cell][1:]

    def distances(self, starts: list[int]) -> dict[int, int]:
        """How far it is to each cell from the nearest of these, around our own trail."""
        found = dict.fromkeys(starts, 0)
        queue = list(starts)
        for cell in queue:
            for there in self.neighbours(cell).values():
                if there not in found and not self.is_own_trail(there):
                    found[there] = found[cell] + 1
                    queue.append(there)
        return found

    def choose_move(self) -> str:
        head = self.heads[int(self.own)]
        if head is None:
            return "pass"
        cells = range(len(self.field))
        home = self.distances([cell for cell in cells if self.is_own(cell)])
        moves = {
            move: there
            for move, there in self.neighbours(head).items()
            if there in home and not self.is_own_trail(there)
        }
        if not moves:
            return "pass"
        cut = [move for move, there in moves.items() if self.is_trail_of_others(there)]
        if cut:
            return cut[0]
        trail = sum(self.is_own_trail(cell) for cell in cells)
        if trail == 0:
            return self.leave(moves)
        if trail + home[head] > LONGEST_TRAIL or self.is_watched():
            return min(moves, key=lambda move: home[moves[move]])
        return max(moves, key=lambda move: self.worth(moves[move], home))

    def leave(self, moves: dict[str, int]) -> str:
        """The first step out of our land, or towards a cell that is not ours."""
        outside = [cell for cell in range(len(self.field)) if not self.is_own(cell)]
        way = self.distances(outside)
        return min(moves, key=lambda move: way.get(moves[move], 0))

    def worth(self, cell: int, home: dict[int, int]) -> float:
        """Better is not ours, and not too far from home."""
        return (not self.is_own(cell)) + 0.1 * min(home[cell], 2)

    def is_trail_of_others(self, cell: int) -> bool:
        return any(number != self.own for number in self.field[cell][1:])

    def is_watched(self) -> bool:
        """Whether we see another head."""
        return sum(place is not None for place in self.heads) > 1


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        match line.split():
            case ["settings", key, value]:
                bot.read_setting(key, value)
            case ["update", "game", "heads", places]:
                bot.read_heads(places)
            case ["update", "game", "field", cells]:
                bot.read_field(cells)
            case ["action", "move", *_]:
                print(bot.choose_move(), flush=True)


if __name__ == "__main__":
    main()
