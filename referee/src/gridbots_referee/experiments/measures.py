"""Measures over many matches: a value of each match, and a statistic of these values.

A new measure is a function and a line in MEASURES.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from gridbots_referee.experiments.estimates import (
    PERCENT,
    Estimate,
    Sample,
    deviation,
    elo,
    estimate,
    estimate_of,
    quantile,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.vector import Outcomes
    from gridbots_referee.experiments.estimates import Numbers


class Measure(msgspec.Struct, frozen=True):
    name: str
    meaning: str
    sample: Callable[[Outcomes, int], Sample]
    """The values of a player, by its index in the line-up; of any player for `of_match`."""
    of_match: bool = False
    """Whether it has one value for all players."""
    is_share: bool = False
    """Whether it is a share of matches, in percent."""
    statistic: Callable[[Numbers], float] | None = None
    """Statistic of the values that count; None: their mean."""


def measured(measure: Measure, outcomes: Outcomes, player: int) -> Estimate:
    """The estimate of a measure for a player of a line-up."""
    sample, seats = measure.sample(outcomes, player), outcomes.places.shape[1]
    if measure.statistic is None:
        return estimate(sample, seats)
    return estimate_of(measure.statistic, sample, seats)


def _every(values: Numbers) -> Sample:
    return Sample(values, np.ones(len(values), np.bool_))


def won(outcomes: Outcomes, player: int) -> Numbers:
    """Whether the player alone was first; for a single player, whether it has reached the goal."""
    if outcomes.places.shape[1] == 1:
        return outcomes.utilities[:, 0] >= 1
    is_first = outcomes.places == 1
    return is_first[:, player] & (is_first.sum(axis=1) == 1)


def drawn(outcomes: Outcomes) -> Numbers:
    """Whether several players shared the first place."""
    return (outcomes.places == 1).sum(axis=1) > 1


def timed_out(outcomes: Outcomes) -> Numbers:
    """Whether the limit on rounds ended a match.

    Several players were still living, or the single player, which had not reached the goal.
    """
    still_in = outcomes.living.sum(axis=1)
    if outcomes.living.shape[1] == 1:
        return (still_in == 1) & ~won(outcomes, 0)
    return still_in > 1


def lost(outcomes: Outcomes, player: int) -> Numbers:
    return ~won(outcomes, player) & ~drawn(outcomes)


def lead(outcomes: Outcomes, player: int) -> Numbers:
    """Score of a player minus the mean score of its opponents."""
    others = outcomes.scores.sum(axis=1) - outcomes.scores[:, player]
    return outcomes.scores[:, player] - others / max(outcomes.scores.shape[1] - 1, 1)


def rank(outcomes: Outcomes, player: int) -> Numbers:
    """Number of players that did as well as the player or better, including it."""
    as_well = outcomes.places <= outcomes.places[:, [player]]
    return as_well.sum(axis=1)


def points(outcomes: Outcomes, player: int) -> Numbers:
    """1 for a win, half for a draw, 0 for a loss; between them for places among many."""
    return (1 + outcomes.utilities[:, player]) / 2


def _rounds_if_won(outcomes: Outcomes, player: int) -> Sample:
    return Sample(outcomes.rounds, won(outcomes, player))


MEASURES: Final = {
    measure.name: measure
    for measure in (
        Measure(
            "win %", "matches that the player alone has won",
            lambda outcomes, player: _every(PERCENT * won(outcomes, player)), is_share=True,
        ),
        Measure(
            "loss %", "matches that others have won; for a single player, that it has not won",
            lambda outcomes, player: _every(PERCENT * lost(outcomes, player)), is_share=True,
        ),
        Measure(
            "draw %", "matches in which several shared the first place",
            lambda outcomes, _: _every(PERCENT * drawn(outcomes)), of_match=True, is_share=True,
        ),
        Measure(
            "time-out %", "matches that ended while more than one player was still in",
            lambda outcomes, _: _every(PERCENT * timed_out(outcomes)), of_match=True, is_share=True,
        ),
        Measure(
            "score", "the game's own points",
            lambda outcomes, player: _every(outcomes.scores[:, player]),
        ),
        Measure(
            "score if won", "the score in those matches that the player has won",
            lambda outcomes, player: Sample(outcomes.scores[:, player], won(outcomes, player)),
        ),
        Measure(
            "score x rank", "the score times the number of players that did as well or better",
            lambda outcomes, player: _every(outcomes.scores[:, player] * rank(outcomes, player)),
        ),
        Measure(
            "lead", "the score minus the mean score of the others",
            lambda outcomes, player: _every(lead(outcomes, player)),
        ),
        Measure(
            "place", "1 for the best; equals share a place",
            lambda outcomes, player: _every(outcomes.places[:, player]),
        ),
        Measure(
            "utility", "from 1 for a match won to -1 for a match lost",
            lambda outcomes, player: _every(outcomes.utilities[:, player]),
        ),
        Measure(
            "Elo", "the player's Elo above the others, from its share of the points",
            lambda outcomes, player: _every(points(outcomes, player)), statistic=elo,
        ),
        Measure(
            "margin", "the margin of victory, as the published results of the game count it",
            lambda outcomes, player: _every(outcomes.margins[:, player]),
        ),
        Measure(
            "rounds", "rounds in a match",
            lambda outcomes, _: _every(outcomes.rounds), of_match=True,
        ),
        Measure(
            "rounds if won", "rounds in those matches that the player has won", _rounds_if_won
        ),
        Measure(
            "deviation of rounds if won", "their standard deviation", _rounds_if_won,
            statistic=deviation,
        ),
        Measure(
            "least rounds if won", "the smallest number of them", _rounds_if_won,
            statistic=np.min,
        ),
        Measure(
            "first quartile of rounds if won", "a quarter of those matches had no more",
            _rounds_if_won, statistic=quantile(0.25),
        ),
        Measure(
            "median of rounds if won", "half of those matches had no more",
            _rounds_if_won, statistic=quantile(0.5),
        ),
        Measure(
            "third quartile of rounds if won", "three quarters of those matches had no more",
            _rounds_if_won, statistic=quantile(0.75),
        ),
        Measure(
            "most rounds if won", "the largest number of them", _rounds_if_won,
            statistic=np.max,
        ),
    )
}  # fmt: skip
"""By name."""
