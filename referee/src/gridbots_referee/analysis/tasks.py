"""Tasks: sequences of positions of one seat that one bot still has to examine."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.game import has_choice, is_to_move, step
from gridbots.record.replay import move_numbers, opening_of

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.analysis.values import Analysis

FEWEST: Final = 8
"""Minimum positions of a task: for fewer, starting another bot does not pay."""


class ExaminationTask(msgspec.Struct, frozen=True):
    """Consecutive positions for one process of a bot."""

    bot: int
    seat: int
    rounds: tuple[int, ...]


def rounds_of_choice(game: Game, record: Record) -> list[list[int]]:
    """For each seat, the rounds in which it had a choice."""
    state = opening_of(game, record)
    found: list[list[int]] = [[] for _ in record.match.players]
    for number, each in enumerate(record.rounds):
        for seat, rounds in enumerate(found):
            if is_to_move(state, seat) and has_choice(state, seat):
                rounds.append(number)
        step(state, move_numbers(game, each.moves))
    return found


def tasks_of(  # noqa: PLR0913  they define the tasks
    choices: Sequence[Sequence[int]],
    analysis: Analysis,
    bots: Sequence[int],
    seats: Sequence[int],
    wanted: Container[int],
    *,
    pieces: int = 1,
) -> list[ExaminationTask]:
    """The remaining tasks in these rounds; each sequence is split into up to `pieces` parts."""
    found: list[ExaminationTask] = []
    for seat in seats:
        for bot in bots:
            examined = analysis.examined_rounds(bot, seat)
            missing = [each for each in choices[seat] if each in wanted and each not in examined]
            for stretch in _stretches(missing, choices[seat]):
                found += [ExaminationTask(bot, seat, each) for each in _pieces(stretch, pieces)]
    return found


def _stretches(missing: Sequence[int], choices: Sequence[int]) -> list[tuple[int, ...]]:
    """Sequences of missing rounds without another choice of the seat between them."""
    following = dict(pairwise(choices))
    found: list[list[int]] = []
    for number in missing:
        if found and following[found[-1][-1]] == number:
            found[-1].append(number)
        else:
            found.append([number])
    return [tuple(each) for each in found]


def _pieces(stretch: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    length = max(FEWEST, -(-len(stretch) // count))
    return [stretch[start : start + length] for start in range(0, len(stretch), length)]
