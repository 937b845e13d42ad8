"""Closes its standard output in round 3 and lives on, reading."""

import os
import sys

import _honest


def misdeed(observation: _honest.Observation) -> None:
    os.close(1)
    for _ in sys.stdin:
        pass


if __name__ == "__main__":
    _honest.play(misdeed)
