"""Plays well beside runners: processes that fork and exit, so that no id lives for long.

Argument `sessions`: each of them also leads a separate session.
"""

import os
import sys

import _honest

RUNNERS = 2
GENERATIONS = 20_000  # of each runner; they end by themselves after some 10 to 30 seconds


def main() -> None:
    for _ in range(RUNNERS):
        if os.fork() == 0:
            run(in_sessions="sessions" in sys.argv)
    _honest.play()


def run(*, in_sessions: bool) -> None:
    os.closerange(0, 3)
    for _ in range(GENERATIONS):
        if os.fork() > 0:
            os._exit(0)
        if in_sessions:
            os.setsid()
    os._exit(0)


if __name__ == "__main__":
    main()
