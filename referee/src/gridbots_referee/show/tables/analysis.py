"""Analysis of a match as text, Markdown and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.show.terminal.text import align, plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.record import Record
    from gridbots_referee.analysis.assessment import AssessedMove, Assessment
    from gridbots_referee.analysis.values import Analysis

SEAT_HEADS: Final = (
    "seat", "player", "positions", "same move %", "accuracy %", "blunders", "mistakes",
    "inaccuracies",
)  # fmt: skip
MOVE_HEADS: Final = (
    "round", "player", "played", "best", "value", "after", "expected", "verdict", "best line",
)  # fmt: skip
PV_WORDS: Final = 6
NO_MOVE: Final = "none"
NO_VALUES: Final = (
    "The bot reports no values (overlays with `value`, see protocol.md), so the table only shows "
    "how often it would have played the same move."
)


def analysis_lines(
    record: Record,
    analysis: Analysis,
    found: Sequence[Assessment],
    most: int,
    *,
    markdown: bool = False,
) -> Iterator[str]:
    """A table for each bot, with at most `most` turning points, as text or Markdown."""
    table = _markdown if markdown else align
    for number, each in enumerate(found):
        if number:
            yield ""
        yield f"### {_title(each)}" if markdown else _title(each)
        yield ""
        yield from table([SEAT_HEADS, *_seat_rows(each)], right="rlrrrrrr")
        yield ""
        if each.scale is None:
            yield NO_VALUES
        elif each.turning_points:
            yield from table([MOVE_HEADS, *_move_rows(record, each, most)], right="rlllrrrll")
            yield from _left_out(each, most)
        else:
            yield "No blunders, no mistakes, no turning points."
        yield from _failures(analysis, number)


def _markdown(rows: Sequence[Sequence[str]], *, right: str) -> Iterator[str]:
    heads, *others = rows
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---:' if side == 'r' else '---' for side in right)}|"
    for row in others:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _title(each: Assessment) -> str:
    time = "the times of the record" if each.time_ms is None else f"{each.time_ms} ms per move"
    package = f" ({each.package})" if each.package else ""
    return f"Analysed by {visible(each.bot)}{visible(package)}, {time}"


def _seat_rows(each: Assessment) -> list[tuple[str, ...]]:
    return [
        (
            str(seat.seat),
            visible(seat.name),
            str(seat.positions),
            _percent(seat.agreement),
            _percent(seat.accuracy),
            *(
                str(count) if each.scale is not None else "-"
                for count in (seat.blunders, seat.mistakes, seat.inaccuracies)
            ),
        )
        for seat in each.seats
    ]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _move_rows(record: Record, each: Assessment, most: int) -> list[tuple[str, ...]]:
    shown = sorted(worst(each.turning_points, most), key=lambda move: (move.round, move.seat))
    return [
        (
            str(move.round),
            f"{move.seat} {visible(record.match.players[move.seat].name)}",
            visible(move.played) or NO_MOVE,
            visible(move.best) or NO_MOVE,
            _value(move.value) + ("!" if move.exact else ""),
            _value(move.value_after),
            f"{_percent(move.expected)} to {_percent(move.expected_after)}",
            move.verdict or ("no better move found" if move.agrees else "turn"),
            visible(" ".join(move.pv[:PV_WORDS])),
        )
        for move in shown
    ]


def worst(moves: Sequence[AssessedMove], most: int) -> list[AssessedMove]:
    """The moves with the greatest loss; earlier moves first among equals."""
    return sorted(moves, key=lambda move: (-move.loss, move.round))[:most]


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _left_out(each: Assessment, most: int) -> Iterator[str]:
    more = len(each.turning_points) - most
    if more > 0:
        yield f"\nAnd {plural(more, 'turning point')} with less loss: --most shows more."


def _failures(analysis: Analysis, number: int) -> Iterator[str]:
    for failure in analysis.failures:
        if failure.bot == number:
            place = f"seat {failure.seat}, round {failure.round}"
            yield f"The bot failed in {place}: {visible(failure.why)}"


def analysis_json(analysis: Analysis, found: Sequence[Assessment]) -> dict[str, Any]:
    """The whole analysis; `turning_points` are indices into `moves`."""
    return {
        "schema": 1,
        "match": analysis.head.match,
        "record": analysis.head.record,
        "bots": [
            {
                **msgspec.to_builtins(each),
                "turning_points": [
                    place for place, move in enumerate(each.moves) if move in each.turning_points
                ],
                "failures": [
                    msgspec.to_builtins(failure)
                    for failure in analysis.failures
                    if failure.bot == number
                ],
            }
            for number, each in enumerate(found)
        ],
    }
