"""Names a turn in round 3 between NUL bytes: malformed."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.answer(f"\0{observation.turn()}\0\0")


if __name__ == "__main__":
    _honest.play(misdeed)
