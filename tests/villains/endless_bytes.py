"""Writes bytes as fast as it can from round 3 on, with never a newline."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    while True:
        _honest.write(b"x" * 65_536)


if __name__ == "__main__":
    _honest.play(misdeed)
