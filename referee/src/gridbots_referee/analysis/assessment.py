"""Assessment: blunders, turning points and accuracy, from the values of one examining bot.

Expected score: the value of a position in a common unit, from 0 (lost) to 1 (won). It is
1 / (1 + exp(-value / scale)). The scale is the median size of the bot's values in the match,
without the far larger values that searches use for won and lost positions.

Loss of a move: the expected score before the move minus that after it. The latter comes from the
bot's value in the next position of the same seat or, if the other of two seats moves next, is one
minus the expected score of that seat; after the last move it is the result. A move that the bot
would also have made has no loss. The thresholds are those of chess servers.
"""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.pictures.overlay import Way  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots_referee.analysis.tasks import rounds_of_choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.analysis.values import Analysis, ExaminedPosition, Examiner

THRESHOLDS: Final = {"blunder": 0.3, "mistake": 0.2, "inaccuracy": 0.1}
"""Verdict -> minimum loss of expected score; in decreasing order."""
TURN: Final = 0.2
"""Minimum change of the expected score at a turning point."""
FAR: Final = 50
"""A value larger than this multiple of the lower decile means that the match is decided."""


class AssessedMove(msgspec.Struct, frozen=True):
    """A recorded move, and its assessment."""

    seat: int
    round: int
    played: str
    """"" for no move."""
    best: str
    """The move of the bot."""
    agrees: bool
    value: float | None
    value_after: float | None
    """The next value of the bot for this seat, if there is one."""
    expected: float | None
    expected_after: float | None
    loss: float
    verdict: str
    """One of THRESHOLDS, or ""."""
    turns: bool
    """Whether it is a turning point, caused by this or another seat."""
    exact: bool
    depth: int | None
    nodes: int | None
    pv: tuple[str, ...]
    path: tuple[Way, ...]
    """The intended path of the bot, for the board."""


class SeatAssessment(msgspec.Struct, frozen=True):
    """Assessment of one seat."""

    seat: int
    name: str
    positions: int
    agreement: float | None
    """Share of moves that equal those of the bot."""
    accuracy: float | None
    """One minus the mean loss; None without values."""
    blunders: int
    mistakes: int
    inaccuracies: int


class Assessment(msgspec.Struct, frozen=True):
    """Assessment of a match by one bot."""

    bot: str
    package: str
    time_ms: int | None
    scale: float | None
    """Scale of its values; None without values."""
    seats: tuple[SeatAssessment, ...]
    moves: tuple[AssessedMove, ...]
    """By round, then by seat."""

    @property
    def turning_points(self) -> list[AssessedMove]:
        """Blunders, mistakes, and rounds that turned the match."""
        return [move for move in self.moves if move.turns or move.verdict in {"blunder", "mistake"}]


def assessments(game: Game, record: Record, analysis: Analysis) -> list[Assessment]:
    """The assessment of each bot, in the order of the file."""
    choices = rounds_of_choice(game, record)
    return [assess(analysis, record, choices, bot) for bot in analysis.bots]


def assess(
    analysis: Analysis, record: Record, choices: Sequence[Sequence[int]], bot: Examiner
) -> Assessment:
    """The assessment of one bot; `choices` has the rounds in which each seat had a choice."""
    found = {(each.round, each.seat): each for each in analysis.positions if each.bot == bot.number}
    scale = scale_of([each.value for each in found.values() if each.value is not None])
    assessor = _Assessor(record, choices, found, scale)
    moves = tuple(assessor.move(found[key]) for key in sorted(found))
    seats = tuple(
        _seat(record, seat, [move for move in moves if move.seat == seat])
        for seat in sorted({move.seat for move in moves})
    )
    return Assessment(bot.bot, bot.package, bot.time_ms, scale, seats, moves)


def scale_of(values: Sequence[float]) -> float | None:
    """The median size of ordinary values; None without values."""
    sizes = sorted(abs(value) for value in values if value)
    if not sizes:
        return 1.0 if values else None
    usual = sizes[len(sizes) // 10] * FAR
    return median([size for size in sizes if size <= usual])


def expected_score(value: float, scale: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value / scale))))


