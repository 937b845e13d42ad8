"""Plays well after starting eight sleeping children, each in a separate process group."""

import os
import time

import _honest


def main() -> None:
    for _ in range(8):
        if os.fork() == 0:
            _honest.live_at_most()
            os.setpgid(0, 0)
            time.sleep(_honest.LIFETIME)
            os._exit(0)
    _honest.play()


if __name__ == "__main__":
    main()
