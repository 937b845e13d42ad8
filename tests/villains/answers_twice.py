"""Writes two different moves at once in round 3; the second must not count for round 4."""

import _honest


def misdeed(observation: _honest.Observation) -> None:
    first = observation.safe_move()
    second = observation.turn()
    if second == first:  # already turning, so straight on would crash
        second = observation.straight()
    _honest.write(f"{first}\n{second}\n".encode())


if __name__ == "__main__":
    _honest.play(misdeed)
