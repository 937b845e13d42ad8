"""Traces its opponent from the start and never detaches, so that no other can reap it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest
import _target


def main() -> None:
    for pid in _target.opponents():
        _target.trace(pid)
    _honest.play()


if __name__ == "__main__":
    main()