def final_score(record: Record, seat: int) -> float | None:
    """The final score of a seat, from 0 to 1; None if the rules have not decided it."""
    result = record.result
    player = result.players[seat]
    if result.outcome is None or player.termination not in {"survived", "eliminated"}:
        return None
    others = [place for each, place in enumerate(result.outcome.places) if each != seat]
    if not others:
        return 1.0 if result.outcome.winner == seat else 0.0
    own = result.outcome.places[seat]
    return sum((own < place) + (own == place) / 2 for place in others) / len(others)


class _Assessor:
    """Assesses the moves of a record by the values of one bot."""

    def __init__(
        self,
        record: Record,
        choices: Sequence[Sequence[int]],
        found: Mapping[tuple[int, int], ExaminedPosition],
        scale: float | None,
    ) -> None:
        self._record = record
        self._found = found
        self._scale = scale
        self._seats = len(record.match.players)
        self._following: list[dict[int, int]] = [dict(pairwise(rounds)) for rounds in choices]

    def move(self, position: ExaminedPosition) -> AssessedMove:
        seat, number = position.seat, position.round
        played = self._record.rounds[number].moves[seat] or ""
        agrees = played == position.move and position.kind in {"move", "pass"}
        following = self._next(seat, number)
        before = self._expected(position)
        after = self._after(seat, number, following)
        is_known = before is not None and after is not None
        change = after - before if before is not None and after is not None else 0.0
        loss = max(0.0, -change) if is_known and not agrees else 0.0
        verdict = next((name for name, least in THRESHOLDS.items() if loss >= least), "")
        return AssessedMove(
            seat=seat,
            round=number,
            played=played,
            best=position.move,
            agrees=agrees,
            value=position.value,
            value_after=following.value if following else None,
            expected=before,
            expected_after=after,
            loss=loss,
            verdict=verdict,
            turns=abs(change) >= TURN,
            exact=position.exact,
            depth=position.depth,
            nodes=position.nodes,
            pv=position.pv,
            path=position.path,
        )

    def _expected(self, position: ExaminedPosition | None) -> float | None:
        if position is None or position.value is None or self._scale is None:
            return None
        return expected_score(position.value, self._scale)

    def _next(self, seat: int, number: int) -> ExaminedPosition | None:
        """The next position of this seat for which the bot has a value.

        Some bots send no value if there is only one move; such positions are skipped.
        """
        while (after := self._following[seat].get(number)) is not None:
            found = self._found.get((after, seat))
            if found is None or found.value is not None:
                return found
            number = after
        return None

    def _after(self, seat: int, number: int, following: ExaminedPosition | None) -> float | None:
        other = self._found.get((number + 1, 1 - seat)) if self._seats == 2 else None
        is_others_turn = following is None or following.round > number + 1
        if other is not None and is_others_turn and (value := self._expected(other)) is not None:
            return 1 - value
        if following is None and self._is_last(seat, number):
            return final_score(self._record, seat)
        return self._expected(following)

    def _is_last(self, seat: int, number: int) -> bool:
        """Whether the seat had no later choice that the bot could evaluate."""
        while (after := self._following[seat].get(number)) is not None:
            if (after, seat) not in self._found:
                return False
            number = after
        return True


def _seat(record: Record, seat: int, moves: Sequence[AssessedMove]) -> SeatAssessment:
    valued = [move for move in moves if move.expected is not None]
    counts = {name: sum(move.verdict == name for move in moves) for name in THRESHOLDS}
    return SeatAssessment(
        seat=seat,
        name=record.match.players[seat].name,
        positions=len(moves),
        agreement=sum(move.agrees for move in moves) / len(moves) if moves else None,
        accuracy=1 - sum(move.loss for move in valued) / len(valued) if valued else None,
        blunders=counts["blunder"],
        mistakes=counts["mistake"],
        inaccuracies=counts["inaccuracy"],
    )
