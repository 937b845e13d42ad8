"""Writes 50 MB to standard error in round 3, then answers well."""

import sys

import _honest

LINE = b"e" * 99 + b"\n"


def misdeed(observation: _honest.Observation) -> None:
    for _ in range(500):
        sys.stderr.buffer.write(LINE * 1000)
    sys.stderr.flush()
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
