"""Comparison of measured and published values: the cells of a line-up with their verdicts."""

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
"""Empty without a published value."""


class Target(msgspec.Struct, frozen=True):
    """The published value to compare with."""

    value: float
    matches: int
    """Number of matches in the mean; 0: the value counts as exact."""
    rounded: float
    """The unit to which it is rounded."""
    within: float = UNKNOWN
    """Tolerance for the full number of matches; NaN: it follows from the sampling error."""


class Cell(msgspec.Struct, frozen=True):
    """A measured value and the published ones; NaN for a missing value."""

    lineup: str
    measure: str
    player: str
    """Empty for a measure of the match."""
    ours: Estimate
    paper: float
    program: float
    tolerance: float
    """Largest accepted difference from the target: the program's value, or else the paper's."""
    verdict: Verdict
    forfeits: int = 0
    """Matches of the line-up in which a bot failed."""

    @property
    def target(self) -> float:
        return self.paper if math.isnan(self.program) else self.program


class Reproduction(msgspec.Struct, frozen=True):
    """The cells of a played experiment."""

    experiment: Experiment
    cells: tuple[Cell, ...] = ()
    """Of all finished line-ups, in the order of the file."""
    forfeits: int = 0
    """Matches in which a bot failed."""
    void: str = ""
    """Why a match could not be played, if a bot did not start."""


def compare(
    experiment: Experiment, lineup: Lineup, outcomes: Outcomes, forfeits: int, *, full: bool
) -> Iterator[Cell]:
    """The cells of a line-up; `full`: all matches of the file were played."""
    names = [each.name for each in lineup.bots]
    for row in lineup.rows:
        for index, player in enumerate(row.players or ("",)):
            seen = names.index(player) if player else 0
            ours = measured(MEASURES[row.measure], outcomes, seen)
            target = _target(experiment, lineup, row, index)
            allowed = tolerance(
                ours, target, experiment.z,
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
                forfeits=forfeits,
            )


def _target(experiment: Experiment, lineup: Lineup, row: MeasureRow, index: int) -> Target | None:
    """The program's value if known, or else the paper's."""
    for source, value, matches in (
        (experiment.program, row.program[index], lineup.program_matches),
        (experiment.paper, row.paper[index], lineup.paper_matches),
    ):
        if not math.isnan(value):
            publication = source or Publication("")
            return Target(
                value, matches or publication.matches, publication.rounded, row.within[index]
            )
    return None


def tolerance(
    ours: Estimate, target: Target | None, z: float, *, is_share: bool, full: bool
) -> float:
    """Largest accepted difference from the target; NaN without a target.

    The value in the file, if all its matches were played. Otherwise the sampling error: `z`
    standard errors of the difference, plus half the rounding unit of the target.
    """
    if target is None:
        return UNKNOWN
    if full and not math.isnan(target.within):
        return target.within
    allowed = z * expected_error(ours, target, is_share=is_share) + target.rounded / 2
    return allowed if math.isnan(target.within) else max(allowed, target.within)


def expected_error(ours: Estimate, target: Target, *, is_share: bool) -> float:
    """Standard error of the difference, if both are means of the same distribution.

    The standard deviation of a match is measured here, as few publish it; that of a share follows
    from the pooled share, so that a share of 0 or 100 % has an error, too.
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
    """The verdict; a value that could not be measured is outside."""
    if target is None:
        return ""
    return "within" if abs(ours.value - target.value) <= allowed else "outside"
