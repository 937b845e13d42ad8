"""Comparison of measured with published values: each cell of a line-up with its verdict."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import msgspec

from gridbots_referee.experiments.estimates import PERCENT, Estimate
from gridbots_referee.experiments.experiment import (
    UNKNOWN,
    Experiment,
    Lineup,
    MeasureRow,
    Publication,
)
from gridbots_referee.experiments.measures import MEASURES, measured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.vector import Outcomes

Verdict = Literal["within", "outside", ""]
"""Empty where nothing was published to compare with."""


class Target(msgspec.Struct, frozen=True):
    """The published value that counts."""

    value: float
    matches: int
    """That it is the mean of; 0: it is taken as exact."""
    rounded: float
    """The unit to which it is printed."""
    within: float = UNKNOWN
    """How far the full number of matches may lie from it; not a number: the sampling error says."""


class Cell(msgspec.Struct, frozen=True):
    """A measured value beside the published ones, each not a number where there is none."""

    lineup: str
    measure: str
    player: str
    """Empty for a measure of the match."""
    ours: Estimate
    paper: float
    program: float
    tolerance: float
    """How far ours may lie from the target: the program's value, or else the paper's."""
    verdict: Verdict

    @property
    def target(self) -> float:
        return self.paper if math.isnan(self.program) else self.program


class Reproduction(msgspec.Struct, frozen=True):
    """An experiment that was played, and its cells."""

    experiment: Experiment
    cells: tuple[Cell, ...] = ()
    """Of all line-ups that were played to the end, in the order of the file."""
    forfeits: int = 0
    """Matches in which a bot failed."""
    void: str = ""
    """Why a match did not take place, if a bot did not start."""


def compare(
    experiment: Experiment, lineup: Lineup, outcomes: Outcomes, *, full: bool
) -> Iterator[Cell]:
    """The cells of a line-up; `full`: all matches that the file asks for were played."""
    names = [each.name for each in lineup.bots]
    for row in lineup.rows:
        for index, player in enumerate(row.players or ("",)):
            seen = names.index(player) if player else 0
            ours = measured(MEASURES[row.measure], outcomes, seen)
            target = _target(experiment, lineup, row, index)
            allowed = tolerance(
                ours, target, experiment.certainty,
                is_share=MEASURES[row.measure].is_share, full=full,
            )  # fmt: skip
            yield Cell(
                lineup=lineup.title,
                measure=row.measure,
                player=player,
                ours=ours,
                paper=row.paper[index],
                program=row.program[index],
                tolerance=allowed,
                verdict=verdict_of(ours, target, allowed),
            )


def _target(experiment: Experiment, lineup: Lineup, row: MeasureRow, index: int) -> Target | None:
    """The program's value where it is known, or else the paper's."""
    for source, value, matches in (
        (experiment.program, row.program[index], lineup.program_matches),
        (experiment.paper, row.paper[index], lineup.paper_matches),
    ):
        if not math.isnan(value):
            said = source or Publication("")
            return Target(value, matches or said.matches, said.rounded, row.within[index])
    return None


def tolerance(
    ours: Estimate, target: Target | None, certainty: float, *, is_share: bool, full: bool
) -> float:
    """How far ours may lie from the target; not a number where there is none.

    What the file says, if as many matches were played as it asks for. Else what chance explains, so
    many standard errors of the difference, and half the unit to which the target was rounded.
    """
    if target is None:
        return UNKNOWN
    if full and not math.isnan(target.within):
        return target.within
    chance = certainty * expected_error(ours, target, is_share=is_share) + target.rounded / 2
    return chance if math.isnan(target.within) else max(chance, target.within)


def expected_error(ours: Estimate, target: Target, *, is_share: bool) -> float:
    """Standard error of the difference, if both are means of the same distribution.

    The deviation of one match is ours, as few publish theirs; of a share it follows from the share
    in both together, so that a share of 0 or 100 % has an error too.
    """
    if ours.counted == 0:
        return UNKNOWN
    counted = target.matches * ours.counted / ours.matches
    deviation = _deviation_of_share(ours, target.value, counted) if is_share else ours.deviation
    per_deviation = ours.error / ours.deviation if ours.deviation > 0 else ours.counted**-0.5
    return deviation * math.sqrt(per_deviation**2 + (1 / counted if counted else 0.0))


def _deviation_of_share(ours: Estimate, published: float, counted: float) -> float:
    together = (ours.value * ours.counted + published * counted) / (ours.counted + counted)
    return math.sqrt(max(together * (PERCENT - together), 0.0))


def verdict_of(ours: Estimate, target: Target | None, allowed: float) -> Verdict:
    """A value that could not be measured is outside."""
    if target is None:
        return ""
    return "within" if abs(ours.value - target.value) <= allowed else "outside"
