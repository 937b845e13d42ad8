"""Plays well; a child of its own adopts orphans (subreaper), some of them in sessions of their own.

The child ignores all signals that can be ignored and holds the pipes.
"""

import ctypes
import os
import signal
import time

import _honest

PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    if os.fork() == 0:
        adopt()
    _honest.play()


def adopt() -> None:
    _honest.live_at_most()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                _honest.live_at_most()
                time.sleep(_honest.LIFETIME)
            os._exit(0)
    time.sleep(_honest.LIFETIME)


if __name__ == "__main__":
    main()
