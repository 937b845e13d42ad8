"""Protocol check: findings from matches that a bot has played against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gridbots.limits import Limits
    from gridbots.record import Note, PlayerResult, Record

FAULTS = (
    "late", "exited", "closed", "output", "memory", "processes", "disk", "malformed", "illegal",
    "not-started",
)  # fmt: skip
SLOW = 0.5
"""Share of the time bank above which one move counts as slow."""


class Finding(msgspec.Struct, frozen=True):
    level: Literal["well", "warning", "wrong"]
    text: str


def examine(played: Sequence[tuple[Record, Path | None]], limits: Limits) -> list[Finding]:
    """Findings about a bot, from matches that it has played against itself."""
    players = [player for record, _ in played for player in record.result.players]
    failed = list(_failures(played))
    if failed:
        return failed
    return [
        Finding("well", f"started and played {len(played)} matches to the end"),
        _answers(players, [record for record, _ in played]),
        _time(players, limits),
        *_overlays([record for record, _ in played]),
        *_errors(players),
    ]


def _failures(played: Sequence[tuple[Record, Path | None]]) -> Iterator[Finding]:
    for record, path in played:
        if record.result.cause:
            yield Finding("wrong", record.result.cause)
        for seat, player in enumerate(record.result.players):
            if player.termination in FAULTS:
                failed = player.failed_in_round
                where = f"seat {seat}" if failed is None else f"seat {seat} in round {failed}"
                yield Finding("wrong", f"{where}: {player.termination}, {player.detail}")
                yield from _last_words(player)
                if path:
                    yield Finding("warning", f"the whole match: referee replay {path}")


def _last_words(player: PlayerResult) -> Iterator[Finding]:
    for exchange in player.exchanges[-4:]:
        yield Finding("warning", f"{exchange.sender}: {exchange.line}")
    for line in player.stderr.splitlines()[-5:]:
        yield Finding("warning", f"stderr: {line}")


def _answers(players: Sequence[PlayerResult], records: Sequence[Record]) -> Finding:
    moves = sum(player.moves for player in players)
    notes = [note for note in _notes(records) if note.kind != "overlay"]
    if not notes:
        return Finding("well", f"answered {moves} requests, each with one legal move")
    first = notes[0]
    return Finding(
        "warning",
        f"{len(notes)} of {moves} answers were not a legal move; the first: {first.kind}, "
        f"{first.text!r}",
    )


def _notes(records: Sequence[Record]) -> list[Note]:
    return [note for record in records for each in record.rounds for note in each.notes]


def _overlays(records: Sequence[Record]) -> Iterator[Finding]:
    wrong = [note.text for note in _notes(records) if note.kind == "overlay"]
    if wrong:
        yield Finding("warning", f"{len(wrong)} overlays cannot be shown; the first: {wrong[0]}")


def _time(players: Sequence[PlayerResult], limits: Limits) -> Finding:
    most = max(player.most_wall_ms for player in players)
    least = min(player.bank_left_ms for player in players)
    median = max(player.median_wall_ms for player in players)
    text = f"took {median:.1f} ms for most moves, {most:.0f} ms for the longest; "
    slow = most > SLOW * (limits.timebank_ms + limits.start_allowance_ms)
    return Finding("warning" if slow else "well", f"{text}{least} ms were left in the bank")


def _errors(players: Sequence[PlayerResult]) -> Iterator[Finding]:
    written = sum(player.stderr_bytes for player in players)
    if written:
        yield Finding("well", f"wrote {written} bytes to standard error, which is allowed")
