"""Timelines: frames do not depend on the order of access, few are kept, few rounds are replayed."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.shipped import example
from tests.show.show_records import random_record
from tests.viewer.replays import random_record as random_replay

from gridbots.errors import RecordError
from gridbots.pictures.frames import Frame
from gridbots.plugins import load_game
from gridbots.record import Record, Round
from gridbots.record.replay import frames, move_numbers, opening_of
from gridbots_referee.show.replay.measures import measures
from gridbots_referee.show.replay.timeline import KEPT, STRETCH, Timeline, timeline_of

if TYPE_CHECKING:
    from gridbots.game import State

GAME = load_game("light-riders")


def all_frames(record: Record) -> list[object]:
    rounds = [move_numbers(GAME, each.moves) for each in record.rounds]
    return list(frames(GAME, opening_of(GAME, record), rounds))


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("seed", range(3))
def test_frames_are_the_same_in_any_order(seed: int, order: int) -> None:
    record = random_record(seed)
    expected, timeline = all_frames(record), timeline_of(GAME, record)
    numbers = range(len(expected))[::order]
    assert [timeline.frame(number) for number in numbers] == [expected[n] for n in numbers]


@pytest.mark.parametrize("name", ["connect", "pig", "seek"])
def test_the_last_moves_are_the_same_in_any_order(name: str) -> None:
    game = example(name)
    record = random_replay(game, {}, most=2 * STRETCH)
    timeline, last = timeline_of(game, record), len(record.rounds)
    stretches = [timeline.stretch(part, None, last) for part in range(last // STRETCH + 1)]
    expected = [frame for stretch in stretches for frame in stretch]
    again = timeline_of(game, record)
    assert [again.frame(number) for number in range(last, -1, -1)] == expected[::-1]
    for frame, each in zip(expected[1:], record.rounds, strict=True):
        assert frame.measures["last move"] == each.moves
    assert expected[0].measures["last move"] == (None, None)


def test_only_seats_that_steer_have_a_territory() -> None:
    measured = {}
    for name in ("claim", "seek"):
        game = example(name)
        measured[name] = measures(timeline_of(game, random_replay(game, {}, most=30)))["lines"]
    assert list(measured["claim"]) == ["score", "territory"]
    assert list(measured["seek"]) == ["score"]


def counting_frame(_: State, previous: Frame | None) -> Frame:
    return Frame(0 if previous is None else previous.round + 1, 1, 1, (), (), ())


COUNTING = dataclasses.replace(GAME, frame=counting_frame)


def long_record(rounds: int) -> Record:
    idle = Round((None, None), 0)
    return msgspec.structs.replace(random_record(), rounds=(idle,) * rounds)


def test_a_long_match_keeps_few_frames() -> None:
    timeline = timeline_of(COUNTING, long_record(3000))
    for number in (3000, 0, 2999, 1500, *range(3000, 0, -17)):
        assert timeline.frame(number).round == number
    assert len(timeline._frames) <= KEPT
    assert all(len(stretch) <= STRETCH for stretch in timeline._frames.values())


def test_going_back_plays_few_rounds_again() -> None:
    made = []

    def noting_frame(state: State, previous: Frame | None) -> Frame:
        made.append(state)
        return counting_frame(state, previous)

    timeline = timeline_of(dataclasses.replace(GAME, frame=noting_frame), long_record(3000))
    timeline.frame(3000)
    made.clear()
    timeline.frame(1700)
    assert 0 < len(made) <= STRETCH
    made.clear()
    timeline.frame(1699)
    assert not made


def test_a_round_that_was_not_played_is_an_error() -> None:
    record = random_record()
    last = len(record.rounds)
    with pytest.raises(RecordError, match=f"expected a round from 0 to {last}, got {last + 1}"):
        timeline_of(GAME, record).frame(last + 1)


def test_a_stretch_that_grew_is_whole() -> None:
    record = random_record()
    timeline = Timeline(GAME, opening_of(GAME, record))
    assert len(timeline.stretch(0, None, timeline.last)) == 1
    for each in record.rounds:
        timeline.play(move_numbers(GAME, each.moves))
    assert timeline.stretch(0, None, timeline.last) == all_frames(record)[:STRETCH]
