"""Answers round 3 with a turn, but after the limit (first argument, milliseconds), and plays on."""

import sys
import time

import _honest

MARGIN = 200  # milliseconds past the limit


def misdeed(observation: _honest.Observation) -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    time.sleep((limit + MARGIN) / 1000)
    _honest.answer(observation.turn())


if __name__ == "__main__":
    _honest.play(misdeed)
