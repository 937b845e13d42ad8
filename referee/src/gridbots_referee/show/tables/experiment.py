"""Results of an experiment: a table for the terminal, JSON lines, and a page in Markdown."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final

from gridbots_referee.experiments.estimates import elo, elo_bound, half_interval
from gridbots_referee.experiments.measures import MEASURES
from gridbots_referee.show.terminal.text import align, plural, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.experiments.comparison import Cell, Reproduction
    from gridbots_referee.experiments.experiment import Experiment, Publication

COLUMNS: Final = ("measure", "player", "ours", "+-", "paper", "program", "tolerance", "verdict")
RIGHT: Final = "llrrrrrl"
"""Columns of numbers are right-aligned."""
SCHEMA: Final = 1
"""Version of the JSON of a cell."""
DIGITS: Final = 3
"""Decimals of measured values at most; the standard error decides how many are significant."""


def number(value: float, digits: int) -> str:
    """A number with this many decimals; empty for NaN."""
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def published(value: float) -> str:
    """A published number, unrounded; empty for NaN."""
    return "" if math.isnan(value) else f"{value:.10g}"


def digits_of(error: float) -> int:
    """The number of significant decimals of a value with this standard error."""
    if math.isnan(error) or error <= 0:
        return 0
    return min(max(1 - math.floor(math.log10(error)), 0), DIGITS)


def cell_row(cell: Cell, certainty: float) -> tuple[str, ...]:
    digits = digits_of(cell.ours.error)
    is_share = MEASURES[cell.measure].is_share
    half = half_interval(cell.ours, certainty, is_share=is_share)
    return (
        cell.measure,
        cell.player or "(match)",
        _value(cell, digits, certainty),
        number(half, digits_of(half / certainty)),
        published(cell.paper),
        published(cell.program),
        number(cell.tolerance, max(digits, digits_of(cell.tolerance))),
        cell.verdict or "-",
    )


def _value(cell: Cell, digits: int, certainty: float) -> str:
    """The measured value; after wins only, or losses only, a bound of the Elo difference."""
    is_elo = MEASURES[cell.measure].statistic is elo
    bound = elo_bound(cell.ours, certainty) if is_elo else math.nan
    if math.isnan(bound):
        return number(cell.ours.value, digits) or "none"
    return f"{'>' if cell.ours.value > 0 else '<'} {bound:.0f}"


def table(cells: Sequence[Cell], certainty: float) -> list[str]:
    """The cells of a line-up as aligned lines; `+-` is `certainty` standard errors."""
    rows = [COLUMNS, *(cell_row(cell, certainty) for cell in cells)]
    kept = _filled(rows[1:])
    shown = [[visible(row[column]) for column in kept] for row in rows]
    lines = align(shown, right="".join(RIGHT[column] for column in kept))
    forfeits = cells[0].forfeits
    note = f"{forfeits:,} of {cells[0].ours.matches:,} matches were forfeits: a bot failed."
    return [*lines, note] if forfeits else lines


def _filled(rows: Sequence[Sequence[str]]) -> list[int]:
    """The indices of the columns that are not empty."""
    return [number for number, column in enumerate(zip(*rows, strict=True)) if any(column)]


def verdict_line(cells: Sequence[Cell], confidence: float) -> str:
    compared = [cell for cell in cells if cell.verdict]
    outside = sum(cell.verdict == "outside" for cell in compared)
    if not compared:
        return f"{plural(len(cells), 'cell')}; nothing was published to compare with."
    chance = f"{100 * (1 - confidence):.3g}"
    return (
        f"{len(compared) - outside} of {plural(len(compared), 'cell')} within tolerance. Where the "
        f"tolerance is the sampling error, {chance} of 100 would be outside by chance alone."
    )


def as_json(experiment: Experiment, cell: Cell) -> str:
    """A cell of an experiment as JSON; unknown values are null."""
    ours = cell.ours
    numbers = {
        "ours": ours.value,
        "standard_error": ours.error,
        "paper": cell.paper,
        "program": cell.program,
        "tolerance": cell.tolerance,
    }
    fields = {
        "event": "cell",
        "schema": SCHEMA,
        "experiment": experiment.name,
        "lineup": cell.lineup,
        "measure": cell.measure,
        "player": cell.player or None,
        "seed": experiment.seed,
        "matches": ours.matches,
        "counted": ours.counted,
        "forfeits": cell.forfeits,
        **{each: None if math.isnan(value) else value for each, value in numbers.items()},
        "verdict": cell.verdict or None,
    }
    return json.dumps(fields)


def markdown(reproduction: Reproduction, command: str, picture: str = "") -> str:
    """The page of an experiment in Markdown; the same cells give the same text."""
    experiment, cells = reproduction.experiment, reproduction.cells
    parts = [
        f"# {experiment.title}",
        *([_sources(experiment)] if _sources(experiment) else []),
        "\n".join(_markdown_table(experiment, cells)),
        verdict_line(cells, experiment.confidence),
        *([f"![Ours beside the published values]({picture})"] if picture else []),
        _how(reproduction),
        "\n".join(_meanings(cells)),
        *([experiment.notes.strip()] if experiment.notes.strip() else []),
        f"Made by:\n\n    {command}",
    ]
    return "\n\n".join(parts) + "\n"


def _sources(experiment: Experiment) -> str:
    lines = [
        f"- {name}: {source.name}{_matches_of(source)}"
        for name, source in (("paper", experiment.paper), ("program", experiment.program))
        if source
    ]
    return "\n".join(lines)


def _matches_of(source: Publication) -> str:
    notes = [f"{source.matches:,} matches"] if source.matches else []
    notes += [f"printed to {source.rounded:g}"] if source.rounded else []
    return f" ({', '.join(notes)})" if notes else ""


def _markdown_table(experiment: Experiment, cells: Sequence[Cell]) -> list[str]:
    """One table for all line-ups, with a column for the line-up if there are several."""
    several = len(experiment.lineups) > 1
    differ = len({cell.ours.matches for cell in cells}) > 1
    heads = ("line-up", "matches", "forfeits", *COLUMNS)
    rows = [(*_matches(cell), *cell_row(cell, experiment.z)) for cell in cells]
    kept = [each for each in _filled(rows) if each > 1 or (several, differ)[each]]
    marks = ["---:" if ("lrr" + RIGHT)[column] == "r" else "---" for column in kept]
    lines = [[heads[column].replace("+-", "±") for column in kept], marks]
    lines += [[row[column].replace("|", "\\|") for column in kept] for row in rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _matches(cell: Cell) -> tuple[str, ...]:
    """The line-up of a cell, its matches and its forfeits, if any."""
    forfeits = f"{cell.forfeits:,}" if cell.forfeits else ""
    return cell.lineup, f"{cell.ours.matches:,}", forfeits


def _how(reproduction: Reproduction) -> str:
    experiment = reproduction.experiment
    numbers = sorted({cell.ours.matches for cell in reproduction.cells})
    each = " with each line-up" if len(experiment.lineups) > 1 else ""
    matches = " or ".join(f"{number:,}" for number in numbers)
    settings = "".join(f", {name} {value}" for name, value in experiment.settings.items())
    forfeits = reproduction.forfeits
    has_target = any(cell.verdict for cell in reproduction.cells)
    target = " The target is the program's value, or else the paper's." if has_target else ""
    failures = f" Matches in which a bot failed: {forfeits:,}." if forfeits else ""
    return (
        f"{matches} matches of {experiment.game}{each}{settings}, seed {experiment.seed}, "
        f"{_seating(experiment)}. "
        f"± is half the confidence interval of {100 * experiment.confidence:g} %.{target}{failures}"
    )


def _seating(experiment: Experiment) -> str:
    rotated = [lineup.rotates for lineup in experiment.lineups]
    if all(rotated):
        return "all seats rotated"
    if not any(rotated):
        return "every bot in its seat"
    return "in some line-ups the seats rotated, in others every bot in its seat"


def _meanings(cells: Sequence[Cell]) -> list[str]:
    names = dict.fromkeys(cell.measure for cell in cells)
    return [f"- *{name}*: {MEASURES[name].meaning}" for name in names]
