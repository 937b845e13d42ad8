"""Writes a line of rubbish 10 ms before each move: legal."""

import time

import _honest


def main() -> None:
    for observation in _honest.requests():
        _honest.answer(f"thinking about round {observation.round_number}")
        time.sleep(0.01)
        _honest.answer(observation.safe_move())


if __name__ == "__main__":
    main()
