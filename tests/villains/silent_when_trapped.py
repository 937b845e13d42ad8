"""Coils itself up within eight rounds and does not answer once all its neighbours are blocked."""

import _honest


def coil(observation: _honest.Observation) -> list[int]:
    """Directions round a three by three square and into its middle, away from the other half."""
    assert observation.head is not None
    row, column = observation.head
    down = 2 if 2 * row < observation.height else 0
    across = 3 if 2 <= column < observation.width // 2 or column >= observation.width - 2 else 1
    up, back = (down + 2) % 4, (across + 2) % 4
    return [down, down, across, across, up, up, back, down]


def main() -> None:
    plan: list[int] = []
    for observation in _honest.requests():
        plan = plan or coil(observation)
        if not observation.is_trapped():
            step = plan[observation.round_number % len(plan)]
            planned = observation.is_free(step)
            _honest.answer(_honest.WORDS[step] if planned else observation.safe_move())


if __name__ == "__main__":
    main()
