"""Overlays from a bot's stderr in the record."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import play_match, villain

from gridbots import record as records
from gridbots.pictures.overlay import LINE_CAP, Overlay
from gridbots.record.verification import verify
from gridbots_referee.play import seat as seats
from gridbots_referee.play.transport.stderr import TAIL, StderrBuffer

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record


@pytest.fixture(scope="module")
def played() -> Record:
    return play_match(villain("tells_overlays"), villain("_honest"))


def overlays_of(record: Record) -> list[Overlay | None]:
    return [each.overlays[0] if each.overlays else None for each in record.rounds]


def test_an_overlay_is_recorded_with_the_move_that_follows_it(played: Record) -> None:
    values = [overlay.value if overlay else None for overlay in overlays_of(played)]
    assert values[:3] == [0, 1, 2]
    assert values[9:12] == [9, 10, 11]


def test_hostile_overlays_are_warnings_and_change_nothing(played: Record) -> None:
    overlays = overlays_of(played)
    assert overlays[3:8] == [None] * 5
    kinds = [[note.kind for note in each.notes] for each in played.rounds]
    assert kinds[3:8] == [["overlay"]] * 5
    assert played.result.how == "rules"


def test_of_several_overlays_before_a_move_the_last_one_counts(played: Record) -> None:
    assert overlays_of(played)[8] == Overlay(note="two")


def test_overlays_are_not_part_of_the_stderr_tail(played: Record) -> None:
    text = played.result.players[0].stderr
    assert "thinking" in text
    assert 'overlay {"path"' not in text
    assert text.count("none of it") == 1


def test_a_seat_without_overlays_has_none(played: Record) -> None:
    assert {each.overlays[1] for each in played.rounds if each.overlays} == {None}


def test_a_record_with_overlays_is_read_as_it_was_written(played: Record, tmp_path: Path) -> None:
    again = records.read(records.write(played, tmp_path))
    assert overlays_of(again) == overlays_of(played)


def test_a_record_with_overlays_verifies(played: Record) -> None:
    from gridbots.games.light_riders import GAME

    assert verify(GAME, played) == []


def test_a_record_keeps_a_limited_number_of_bytes_of_overlays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seats, "OVERLAY_CAP", 60)
    record = play_match(villain("tells_overlays"), villain("_honest"))
    assert [overlay is not None for overlay in overlays_of(record)][:3] == [True, False, False]
    notes = [note for each in record.rounds for note in each.notes]
    assert [note.kind for note in notes] == ["overlay"]
    assert "expected at most 60 bytes" in notes[0].text


LINES = b'hello\noverlay {"value": 1}\nover\noverlay\noverlaying\noverlay {"value": 2}\nbye'


@pytest.mark.parametrize("size", [1, 2, 3, 7, 11, len(LINES)])
def test_a_line_may_arrive_in_any_pieces(size: int) -> None:
    errors, overlays = StderrBuffer(), []
    for start in itertools.count(0, size):
        errors.feed(LINES[start : start + size])
        overlays.append(errors.take_overlay())
        if start >= len(LINES):
            break
    assert list(filter(None, overlays))[-1] == b'{"value": 2}'
    assert errors.tail == b"hello\nover\noverlay\noverlaying\nbye"
    assert errors.count == len(LINES)


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_a_bridge_reports_faults_between_other_lines(size: int) -> None:
    lines = b"bridge fault a\nfault\nbridge fault http: no move\nno bridge fault b\nbridge fau"
    errors = StderrBuffer()
    assert errors.take_fault() == b""
    for start in range(0, len(lines), size):
        errors.feed(lines[start : start + size])
    assert errors.take_fault() == b"http: no move"
    assert errors.take_fault() == b""
    assert errors.tail == b"a\nfault\nhttp: no move\nno bridge fault b\nbridge fau"


def test_the_word_counts_only_at_the_start_of_a_line() -> None:
    errors = StderrBuffer()
    errors.feed(b"no ")
    errors.feed(b"overlay {}\n")
    assert errors.take_overlay() is None
    assert errors.tail == b"no overlay {}\n"


def test_an_endless_line_takes_no_more_memory_than_others() -> None:
    errors = StderrBuffer()
    errors.feed(b"overlay ")
    for _ in range(100):
        errors.feed(b"a" * LINE_CAP)
    assert len(errors.tail) == TAIL
    assert len(errors._partial_line) == 0
