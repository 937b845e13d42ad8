"""Takes memory in round 3 and plays on.

Arguments: how many megabytes (1024 if absent), and how many helpers take as much each (none).
"""

import os
import sys
import time

import _honest

CHUNK = 32  # megabytes
MOST_HELPERS = 8
hoard: list[bytes] = []


def misdeed(observation: _honest.Observation) -> None:
    helpers = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for _ in range(min(helpers, MOST_HELPERS)):
        if os.fork() == 0:
            _honest.live_at_most()
            take()
            time.sleep(_honest.LIFETIME)
            os._exit(0)
    take()
    if helpers:
        os.wait()
        sys.exit(1)
    _honest.answer(observation.safe_move())


def take() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    while len(hoard) * CHUNK < limit:
        hoard.append(b"x" * (CHUNK * 2**20))


if __name__ == "__main__":
    _honest.play(misdeed)
