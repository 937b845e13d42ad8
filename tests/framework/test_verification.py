"""Verification of records: forged clocks, banks and terminations are found."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.framework.test_record import TRUE, with_match, with_result, with_round

from gridbots.games.light_riders import GAME
from gridbots.protocol import TimeControl, settings_text
from gridbots.record import Note, Record
from gridbots.record.replay import settings_in, settings_sent
from gridbots.record.verification import verify

if TYPE_CHECKING:
    from collections.abc import Callable

LAST = len(TRUE.rounds) - 1


def with_player(record: Record, seat: int, **changes: Any) -> Record:
    players = list(record.result.players)
    players[seat] = replace(players[seat], **changes)
    return with_result(record, players=tuple(players))


def timed(banks: tuple[int, ...], wall_us: tuple[int, ...], **limits: Any) -> Record:
    """The true record, but with these banks and times of seat 0; the last bank is left."""
    changed = with_match(TRUE, limits=replace(TRUE.match.limits, **limits))
    for number, (bank, wall) in enumerate(zip(banks, wall_us, strict=False)):
        changed = with_round(changed, number, bank_ms=(bank, 10_000), wall_us=(wall, 10))
    padded = [*wall_us, *[10] * (len(TRUE.rounds) - len(wall_us))]
    ordered, middle = sorted(padded), len(padded) // 2
    times = {
        "wall_ms": round(sum(padded) / 1000, 3),
        "median_wall_ms": (ordered[middle] + ordered[~middle]) / 2000,
        "most_wall_ms": max(padded) / 1000,
    }
    return with_result(with_player(changed, 0, **times), seconds=60.0)


def late(seconds: float, **limits: Any) -> Record:
    """Seat 0 is late in the last round."""
    why = "late: no move within 10000 ms"
    each = TRUE.rounds[LAST]
    changed = with_match(TRUE, limits=replace(TRUE.match.limits, **limits))
    values = {"moves": (None, each.moves[1]), "notes": (Note(0, "failure", why),)}
    changed = with_round(changed, LAST, wall_us=(None, 10), **values)
    player = TRUE.result.players[0]
    changed = with_player(
        changed,
        0,
        termination="late",
        detail="no move within 10000 ms",
        failed_in_round=LAST,
        moves=player.moves - 1,
        wall_ms=round(player.wall_ms - 0.01, 3),
    )
    return with_result(changed, how="forfeit", seconds=seconds)


def test_honest_times_verify() -> None:
    """Longer than the allowance, and by fractions of a millisecond that are not in the record."""
    first = TRUE.match.limits.start_allowance_ms * 1000
    assert verify(GAME, timed((10_000, 10_000), (first + 200_000, 10))) == []
    for announced in (9_199, 9_200):
        banks = (10_000, announced, 9_399, 9_599, 9_799, 9_999)
        assert verify(GAME, timed(banks, (first + 1_000_000, *[10] * LAST))) == []
    assert verify(GAME, late(10.1)) == []


def test_settings_lines_are_those_that_the_bots_were_sent() -> None:
    sent = settings_sent(GAME, TRUE, 1, settings_in(GAME, TRUE))
    assert b"settings your_botid 1" in sent
    assert verify(GAME, with_player(TRUE, 1, told_settings=zlib.crc32(sent))) == []
    assert verify(GAME, with_player(TRUE, 0, told_settings=zlib.crc32(sent))) == [
        "seat 0: the settings lines differ from those that the bot was sent"
    ]


def test_a_record_of_cpu_time_verifies_with_or_without_the_clock_setting() -> None:
    counted = with_match(TRUE, limits=replace(TRUE.match.limits, clock="cpu"))
    settings = settings_in(GAME, counted)
    silent = settings_sent(GAME, TRUE, 1, settings)
    announced = settings_text(GAME, settings, 1, 2, TimeControl(10_000, 200, "cpu"))
    assert b"settings clock cpu\n" in announced
    assert b"clock" not in silent
    for sent in (silent, announced):
        record = with_player(counted, 1, told_settings=zlib.crc32(sent))
        assert settings_sent(GAME, record, 1, settings) == sent
        assert "seat 1: the settings lines" not in str(verify(GAME, record))
    record = with_player(TRUE, 1, told_settings=zlib.crc32(announced))
    assert verify(GAME, record) == [
        "seat 1: the settings lines differ from those that the bot was sent"
    ]


FORGED: dict[str, tuple[Callable[[], Record], str]] = {
    "bank too full": (
        lambda: timed((10_000, 10_000), (6_000_000, 10)),
        "round 1: seat 0: bank: expected 9199 to 9200 ms, got 10000 ms",
    ),
    "bank too empty": (
        lambda: timed((10_000, 9_000), (10, 10)),
        "round 1: seat 0: bank: expected 10000 ms, got 9000 ms",
    ),
    "first bank": (
        lambda: timed((9_000,), (10,)),
        "round 0: seat 0: bank: expected 10000 ms, got 9000 ms",
    ),
    "bank above the cap": (
        lambda: timed((10_000, 10_200), (10, 10)),
        "round 1: seat 0: bank: expected 10000 ms, got 10200 ms",
    ),
    "answer after the deadline": (
        lambda: timed((10_000,), (15_000_000,)),
        "round 0: seat 0: it took 15000000 us, which is more than it had",
    ),
    "negative time": (
        lambda: timed((10_000,), (-5,)),
        "round 0: seat 0: wall_us: expected 0 or more, got -5",
    ),
    "bank left": (
        lambda: with_player(TRUE, 1, bank_left_ms=9_000),
        "seat 1: bank_left_ms: expected 10000 ms, got 9000",
    ),
    "stripped times": (
        lambda: with_round(TRUE, 2, wall_us=(), bank_ms=()),
        "round 2: expected times and banks of 2 seats, got none",
    ),
    "shorter than its rounds": (
        lambda: with_result(timed((10_000,), (4_000_000,)), seconds=3.9),
        "seconds: expected 4.000 at least, got 3.9",
    ),
    "late before the bank was spent": (
        lambda: late(9.9),
        "seconds: expected 10.000 at least, got 9.9",
    ),
    "other clock": (
        lambda: with_match(
            timed((10_000, 9_200), (6_000_000, 10)), limits=replace(TRUE.match.limits, clock="cpu")
        ),
        "round 1: seat 0: bank: expected 10000 ms, got 9200 ms",
    ),
    "moves": (lambda: with_player(TRUE, 0, moves=3), "seat 0: moves: expected "),
    "wall time": (lambda: with_player(TRUE, 0, wall_ms=99.0), "seat 0: wall_ms: expected "),
    "median": (lambda: with_player(TRUE, 0, median_wall_ms=9.0), "seat 0: median_wall_ms: expec"),
    "longest move": (lambda: with_player(TRUE, 0, most_wall_ms=9.0), "seat 0: most_wall_ms: expe"),
    "CPU time": (
        lambda: with_player(TRUE, 0, most_cpu_ms=9.0),
        "seat 0: most_cpu_ms: expected none by the rounds, got 9.0",
    ),
    "name": (lambda: with_player(TRUE, 0, name="bot 1"), "seat 0: name: expected 'bot 0' as in "),
    "unknown termination": (
        lambda: with_player(TRUE, 0, termination="tired"),
        "seat 0: termination: expected one of survived, ",
    ),
    "survived instead of eliminated": (
        lambda: with_player(TRUE, 0, termination="survived"),
        "seat 0: termination: expected eliminated by the rules, got survived",
    ),
    "failure without a round": (
        lambda: with_player(TRUE, 0, termination="exited"),
        "seat 0: failed_in_round: expected a round with exited, got none",
    ),
    "round without a failure": (
        lambda: with_player(TRUE, 1, failed_in_round=LAST),
        "seat 1: failed_in_round: expected none with survived",
    ),
    "failure after the end": (
        lambda: with_player(TRUE, 1, termination="exited", failed_in_round=LAST + 1),
        f"seat 1: failed_in_round: expected a round from 0 to {LAST}, got {LAST + 1}",
    ),
    "failure with a move": (
        lambda: with_player(TRUE, 1, termination="exited", failed_in_round=LAST),
        f"seat 1: it failed in round {LAST}, but has the move ",
    ),
    "failure without a note": (
        lambda: with_round(late(10.1), LAST, notes=()),
        f"seat 0: expected a note of its failure in round {LAST}, 'late: no move within 10000 ms'",
    ),
    "failure that does not forfeit": (
        lambda: with_result(late(10.1), how="rules"),
        "the record ends by the rules, but a player that has failed forfeits",
    ),
    "forfeit where nobody forfeits": (
        lambda: late(10.1, on_failure="no-move"),
        "the record ends by a forfeit, but under no-move no player forfeits",
    ),
    "moves after the failure": (
        lambda: with_player(TRUE, 0, termination="exited", failed_in_round=1),
        "round 2: seat 0 has a move, but has failed in round 1",
    ),
    "asked, but no answer": (
        lambda: with_round(TRUE, LAST, moves=(None, "up"), wall_us=(None, 10)),
        f"round {LAST}: seat 0 gave no answer, but has not failed",
    ),
    "not asked": (
        lambda: with_round(TRUE, 1, bank_ms=(None, 10_000)),
        "round 1: seat 0 is to move, but was not asked",
    ),
    "warnings": (
        lambda: with_player(TRUE, 0, warnings=0),
        "seat 0: warnings: expected 1 as in the notes, got 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGED)
def test_verify_reports_what_was_forged(kind: str) -> None:
    make, message = FORGED[kind]
    differences = verify(GAME, make())
    assert any(difference.startswith(message) for difference in differences), differences
