"""Continuation: a position of a record as the opening of another match.

The moves that were recorded until then are given, as those of any opening: bots first see the board
after them, and the new record has all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.errors import RecordError
from gridbots.game import is_over, step
from gridbots.record.replay import move_numbers, opening_of

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.record import Record


def opening_at(game: Game, record: Record, number: int) -> tuple[tuple[str, ...], ...]:
    """The joint moves until a round of a record, as an opening.

    Raises:
        RecordError: there is no such round, nobody can move in it, or a move is missing before it.
    """
    last = len(record.rounds)
    if not 0 <= number <= last:
        raise RecordError(f"expected a round from 0 to {last}, got {number}")
    state = opening_of(game, record)
    found = list(record.match.opening)
    for index, each in enumerate(record.rounds[:number]):
        for seat, word in enumerate(each.moves):
            if word is None and game.legal_moves(state, seat):
                raise RecordError(
                    f"expected a move of seat {seat} in round {index}, got none: a match can go on "
                    f"from round {index} at the latest"
                )
        found.append(tuple(word or game.passes[0] for word in each.moves))
        step(state, move_numbers(game, each.moves))
    if is_over(state):
        raise RecordError(f"expected a round before the end of the match, got {number}")
    return tuple(found)
