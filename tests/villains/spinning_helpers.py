"""Plays well beside twelve helpers that spin, each in a separate session."""

import os
import resource

import _honest

HELPERS = 12
SECONDS = 3  # of CPU time, each


def main() -> None:
    for _ in range(HELPERS):
        if os.fork() == 0:
            spin()
    _honest.play()


def spin() -> None:
    _honest.live_at_most()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    os.setsid()
    while True:
        pass


if __name__ == "__main__":
    main()
