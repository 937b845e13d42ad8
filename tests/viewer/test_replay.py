"""Replays: decoded stretches equal the frames of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.viewer.replays import GAMES, random_record, record_of, with_round

from gridbots.errors import RecordError
from gridbots.pictures.frames import Frame, Mark
from gridbots.pictures.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note, Round
from gridbots.record.replay import frames, move_numbers, opening_of
from gridbots_referee.show.replay.measures import MAX_POINTS, Series, named
from gridbots_referee.show.replay.replay import replay_of
from gridbots_referee.show.replay.scene_deltas import (
    EncodedScene,
    symbol_numbers,
    symbol_table,
)
from gridbots_referee.show.replay.timeline import STRETCH
from gridbots_referee.show.viewer.sites.match_analysis import requested

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.show.replay.replay import Replay

Pictured = tuple[dict[str, list[Any]], list[bool], list[float]]


def decoded(stretch: dict[str, Any]) -> Iterator[Pictured]:
    """The scenes of a stretch, decoded as the page does."""
    data = msgspec.json.decode(msgspec.json.encode(stretch))
    now = data["whole"]
    elements, living, scores = dict(now["elements"]), now["living"], now["scores"]
    yield elements, living, scores
    for change in data["changes"]:
        gone = set(change.get("gone", ()))
        elements = {key: each for key, each in elements.items() if key not in gone}
        elements |= change.get("come", {})
        for key, (front, left) in change.get("moved", {}).items():
            symbol, cells, *text = elements[key]
            elements[key] = [symbol, front + cells[:left], *text]
        for key, (come, away) in change.get("spread", {}).items():
            symbol, cells, *text = elements[key]
            elements[key] = [symbol, [each for each in cells if each not in away] + come, *text]
        living, scores = change.get("living", living), change.get("scores", scores)
        yield elements, living, scores


def pictured(frame: Frame) -> Pictured:
    data = msgspec.json.decode(msgspec.json.encode(EncodedScene(frame).whole()))
    return data["elements"], data["living"], data["scores"]


def in_any_order(picture: Pictured) -> Pictured:
    """Sort the cells of regions, whose order does not matter."""
    elements, living, scores = picture
    regions = {number for number, each in enumerate(symbol_table(len(living)))
               if each["form"] == "region"}  # fmt: skip
    return (
        {key: [each[0], sorted(each[1])] if each[0] in regions else each
         for key, each in elements.items()},
        living,
        scores,
    )  # fmt: skip


def all_frames(replay: Replay) -> list[Pictured]:
    stretches = range(replay.last // STRETCH + 1)
    return [frame for number in stretches for frame in decoded(replay.stretch(number))]


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_of_a_replay_are_those_of_the_record(name: str) -> None:
    game, record = load_game(name), record_of(name)
    moves = [move_numbers(game, each.moves) for each in record.rounds]
    expected = [pictured(frame) for frame in frames(game, opening_of(game, record), moves)]
    shown = all_frames(replay_of(game, record))
    assert list(map(in_any_order, shown)) == list(map(in_any_order, expected))


@pytest.mark.parametrize("name", GAMES)
def test_a_stretch_does_not_depend_on_earlier_requests(name: str) -> None:
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


@pytest.mark.slow
def test_a_replay_that_grows_shows_what_the_whole_record_shows() -> None:
    game, record = load_game("multisnake"), long_record("multisnake")
    from gridbots_referee.show.replay.replay import Replay

    growing = Replay(game, record.match)
    for each in record.rounds:
        growing.stretch(growing.last // STRETCH)
        growing.add(each)
    assert growing.about()["how"] is None
    growing.end(record.result)
    assert all_frames(growing) == all_frames(replay_of(game, record))
    assert growing.about() == replay_of(game, record).about()


def test_the_view_of_a_seat_has_fog_and_hides_others() -> None:
    game, record = load_game("paperio"), record_of("paperio")
    replay = replay_of(game, record)
    truth, seen = (replay.stretch(0, seat)["whole"]["elements"] for seat in (None, 1))
    assert "fog" not in truth
    assert "fog" in seen
    assert [key for key in seen if key.startswith("head/")] == ["head/1"]


def test_in_a_game_without_secrets_a_seat_sees_all() -> None:
    replay = replay_of(load_game("snake"), record_of("snake"))
    assert replay.stretch(0, seat=0) == replay.stretch(0)


def test_an_element_is_encoded_by_its_position_even_outside_the_board() -> None:
    crash, item = Mark(-1, -1, "crash", 0), Mark(1, 2, "item", value=3)
    data = EncodedScene(Frame(0, 4, 4, (crash, item), (True,), (0,))).elements
    numbers = symbol_numbers(1)
    assert data["crash/0"] == (numbers["crash.0"], [0])
    assert data["item/1/2"] == (numbers["item.special"], [15], "3")


def test_a_moving_body_is_encoded_in_a_few_numbers() -> None:
    def frame(*columns: int) -> Frame:
        parts = tuple(Mark(0, c, "body", 0, value=n) for n, c in enumerate(columns, 1))
        return Frame(0, 1, 9, parts, (True,), (0,))

    before = EncodedScene(frame(5, 4, 3, 2))
    assert EncodedScene(frame(6, 5, 4, 3)).since(before)["moved"] == {"body/0": ([18], 3)}
    assert EncodedScene(frame(6, 5, 4, 3, 2)).since(before)["moved"] == {"body/0": ([18], 4)}
    assert EncodedScene(frame(5, 4, 3, 2)).since(before) == {"round": 0}


def test_areas_are_encoded_as_added_and_removed_cells() -> None:
    def frame(*columns: int) -> Frame:
        return Frame(0, 1, 9, tuple(Mark(0, c, "area", 0) for c in columns), (True,), (0,))

    change = EncodedScene(frame(1, 2, 4)).since(EncodedScene(frame(1, 2, 3)))
    assert change["spread"] == {"area.0": ([16], [15])}


def test_captions_and_measures_are_sent_when_they_change() -> None:
    def frame(number: int, *captions: str, **hands: str) -> EncodedScene:
        measures = {name: (hand,) for name, hand in hands.items()}
        return EncodedScene(Frame(number, 0, 0, (), (True,), (0,), captions, measures))

    first, second, third = frame(0, "Bid: 1", dice="3 5"), frame(1, dice="3 5"), frame(2)
    assert first.whole()["captions"] == ("Bid: 1",)
    assert first.whole()["measures"] == {"dice": ("3 5",)}
    assert second.since(first) == {"round": 1, "captions": ()}
    assert third.since(second) == {"round": 2, "measures": {}}


def test_a_piece_a_stack_and_a_text_are_elements_of_their_cells() -> None:
    king, stack = Mark(0, 1, "piece", 1, text="K"), Mark(2, 2, "piece", 0, value=12)
    marks = (king, stack, Mark(3, 3, "text", text="harbour"), Mark(1, 1, "move"))
    data = EncodedScene(Frame(0, 4, 4, marks, (True, True), (0, 0))).elements
    numbers = symbol_numbers(2)
    assert data == {
        "move.-": (numbers["move.-"], [14]),
        "text/3/3": (numbers["text.-.6"], [28], "harbo…"),
        "piece/0/1": (numbers["piece.1.1"], [8], "K"),
        "piece/2/2": (numbers["piece.0.0"], [21]),
        "stack/2/2": (numbers["stack.0"], [21], "12"),
    }


def test_measures_that_are_numbers_have_a_graph() -> None:
    frames = [
        Frame(0, 0, 0, (), (True, True), (0, 0), (), {"health": (9, 8), "hand": ("3", None)}),
        Frame(1, 0, 0, (), (True, True), (0, 0), (), {"health": (7, None), "bid": (1, 2)}),
    ]
    assert named(frames) == {"health": [[9, 7], [8, None]], "bid": [[None, 1], [None, 2]]}


def test_events_are_eliminations_warnings_and_big_losses_of_time() -> None:
    game, record = load_game("light-riders"), record_of("light-riders")
    record = with_round(record, 3, notes=(Note(1, "malformed", "north"),))
    record = with_round(record, 5, wall_us=(9_000_000, 0))
    data = [
        (event["frame"], event["seat"], event["kind"])
        for event in replay_of(game, record).about()["events"]
    ]
    assert (3, 1, "warning") in data
    assert (5, 0, "loss") in data
    assert data[-1][0] == len(record.rounds)
    assert data[-1][2] == "out"


def test_standing_overlays_are_sent_at_the_start_of_each_stretch() -> None:
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


def test_a_record_with_other_settings_is_refused() -> None:
    record = record_of("light-riders")
    match = msgspec.structs.replace(record.match, settings={"width": -3})
    with pytest.raises(RecordError, match="width"):
        replay_of(load_game("light-riders"), msgspec.structs.replace(record, match=match))


@pytest.mark.parametrize(("number", "seat"), [(-1, None), (99, None), (0, 5)])
def test_only_stretches_of_the_match_exist(number: int, seat: int | None) -> None:
    replay = replay_of(load_game("snake"), record_of("snake"))
    with pytest.raises(RecordError, match="expected a"):
        replay.stretch(number, seat)


def test_the_number_of_events_is_limited() -> None:
    game = load_game("snake")
    record = random_record(game, GAMES["snake"], most=30)
    replay = replay_of(game, record)
    for number in range(5000):
        replay._add_event(number, 0, "noted", "warning")
    about = replay.about()
    assert len(about["events"]) + about["events_left_out"] >= 5000
    assert len(about["events"]) == 2000


def test_times_of_a_long_match_are_downsampled() -> None:
    series = Series(1)
    for number in range(5000):
        series.add(Round(("up",), 0, (number,), (None,), (5000 - number,)))
    data = series.as_dict()
    assert data["width"] == 16
    (wall,), (bank,), (cpu,) = data["wall"], data["bank"], data["cpu"]
    assert len(wall) <= MAX_POINTS
    assert (wall[0], bank[0], cpu[0]) == (15, 5000 - 15, None)


def test_evaluations_are_downsampled_to_the_last_round() -> None:
    series = Series(2)
    for number in range(2 * MAX_POINTS):
        value = None if number % 2 else Overlay(value=float(number))
        series.add(Round(("up", "up"), 0, overlays=(value, None)))
    data = series.as_dict()
    assert data["width"] == 4
    assert data["value"][0] == [float(number) for number in range(2, 2 * MAX_POINTS, 4)]
    assert set(data["value"][1]) == {None}


@pytest.mark.parametrize("name", GAMES)
def test_the_last_picture_has_the_scores_of_the_result(name: str) -> None:
    for seed in (1, 2, 3):
        record = record_of(name, seed)
        if record.result.outcome is not None:
            last = replay_of(load_game(name), record).frame(len(record.rounds))
            assert last.scores == pytest.approx(record.result.outcome.scores, abs=0.005)


def test_a_match_without_a_record_has_no_analyses() -> None:
    """A page that sends requests while the record is being written gets responses."""
    replay = replay_of(load_game("snake"), record_of("snake"))
    assert requested(["analysis"], {}, replay)["found"] == []
