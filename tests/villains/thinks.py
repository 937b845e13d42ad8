"""An honest bot that thinks for so long before each answer (first argument, milliseconds)."""

import sys
import time

import _honest

if __name__ == "__main__":
    seconds = int(sys.argv[1]) / 1000
    for observation in _honest.requests():
        time.sleep(seconds)
        _honest.answer(observation.safe_move())
