"""Starts children that sleep, in round 3 (first argument: how many); it dies of a fork that fails.

With the second argument `survives` it plays on instead.
"""

import os
import sys
import time

import _honest

MOST = 400  # a hard limit


def misdeed(observation: _honest.Observation) -> None:
    for _ in range(min(int(sys.argv[1]), MOST)):
        try:
            child = os.fork()
        except OSError:
            if "survives" in sys.argv:
                break
            raise
        if child == 0:
            _honest.live_at_most()
            time.sleep(_honest.LIFETIME)
            os._exit(0)
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
