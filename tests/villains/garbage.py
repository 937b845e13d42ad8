"""Answers round 3 with a line of random printable characters."""

import random

import _honest


def misdeed(observation: _honest.Observation) -> None:
    rng = random.Random(observation.seat)
    _honest.answer("".join(chr(rng.randint(33, 126)) for _ in range(200)))


if __name__ == "__main__":
    _honest.play(misdeed)
