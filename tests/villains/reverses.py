"""Names the opposite of its heading in every round from round 1 on: illegal."""

import _honest


def main() -> None:
    for observation in _honest.requests():
        first = observation.round_number == 0  # when a reversal would be legal
        _honest.answer(observation.straight() if first else observation.opposite())


if __name__ == "__main__":
    main()
