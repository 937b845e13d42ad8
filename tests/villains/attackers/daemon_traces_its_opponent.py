"""Starts a daemon in a separate session that traces both bots and never detaches."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest
import _target


def main() -> None:
    bots = [os.getpid(), *_target.opponents()]
    waited, has_waited = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            _honest.live_at_most()
            os.read(waited, 1)  # or the bot would stop for its tracer when its child exits
            os.closerange(0, 3)
            for pid in bots:
                _target.trace(pid)
            time.sleep(_honest.LIFETIME)
        os._exit(0)
    os.wait()
    os.write(has_waited, b".")
    _honest.play()


if __name__ == "__main__":
    main()
