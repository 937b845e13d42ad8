"""Plays well and exits, but leaves a child in a separate session that holds all three pipes."""

import os
import signal
import time

import _honest


def main() -> None:
    if os.fork() == 0:
        linger()
        os._exit(0)
    _honest.play()


def linger() -> None:
    _honest.live_at_most()
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(_honest.LIFETIME)


if __name__ == "__main__":
    main()
