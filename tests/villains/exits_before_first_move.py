"""Reads the settings and exits with code 1 at the first request, with a line on standard error."""

import sys

import _honest


def main() -> None:
    for _ in _honest.requests():
        sys.exit("villain: cannot find a first move")


if __name__ == "__main__":
    main()
