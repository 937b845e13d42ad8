"""Summary of several matches: scores, endings and failures of each player."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.tables.result_text import cause_of_failure, failed, shown_name
from gridbots_referee.show.terminal.text import align, cut, plural, visible
from gridbots_referee.tournament.stats.played import points_of_outcome
from gridbots_referee.tournament.stats.scoreboard import Score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridbots.record import Record

ENDINGS: Final = {
    "rules": "ended by the rules",
    "forfeit": "ended by a forfeit",
    "void": "void",
    "interrupted": "interrupted",
}
"""Descriptions of `how` of a result."""
LISTED: Final = 3
"""Causes of failures that are listed for a player."""
LONGEST: Final = 200
"""Characters of a cause."""
COLUMNS: Final = ("player", "points", "matches", "won", "drawn", "lost", "failures")


@dataclass
class PlayerSummary(Score):
    """Score and failures of one player."""

    failures: Counter[str] = field(default_factory=Counter)
    """Number of failures by termination."""
    causes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of failures by termination and cause."""


class Summary:
    """Points, wins, draws, losses and failures per player, and how the matches ended.

    Records are counted and not kept. Void and interrupted matches give no points.
    """

    def __init__(self) -> None:
        self._counts: dict[str, PlayerSummary] = defaultdict(PlayerSummary)
        self._endings: Counter[str] = Counter()
        self._finished = 0
        self._rounds = 0
        """Total rounds of the finished matches."""
        self._scores: list[float] = []
        """Scores of finished matches with one player."""

    def add(self, record: Record) -> None:
        result = record.result
        self._endings[result.how] += 1
        if result.outcome:
            self._finished += 1
            self._rounds += result.rounds
            if len(result.outcome.scores) == 1:
                self._scores.append(result.outcome.scores[0])
        points = points_of_outcome(result.outcome) if result.outcome else ()
        for seat, player in enumerate(result.players):
            summary = self._counts[player.name]
            if points:
                summary.add(points[seat], is_first=points[seat] == max(points))
            if failed(player):
                summary.failures[player.termination] += 1
                summary.causes[player.termination, cause_of_failure(player)] += 1

    def text(self, *, unicode: bool = True) -> str:
        parts = [
            _table(self._counts, unicode=unicode),
            [f"{_endings(self._endings)}{self._means()}."],
            _failures(self._counts, unicode=unicode),
        ]
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _means(self) -> str:
        if not self._finished:
            return ""
        rounds = f"; {self._rounds / self._finished:.1f} rounds"
        alone = bool(self._scores) and len(self._scores) == self._finished
        score = f" and a score of {sum(self._scores) / self._finished:.2f}" if alone else ""
        return f"{rounds}{score} on average"


def _table(counts: Mapping[str, PlayerSummary], *, unicode: bool) -> list[str]:
    best_first = sorted(counts.items(), key=lambda item: -item[1].points)
    rows = [_row(shown_name(name, unicode=unicode), count) for name, count in best_first]
    return align([COLUMNS, *rows], right="lrrrrrr") if rows else []


def _row(name: str, count: PlayerSummary) -> tuple[str, ...]:
    counts = (count.matches, count.won, count.drawn, count.lost, count.failures.total())
    return (name, f"{round(count.points, 2):g}", *map(str, counts))


def _endings(endings: Mapping[str, int]) -> str:
    counts = [f"{count} {ENDINGS[how]}" for how, count in endings.items()]
    matches = sum(endings.values())
    return f"{matches} {'match' if matches == 1 else 'matches'}: {', '.join(counts) or 'none'}"


def _failures(counts: Mapping[str, PlayerSummary], *, unicode: bool) -> list[str]:
    return [
        line
        for name, count in counts.items()
        if count.failures
        for line in (
            f"{shown_name(name, unicode=unicode)} failed {plural(count.failures.total(), 'time')}: "
            + visible(", ".join(_counted(count.failures)), unicode=unicode),
            *(f"  {visible(line, unicode=unicode)}" for line in _causes(count.causes)),
        )
    ]


def _causes(causes: Counter[tuple[str, str]]) -> Iterator[str]:
    """The most frequent causes of failures."""
    named = [(termination, cause, n) for (termination, cause), n in causes.most_common() if cause]
    for termination, cause, count in named[:LISTED]:
        yield f"{count} {termination}: {cut(cause, LONGEST)}"
    if more := sum(count for *_, count in named[LISTED:]):
        yield f"{more} for other reasons"


def _counted(failures: Counter[str]) -> list[str]:
    return [f"{count} {termination}" for termination, count in failures.most_common()]
