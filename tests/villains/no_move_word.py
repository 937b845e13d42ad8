"""Answers round 3 with "no_move", which is not "no_moves": malformed."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    _honest.answer("no_move")


if __name__ == "__main__":
    _honest.play(misdeed)
