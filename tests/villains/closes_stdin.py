"""Closes its standard input in round 3 and lives on without answering."""

import os
import time

import _honest


def misdeed(observation: _honest.Observation) -> None:
    os.close(0)
    time.sleep(_honest.LIFETIME)


if __name__ == "__main__":
    _honest.play(misdeed)
