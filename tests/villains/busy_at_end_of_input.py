"""Plays well and spins for ever at the end of input, like the old Python starter kit."""

import sys

import _honest


def main() -> None:
    _honest.play()
    while True:
        sys.stdin.readline()


if __name__ == "__main__":
    main()
