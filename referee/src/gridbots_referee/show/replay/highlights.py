"""Highlights of a match: eliminations, failures, warnings and large losses of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gridbots.record.causes import cause_of, wanted_moves
from gridbots_referee.show.tables.report import note_text
from gridbots_referee.show.tables.result_text import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.record import Record, Round
    from gridbots_referee.show.replay.timeline import Timeline

LARGE_LOSS: Final = 0.25
"""A move that takes this share of the time bank is a large loss of time."""


class Highlight(NamedTuple):
    seat: int
    text: str
    notable: bool = True
    """Whether it is an event; extra output is not, since a verbose bot has it in every round."""
    kind: Literal["out", "failure", "warning", "loss"] = "warning"


def events(record: Record, timeline: Timeline) -> list[int]:
    """The numbers of the frames with notable highlights."""
    return [
        number
        for number in range(timeline.last + 1)
        if any(happening.notable for happening in highlights(record, timeline, number))
    ]


def highlights(record: Record, timeline: Timeline, number: int) -> list[Highlight]:
    """Eliminations in the round before a frame, and highlights of the round after it."""
    found = _eliminations(record, timeline, number)
    if number < len(record.rounds):
        found += highlights_of(record.rounds[number])
    return found


def highlights_of(each: Round) -> list[Highlight]:
    """The highlights that the record of a round contains, without eliminations."""
    return [*_notes(each), *_losses(each)]


def _eliminations(record: Record, timeline: Timeline, number: int) -> list[Highlight]:
    if number == 0:
        return []
    before, after = timeline.frame(number - 1), timeline.frame(number)
    moves, names = wanted_moves(record.rounds[number - 1]), names_in(record.result)
    return [
        Highlight(seat, cause_of(before, after, seat, moves).words(names), kind="out")
        for seat in range(len(moves))
        if before.living[seat] and not after.living[seat]
    ]


def _notes(each: Round) -> list[Highlight]:
    return [
        Highlight(
            note.seat,
            note_text(note),
            notable=note.kind != "extra output",
            kind="failure" if note.kind == "failure" else "warning",
        )
        for note in each.notes
    ]


def _losses(each: Round) -> list[Highlight]:
    # Seats without an answer have no time.
    times = zip(each.wall_us, each.bank_ms, strict=False)
    return [
        Highlight(seat, f"took {wall / 1000:.0f} of its {bank} ms", kind="loss")
        for seat, (wall, bank) in enumerate(times)
        if wall is not None and bank is not None and wall / 1000 >= LARGE_LOSS * bank
    ]


def at(values: Sequence[int | None], seat: int) -> int | None:
    """The measurement of a seat, or None."""
    return values[seat] if seat < len(values) else None
