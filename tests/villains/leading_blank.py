"""Names a turn in round 3 after a leading blank: malformed."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.answer(" " + observation.turn())


if __name__ == "__main__":
    _honest.play(misdeed)
