"""Match report: the result, a table of the players, and details of bots that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.limits import DEFAULT_ISOLATION
from gridbots_referee.show.tables.result_text import (
    cause_of_failure,
    causes_in,
    ending_of,
    failed,
    has_round,
    shown_name,
    verdict,
)
from gridbots_referee.show.terminal.text import align, cut, plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gridbots.record import Exchange, Note, PlayerResult, Record, Result

UNITS: Final = (
    "Times: the median and the longest of all moves; the first move includes the start of the bot; "
    "bank: ms left."
)
SENDERS: Final = {"referee": "to bot", "bot": "from bot"}

COLUMNS: Final = (
    *("seat", "player", "place", "score", "ended", "moves"),
    *("wall ms", "CPU ms", "bank", "warned"),
)


def report(
    record: Record, path: Path | None = None, *, unicode: bool = True, stderr: bool = False
) -> str:
    """The result, a line per player, and details of bots that failed.

    `path` is the file of the record, if it was written. With `stderr` the report contains the
    stderr of all bots, and not only of those that failed. Control characters of bots are escaped.
    """
    failures = [
        _failure(record, seat, unicode=unicode)
        for seat, player in enumerate(record.result.players)
        if failed(player)
    ]
    parts = [
        [
            verdict(record.result, causes_in(record), unicode=unicode),
            _about(record, unicode=unicode),
        ],
        [*_table(record.result, unicode=unicode), UNITS, *_isolation(record)],
        _warnings(record, unicode=unicode),
        *failures,
        *([stderr_of(record, unicode=unicode)] if stderr else []),
        [f"Record: {visible(str(path), unicode=unicode)}"] if path else [],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _about(record: Record, *, unicode: bool) -> str:
    result = record.result
    settings = "".join(f" {name}={value}" for name, value in record.match.settings.items())
    return visible(
        f"{plural(result.rounds, 'round')} in {result.seconds:.1f} s: "
        f"{record.match.game}{settings}, seed {record.match.seed}.",
        unicode=unicode,
    )


def _isolation(record: Record) -> list[str]:
    """The isolation of the bots if it was not the default, and what the machine lacked."""
    limits, found = record.match.limits, record.match.isolation
    if limits.in_process:
        return ["The bots ran inside the process of the referee."]
    if limits.isolation.level == DEFAULT_ISOLATION.level:
        return []
    lacking = f", without {'; '.join(found.missing)}" if found.missing else ""
    return [f"Isolation: {limits.isolation.level}{lacking}."]


# The table.


def _table(result: Result, *, unicode: bool) -> list[str]:
    rows = [_row(seat, player, unicode=unicode) for seat, player in enumerate(result.players)]
    return align([COLUMNS, *rows], right="rlrrlrrrrr")


def _row(seat: int, player: PlayerResult, *, unicode: bool) -> tuple[str, ...]:
    ended = visible(player.termination, unicode=unicode)
    return (
        f"{seat}",
        shown_name(player.name, unicode=unicode),
        "-" if player.place is None else f"{player.place}",
        "-" if player.score is None else f"{player.score:g}",
        f"{ended}, round {player.failed_in_round}" if has_round(player) else ended,
        f"{player.moves}",
        _times(player.median_wall_ms, player.most_wall_ms),
        _times(player.median_cpu_ms, player.most_cpu_ms),
        f"{player.bank_left_ms}",
        f"{player.warnings}",
    )


def _times(median: float | None, most: float | None) -> str:
    if median is None or most is None:
        return "not measured"
    return f"{milliseconds(median)} / {milliseconds(most)}"


def milliseconds(value: float | None) -> str:
    if value is None:
        return "not measured"
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


# Warnings and failures.


def _warnings(record: Record, *, unicode: bool) -> list[str]:
    """The number of warnings and the first warning of each player that has any."""
    lines = []
    for seat, player in enumerate(record.result.players):
        first = next(_notes_of(record, seat), None)
        if player.warnings and first:
            number, note = first
            lines.append(
                f"{shown_name(player.name, unicode=unicode)}: "
                f"{plural(player.warnings, 'warning')}, the first in round {number}: "
                f"{one_line(note_text(note), unicode=unicode)}"
            )
    left = [f"Left behind: {one_line(each, unicode=unicode)}" for each in record.result.leftovers]
    return lines + left


def _notes_of(record: Record, seat: int) -> Iterator[tuple[int, Note]]:
    return (
        (number, note)
        for number, each in enumerate(record.rounds)
        for note in each.notes
        if note.seat == seat and note.kind != "failure"
    )


def note_text(note: Note) -> str:
    return f"{note.kind}: {note.text}" if note.text else note.kind


def _failure(record: Record, seat: int, *, unicode: bool) -> list[str]:
    player = record.result.players[seat]
    lines = [f"{shown_name(player.name, unicode=unicode)} {ending_of(player, unicode=unicode)}."]
    if player.detail:
        lines.append(f"  {visible(player.detail, unicode=unicode)}")
    if player.termination == "exited" and _is_above_the_end(
        cause := cause_of_failure(player), player
    ):
        lines.append(f"  {visible(cause, unicode=unicode)}")
    if player.exit_status and player.exit_status not in player.detail:
        lines.append(f"  The process exited: {one_line(player.exit_status, unicode=unicode)}.")
    return [
        *lines,
        *_exchanges(player.exchanges, unicode=unicode),
        *end_of_stderr(player, unicode=unicode),
    ]


def _is_above_the_end(cause: str, player: PlayerResult) -> bool:
    """Whether the line with the cause of an error is not the last one of stderr."""
    return cause not in {player.detail, player.stderr.strip().rpartition("\n")[2].strip()}


def stderr_of(record: Record, *, unicode: bool = True, failures: bool = False) -> list[str]:
    """The stderr of the bots; those that failed are included only if `failures` is true."""
    lines = []
    for seat, player in enumerate(record.result.players):
        if failures or not failed(player):
            name = shown_name(player.name, unicode=unicode)
            lines += [f"{name} (seat {seat}):", *end_of_stderr(player, unicode=unicode)]
    return lines


def _exchanges(exchanges: Sequence[Exchange], *, unicode: bool) -> list[str]:
    rows = [
        (f"    round {each.round}", SENDERS[each.sender], one_line(each.line, unicode=unicode))
        for each in exchanges
    ]
    return ["  The last lines exchanged:", *align(rows)] if rows else []


STDERR_LINES: Final = 20
LINE_WIDTH: Final = 100
LAST_WIDTH: Final = 1000
"""Width of the last line; the middle of a longer one is left out."""


def end_of_stderr(player: PlayerResult, *, unicode: bool) -> list[str]:
    """The last lines of a bot on stderr."""
    if not player.stderr.strip():
        return ["  The bot wrote nothing to stderr."]
    text = player.stderr.expandtabs(4).rstrip("\n")
    *before, last = [line.rstrip("\r") for line in text.split("\n")[-STDERR_LINES:]]
    shown = [one_line(line, unicode=unicode) for line in before]
    # The last line usually names the error.
    shown.append(shorten(visible(last, unicode=unicode), LAST_WIDTH, unicode=unicode))
    return [
        f"  The end of its stderr ({plural(player.stderr_bytes, 'byte')} in all):",
        *(f"    {line}".rstrip() for line in shown),
    ]


def one_line(text: str, *, unicode: bool) -> str:
    """Text of a bot as one escaped line, truncated if it is long."""
    shown = visible(text, unicode=unicode)
    if len(shown) <= LINE_WIDTH:
        return shown
    return f"{cut(shown, LINE_WIDTH, unicode=unicode)} ({len(text)} characters)"
