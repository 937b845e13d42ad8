"""Self-play and evaluation in batches: thousands of matches between policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import score
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, handle, offers
from gridbots.vector.arrays import SEED_RANGE, Flags, Floats, Integers, as_it_is, generators_for
from gridbots.vector.batch import openings
from gridbots.vector.policies import fitted, kernel_of, memories_of
from gridbots.vector.rounds import (
    checked_moves,
    chooser_for,
    mark_living,
    play_rounds,
    write_margins,
    write_scores,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game
    from gridbots.vector.arrays import States
    from gridbots.vector.policies import Policy

WIDTH: Final = 1024
"""Matches per batch: enough to amortise the cost of calls, few enough for the CPU's cache."""
POLICY_STREAMS: Final = 0x706F6C696379
"""Separates the random streams of policies from those of openings."""


class Outcomes(NamedTuple):
    """Outcomes of matches, by match and player, in the order of the given players."""

    places: Integers
    """1 for the best; equals share a place."""
    scores: Floats
    """The game's own points."""
    utilities: Floats
    """From 1, won, to -1, lost."""
    margins: Floats
    """Margin of victory, in the game's own measure."""
    living: Flags
    """Whether a player was still in the match when it ended."""
    rounds: Integers
    """By match: its number of rounds."""


def play_matches(  # noqa: PLR0913  what is played, by whom, how often
    game: Game,
    settings: Any,
    policies: Sequence[Policy],
    matches: int,
    seed: int = 0,
    *,
    first: int = 0,
    rotates: bool = True,
    plain: bool = False,
) -> Outcomes:
    """Play matches between policies, one per seat.

    As in the referee, match k has the opening of `seed + k // seats`, and player p has seat p - k
    modulo the number of seats: each opening is played in all rotations. Unless it `rotates`, match
    k has the opening of `seed + k` and player p has seat p. `first` is the number of the first
    match: matches can be played in several calls with the same results.

    Raises:
        ValueError: the number of policies is not that of the seats.
    """
    seats, numbers = game.seats(settings), range(first, first + matches)
    if len(policies) != seats:
        raise ValueError(f"expected {seats} policies, got {len(policies)}")
    parts = [
        _play_some(
            game, settings, policies, numbers[start : start + WIDTH], seed, rotates, plain=plain
        )
        for start in range(0, matches, WIDTH)
    ]
    return Outcomes(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _play_some(  # noqa: PLR0913, PLR0917  the arguments of play_matches
    game: Game,
    settings: Any,
    policies: Sequence[Policy],
    numbers: range,
    seed: int,
    rotates: bool,  # noqa: FBT001  as in play_matches
    *,
    plain: bool,
) -> Outcomes:
    """Outcomes of these matches, played in one batch."""
    runs, players, count = as_it_is if plain else compiled, len(policies), len(numbers)
    seeds = [seed + (number // players if rotates else number) for number in numbers]
    states = openings(game, settings, seeds, plain=plain)
    seats = [
        np.array([(player - k * rotates) % players for k in numbers]) for player in range(players)
    ]
    streams = [_streams(seed, numbers, player) for player in range(players)]
    moves = np.full((count, players), NO_MOVE, np.int64)
    finished, utilities = np.zeros(count, np.bool_), np.zeros((count, players))
    rounds, going = np.zeros(count, np.int64), np.arange(count)
    choose, play = runs(chooser_for(game, states.dtype)), runs(play_rounds)
    suited = [fitted(each, states.dtype) for each in policies]
    handed = [(handle(kernel_of(each)), memories_of(each, count)) for each in suited]
    while len(going):
        for (policy, memories), mine, stream in zip(handed, seats, streams, strict=True):
            choose(policy, memories, states, going, mine, stream, moves)
        with checked_moves(game, moves):
            play(states, going, moves, finished, utilities)
        rounds[going] += 1
        going = going[~finished[going]]
    living = np.zeros((count, players), np.bool_)
    margins = np.zeros((count, players))
    runs(mark_living)(states, living)
    runs(write_margins)(states, margins)
    scores, by_player = _scores(game, states, players, runs), np.stack(seats, axis=1)
    return Outcomes(
        places=np.take_along_axis(places_of(utilities), by_player, axis=1),
        scores=np.take_along_axis(scores, by_player, axis=1),
        utilities=np.take_along_axis(utilities, by_player, axis=1),
        margins=np.take_along_axis(margins, by_player, axis=1),
        living=np.take_along_axis(living, by_player, axis=1),
        rounds=rounds,
    )


def _streams(seed: int, numbers: range, player: int) -> Integers:
    """A generator for one player in each of these matches."""
    seeds = [POLICY_STREAMS ^ ((seed + number) * 256 + player) for number in numbers]
    return generators_for(np.array([each % SEED_RANGE for each in seeds], np.uint64))


def places_of(utilities: Floats) -> Integers:
    """Places by match and seat: a higher utility is a better place, in every game."""
    higher: Integers = (utilities[:, None, :] > utilities[:, :, None]).sum(axis=2)
    return 1 + higher


def _scores(game: Game, states: States, seats: int, runs: Callable[..., Any]) -> Floats:
    scores = np.zeros((len(states), seats))
    if offers(score, states[0]):
        runs(write_scores)(states, scores)
    else:
        for at in range(len(states)):
            scores[at] = game.outcome(states[at]).scores
    return scores
