"""An honest bot that uses CPU time before each answer (first argument, milliseconds)."""

import sys
import time

import _honest

if __name__ == "__main__":
    seconds = int(sys.argv[1]) / 1000
    for observation in _honest.requests():
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        _honest.answer(observation.safe_move())
