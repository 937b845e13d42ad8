"""Dies of an exception, with a traceback, in round 3."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    raise RuntimeError(f"villain: expected no round {observation.round_number}, got one")


if __name__ == "__main__":
    _honest.play(misdeed)
