"""Writes one byte every 20 ms from round 3 on and never ends the line."""

import time

import _honest


def misdeed(observation: _honest.Observation) -> None:
    while True:
        time.sleep(0.02)
        _honest.write(b"p")


if __name__ == "__main__":
    _honest.play(misdeed)
