"""Floods standard error: with 50 MB in round 3, or as many as the first argument says.

With the second argument `start` it does so before it reads anything.
"""

import sys

import _honest

BLOCK = (b"e" * 99 + b"\n") * 10_000  # a megabyte


def flood() -> None:
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 50):
        sys.stderr.buffer.write(BLOCK)
    sys.stderr.flush()


def misdeed(observation: _honest.Observation) -> None:
    flood()
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    if sys.argv[2:] == ["start"]:
        flood()
        _honest.play()
    else:
        _honest.play(misdeed)
