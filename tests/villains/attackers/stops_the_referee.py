"""Stops the referee in each round, to think for longer than its bank has (argument: ms)."""

import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest

if __name__ == "__main__":
    seconds = int(sys.argv[1]) / 1000
    for observation in _honest.requests():
        os.kill(os.getppid(), signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            os.kill(os.getppid(), signal.SIGCONT)
        _honest.answer(observation.safe_move())
