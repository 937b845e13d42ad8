"""Plays well, after it has started a daemon with no environment that holds the pipes."""

import os
import signal
import sys

import _honest

SLEEP = f"import time; time.sleep({_honest.LIFETIME - 1})"


def main() -> None:
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            become_a_daemon()
        os._exit(0)
    os.waitpid(child, 0)
    _honest.play()


def become_a_daemon() -> None:
    """Replace the program, for only that clears the environment that others can see."""
    _honest.live_at_most()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.execve(sys.executable, [sys.executable, "-S", "-E", "-c", SLEEP], {})


if __name__ == "__main__":
    main()
