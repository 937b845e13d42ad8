"""Writes its answer in round 3, a turn, one byte every 20 ms, but all of it: legal."""

import time

import _honest


def misdeed(observation: _honest.Observation) -> None:
    for byte in observation.turn().encode() + b"\n":
        time.sleep(0.02)
        _honest.write(bytes([byte]))


if __name__ == "__main__":
    _honest.play(misdeed)
