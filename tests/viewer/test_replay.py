"""Replays: frames in stretches, coded as changes, are the frames of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.viewer.replays import GAMES, random_record, record_of, with_round

from gridbots.errors import RecordError
from gridbots.frames import Frame, Mark
from gridbots.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note, Round
from gridbots.replay import frames, move_numbers, opening_of
from gridbots_referee.show.viewer.replay.frame_deltas import KINDS, EncodedFrame, mark_code
from gridbots_referee.show.viewer.replay.replay import replay_of
from gridbots_referee.show.viewer.replay.time_series import MAX_POINTS, Series
from gridbots_referee.show.viewer.replay.timeline import STRETCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.show.viewer.replay.replay import Replay

Pictured = tuple[set[tuple[int, ...]], dict[str, list[int]], list[bool], list[float]]


def decoded(stretch: dict[str, Any]) -> Iterator[Pictured]:
    """The frames of a stretch, as the page decodes them."""
    told = msgspec.json.decode(msgspec.json.encode(stretch))
    now = told["whole"]
    marks = {tuple(mark) for mark in now["marks"]}
    bodies, living, scores = dict(now["bodies"]), now["living"], now["scores"]
    yield marks, bodies, living, scores
    for change in told["changes"]:
        marks = marks - {tuple(mark) for mark in change.get("gone", ())}
        marks |= {tuple(mark) for mark in change.get("come", ())}
        for seat, (front, left) in change.get("bodies", {}).items():
            bodies = {**bodies, seat: front + bodies.get(seat, [])[:left]}
        living, scores = change.get("living", living), change.get("scores", scores)
        yield marks, bodies, living, scores


def pictured(frame: Frame) -> Pictured:
    coded = EncodedFrame(frame)
    told = msgspec.json.decode(msgspec.json.encode(coded.whole()))
    return {tuple(mark) for mark in told["marks"]}, told["bodies"], told["living"], told["scores"]


def filled(picture: Pictured) -> Pictured:
    """Without bodies of no parts: they are drawn like none."""
    marks, bodies, living, scores = picture
    return marks, {seat: cells for seat, cells in bodies.items() if cells}, living, scores


def all_frames(replay: Replay) -> list[Pictured]:
    stretches = range(replay.last // STRETCH + 1)
    return [frame for number in stretches for frame in decoded(replay.stretch(number))]


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_of_a_replay_are_those_of_the_record(name: str) -> None:
    game, record = load_game(name), record_of(name)
    moves = [move_numbers(game, each.moves) for each in record.rounds]
    expected = [pictured(frame) for frame in frames(game, opening_of(game, record), moves)]
    assert list(map(filled, all_frames(replay_of(game, record)))) == list(map(filled, expected))


@pytest.mark.parametrize("name", GAMES)
def test_a_stretch_is_the_same_whatever_was_asked_for_before(name: str) -> None:
    game = load_game(name)
    record = long_record(name)
    replay = replay_of(game, record)
    last = replay.last // STRETCH
    assert last >= 1
    alone = msgspec.json.encode(replay.stretch(last))
    together = replay_of(game, record)
    for number in range(last):
        together.stretch(number)
    assert msgspec.json.encode(together.stretch(last)) == alone


def long_record(name: str) -> Record:
    for seed in range(1, 50):
        record = record_of(name, seed, most=3 * STRETCH)
        if len(record.rounds) > STRETCH:
            return record
    raise AssertionError(f"expected a match of {name} with more than {STRETCH} rounds")


def test_a_replay_that_grows_shows_what_the_whole_record_shows() -> None:
    game, record = load_game("multisnake"), long_record("multisnake")
    from gridbots_referee.show.viewer.replay.replay import Replay

    growing = Replay(game, record.match)
    for each in record.rounds:
        growing.stretch(growing.last // STRETCH)
        growing.add(each)
    assert growing.about()["how"] is None
    growing.end(record.result)
    assert all_frames(growing) == all_frames(replay_of(game, record))
    assert growing.about() == replay_of(game, record).about()


def test_what_one_seat_sees_has_fog_and_less_of_the_others() -> None:
    game, record = load_game("paperio"), record_of("paperio")
    replay = replay_of(game, record)
    fog = KINDS.index("fog")
    truth, seen = replay.stretch(0)["whole"]["marks"], replay.stretch(0, seat=1)["whole"]["marks"]
    assert not any(mark[1] == fog for mark in truth)
    assert any(mark[1] == fog for mark in seen)
    heads = {mark[2] - 1 for mark in seen if mark[1] == KINDS.index("head")}
    assert heads == {1}


def test_in_a_game_without_secrets_a_seat_sees_all() -> None:
    replay = replay_of(load_game("snake"), record_of("snake"))
    assert replay.stretch(0, seat=0) == replay.stretch(0)


def test_a_mark_is_coded_by_its_place_on_a_board_that_may_be_left() -> None:
    assert mark_code(Mark(-1, -1, "crash", 0), columns=4) == (0, KINDS.index("crash"), 1)
    assert mark_code(Mark(1, 2, "item", value=3), columns=4) == (15, KINDS.index("item"), 0, 0, 3)
    assert mark_code(Mark(0, 0, "block"), columns=4) == (7, 0)


def test_a_body_that_goes_on_is_told_in_a_few_numbers() -> None:
    def frame(*columns: int) -> Frame:
        parts = tuple(Mark(0, c, "body", 0, value=n) for n, c in enumerate(columns, 1))
        return Frame(0, 1, 9, parts, (True,), (0,))

    before = EncodedFrame(frame(5, 4, 3, 2))
    assert EncodedFrame(frame(6, 5, 4, 3)).since(before)["bodies"] == {0: ([18], 3)}
    assert EncodedFrame(frame(6, 5, 4, 3, 2)).since(before)["bodies"] == {0: ([18], 4)}
    assert "bodies" not in EncodedFrame(frame(5, 4, 3, 2)).since(before)


def test_events_are_eliminations_warnings_and_big_losses_of_time() -> None:
    game, record = load_game("light-riders"), record_of("light-riders")
    record = with_round(record, 3, notes=(Note(1, "malformed", "north"),))
    record = with_round(record, 5, wall_us=(9_000_000, 0))
    told = [
        (event["frame"], event["seat"], event["kind"])
        for event in replay_of(game, record).about()["events"]
    ]
    assert (3, 1, "warning") in told
    assert (5, 0, "loss") in told
    assert told[-1][0] == len(record.rounds)
    assert told[-1][2] == "out"


def test_overlays_that_stay_are_told_at_the_start_of_each_stretch() -> None:
    game, record = load_game("snake"), long_record("snake")
    cycle = Overlay(cycle=((0, 0, "rdlu"),), value=1.0)
    replay = replay_of(game, with_round(record, 2, overlays=(cycle,)))
    assert replay.stretch(0)["standing"] == (None,)
    assert replay.stretch(0)["rounds"][2]["overlays"] == (cycle,)
    assert replay.stretch(1)["standing"] == (Overlay(cycle=cycle.cycle),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": ("up",)}, "expected 2 moves"),
        ({"moves": ("up", "north")}, "expected moves among"),
        ({"notes": (Note(7, "illegal"),)}, "expected a seat below 2"),
        ({"overlays": (None, None, None)}, "expected 2 moves"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    game, record = load_game("light-riders"), record_of("light-riders")
    with pytest.raises(RecordError, match=message):
        replay_of(game, with_round(record, 1, **change))


def test_a_record_of_other_settings_is_refused() -> None:
    record = record_of("light-riders")
    match = msgspec.structs.replace(record.match, settings={"width": -3})
    with pytest.raises(RecordError, match="width"):
        replay_of(load_game("light-riders"), msgspec.structs.replace(record, match=match))


@pytest.mark.parametrize(("number", "seat"), [(-1, None), (99, None), (0, 5)])
def test_there_is_no_stretch_but_those_of_the_match(number: int, seat: int | None) -> None:
    replay = replay_of(load_game("snake"), record_of("snake"))
    with pytest.raises(RecordError, match="expected a"):
        replay.stretch(number, seat)


def test_only_so_many_events_are_told() -> None:
    game = load_game("snake")
    record = random_record(game, GAMES["snake"], most=30)
    replay = replay_of(game, record)
    for number in range(5000):
        replay._add_event(number, 0, "noted", "warning")
    about = replay.about()
    assert len(about["events"]) + about["events_left_out"] >= 5000
    assert len(about["events"]) == 2000


def test_times_of_a_long_match_are_told_in_few_numbers() -> None:
    series = Series(1)
    for number in range(5000):
        series.add(Round(("up",), 0, (number,), (None,), (5000 - number,)))
    told = series.as_dict()
    assert told["width"] == 16
    (wall,), (bank,), (cpu,) = told["wall"], told["bank"], told["cpu"]
    assert len(wall) <= MAX_POINTS
    assert (wall[0], bank[0], cpu[0]) == (15, 5000 - 15, None)


def test_evaluations_are_told_as_the_last_of_some_rounds() -> None:
    series = Series(2)
    for number in range(2 * MAX_POINTS):
        value = None if number % 2 else Overlay(value=float(number))
        series.add(Round(("up", "up"), 0, overlays=(value, None)))
    told = series.as_dict()
    assert told["width"] == 4
    assert told["value"][0] == [float(number) for number in range(2, 2 * MAX_POINTS, 4)]
    assert set(told["value"][1]) == {None}
