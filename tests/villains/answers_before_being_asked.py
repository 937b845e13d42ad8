"""Names a turn in round 3 as soon as it sees the field, and another move when it is asked."""

import sys

import _honest


def main() -> None:
    _honest.live_at_most()
    observation = _honest.Observation()
    for line in sys.stdin:
        if observation.hear(line):
            _honest.answer(observation.safe_move())
        elif line.startswith("update game field"):
            if observation.round_number == _honest.MISDEED_ROUND:
                _honest.answer(observation.turn())


if __name__ == "__main__":
    main()
