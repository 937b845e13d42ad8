"""Attaches to the process that plays its match in round 3, which stops it, and never lets it go."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest
import _target


def misdeed(observation: _honest.Observation) -> None:
    _target.trace(_target.referee(), _target.PTRACE_ATTACH)
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
