"""Sends the process that plays its match a signal in round 3 (argument: its number; 9)."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest
import _target


def misdeed(observation: _honest.Observation) -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    os.kill(_target.referee(), number)
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
