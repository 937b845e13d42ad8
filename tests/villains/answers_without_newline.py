"""Names a turn in round 3 and does not end the line."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.write(observation.turn().encode())


if __name__ == "__main__":
    _honest.play(misdeed)
