"""Names a turn in round 3 among bytes that are not UTF-8: malformed."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.write(b"\xff\xfe" + observation.turn().encode() + b"\xe9\n")


if __name__ == "__main__":
    _honest.play(misdeed)
