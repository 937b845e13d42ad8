"""Opens files until the system refuses one, in round 3, and plays on."""

import os

import _honest

MOST = 100_000
opened: list[int] = []


def misdeed(observation: _honest.Observation) -> None:
    try:
        while len(opened) < MOST:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
