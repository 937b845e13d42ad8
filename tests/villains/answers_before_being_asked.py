"""Names a turn in round 3 as soon as it sees the field, and another move when it is asked."""

import sys

import _honest


def main() -> None:
    _honest.live_at_most()
    observation = _honest.Observation()
    for line in sys.stdin:
        is_asked = observation.hear(line)
        in_misdeed_round = observation.round_number == _honest.MISDEED_ROUND
        if is_asked:
            _honest.answer(observation.safe_move())
        elif in_misdeed_round and line.startswith("update game field"):
            _honest.answer(observation.turn())


if __name__ == "__main__":
    main()
