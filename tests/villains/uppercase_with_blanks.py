"""Answers each round in capitals with trailing blanks and CRLF, a turn in round 3: legal."""

import _honest


def main() -> None:
    for observation in _honest.requests():
        turns = observation.round_number == _honest.MISDEED_ROUND
        word = observation.turn() if turns else observation.safe_move()
        _honest.write(f"{word.upper()}   \r\n".encode())


if __name__ == "__main__":
    main()
