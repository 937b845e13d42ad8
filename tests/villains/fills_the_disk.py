"""Writes a file of a given size (first argument, MB) into its working folder in round 3."""

import sys

import _honest

MOST = 512  # megabytes, a hard limit


def misdeed(observation: _honest.Observation) -> None:
    with open("filler", "wb", buffering=0) as file:
        file.writelines(bytes(1 << 20) for _ in range(min(int(sys.argv[1]), MOST)))
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
