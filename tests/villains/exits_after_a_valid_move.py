"""Answers well in round 3 and exits at once with code 0."""

import os

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.answer(observation.safe_move())
    os._exit(0)


if __name__ == "__main__":
    _honest.play(misdeed)
