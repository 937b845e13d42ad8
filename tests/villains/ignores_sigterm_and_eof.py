"""Plays well, but ignores SIGTERM, SIGHUP and SIGINT, and sleeps on after the end of input."""

import signal
import time

import _honest


def main() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    _honest.play()
    time.sleep(_honest.LIFETIME)


if __name__ == "__main__":
    main()
