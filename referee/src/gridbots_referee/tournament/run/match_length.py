"""Match length: rounds and seconds of a match, as far as rules and clocks tell without bots."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.game import as_record, copy_state, is_living, is_over, legal, step
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from gridbots.game import Game, State
    from gridbots.limits import Limits

SAMPLES: Final = 9
"""Matches of which the median is taken."""
SECONDS: Final = 1.0
"""When it is enough, whatever has been played."""
MOST_ROUNDS: Final = 5000
"""Of a match that has no end in sight."""
TRIES: Final = 8
"""So many joint moves are tried in a round before somebody is eliminated."""


def typical_rounds(game: Game, settings: Any, seed: int) -> tuple[int, int]:
    """The median of some matches of random moves that eliminate nobody if that can be; how many."""
    end = time.monotonic() + SECONDS
    lengths: list[int] = []
    while len(lengths) < SAMPLES and (not lengths or time.monotonic() < end):
        lengths.append(_rounds(game, settings, seed + len(lengths), end))
    return round(statistics.median(lengths)), len(lengths)


def _rounds(game: Game, settings: Any, seed: int, end: float) -> int:
    state: State = game.setup(settings, seed)
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, ~seed)  # not the stream that the game itself draws from
    for played in range(MOST_ROUNDS):
        if is_over(game.opened(state)) or time.monotonic() > end:
            return played
        state = _after_random_round(game, state, game.seats(settings), generator)
    return MOST_ROUNDS


def _after_random_round(game: Game, state: State, seats: int, generator: Any) -> State:
    for _ in range(TRIES):
        trial = game.opened(state)
        living = [seat for seat in range(seats) if is_living(trial, seat)]
        step(trial, [_random_move(game, trial, seat, generator) for seat in range(seats)])
        if all(is_living(trial, seat) for seat in living):
            break
    return copy_state(as_record(trial))


def _random_move(game: Game, state: Any, seat: int, generator: Any) -> int:
    mask = [0] * len(game.moves)
    legal(state, seat, mask)
    choices = [move for move, accepted in enumerate(mask) if accepted]
    return choices[below(generator, len(choices))] if choices else NO_MOVE


def longest_seconds(limits: Limits, rounds: int, seats: int) -> float:
    """Seconds of a match of so many rounds in which all bots use all of their time."""
    each = limits.start_allowance_ms + limits.timebank_ms + rounds * limits.time_per_move_ms
    return (seats if limits.ask == "in-turn" else 1) * each / 1000
