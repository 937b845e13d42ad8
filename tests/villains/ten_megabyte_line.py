"""Answers round 3 with one line of ten megabytes."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.write(b"x" * 10_000_000 + b"\n")


if __name__ == "__main__":
    _honest.play(misdeed)
