# Any-game starter bot: it plays random moves of the game; teach it the rules.
# Start: python3 any_game.py
# Needs: python3

import random
import sys

MOVES = "up right down left".split()


class Bot:
    def __init__(self) -> None:
        self.settings = {}  # name -> value, sent once
        self.updates = {}  # name -> value, sent in each round

    def choose_move(self) -> str:
        """The known values are in self.settings and self.updates."""
        return random.choice(MOVES)


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        match line.split(maxsplit=3):
            case ["settings", name, *value]:
                bot.settings[name] = " ".join(value)
            case ["update", "game", name, value]:
                bot.updates[name] = value.rstrip()
            case ["action", "move", *_]:
                print("round", bot.updates.get("round"), file=sys.stderr)
                print(bot.choose_move(), flush=True)


if __name__ == "__main__":
    main()
