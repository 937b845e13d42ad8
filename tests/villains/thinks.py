"""An honest bot that thinks before each answer (first argument, milliseconds).

Once it is asked it makes a file, if it is given the path of one (second argument).
"""

import sys
import time
from pathlib import Path

import _honest

if __name__ == "__main__":
    seconds = int(sys.argv[1]) / 1000
    for observation in _honest.requests():
        for path in sys.argv[2:]:
            Path(path).touch()
        time.sleep(seconds)
        _honest.answer(observation.safe_move())
