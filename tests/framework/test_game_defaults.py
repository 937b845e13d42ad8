"""The default text, picture and outcome of a game that defines none."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

import msgspec
import numpy as np
import pytest
from msgspec import Meta

from gridbots.errors import PluginError, ProtocolError
from gridbots.game import (
    Board,
    Game,
    Outcome,
    State,
    Verbs,
    empty_state,
    is_over,
    is_to_move,
    new_state,
    step,
    utility,
)
from gridbots.game.chance import seed_generator
from gridbots.grid import NO_MOVE, border, index_of
from gridbots.kernel import kernel
from gridbots.pictures.frames import Frame, Mark
from gridbots.record.replay import frames, updates
from gridbots.settings import Settings

SIDE = 8
TABLE = np.dtype(
    [("generator", "i8", (6,)), ("scores", "i4", (2,)), ("rounds", "i4"), ("stones", "u1", (8, 8)),
     ("is_short", "?")]
)  # fmt: skip


class StonesSettings(Settings, frozen=True):
    is_short: bool = False
    pace: float = 1.5


def setup_stones(settings: StonesSettings, seed: int) -> State:
    state = empty_state(TABLE)
    seed_generator(state["generator"], seed)
    state["is_short"] = settings.is_short
    state["stones"][0, 0] = 1
    return state


@kernel
def put_stones(state: Any, moves: Any) -> None:
    for seat in range(2):
        if moves[seat] != NO_MOVE and moves[seat] != moves[1 - seat]:
            state["stones"][moves[seat] // SIDE, moves[seat] % SIDE] = 2 + seat
    for seat in range(2):
        state["scores"][seat] = np.sum(state["stones"] == 2 + seat)
    state["rounds"] += 1


@kernel
def is_full(state: Any) -> bool:
    return bool(np.sum(state["stones"] == 0) == 0 or (state["is_short"] and state["rounds"] > 2))


@kernel
def is_free(state: Any, _seat: int, move: int) -> bool:
    return bool(state["stones"][move // SIDE, move % SIDE] == 0)


@kernel
def has_more(state: Any, seat: int) -> float:
    ahead = state["scores"][seat] - state["scores"][1 - seat]
    return float(min(1, max(-1, ahead)))


STONES = Game(
    name="stones",
    title="Stones",
    summary="Put stones on a board.",
    moves=tuple(f"{cell}" for cell in range(SIDE * SIDE)),
    settings=StonesSettings,
    seats=lambda _settings: 2,
    state=TABLE,
    setup=setup_stones,
    verbs=Verbs(step=put_stones, is_over=is_full, accepts=is_free, utility=has_more),
    board=Board(".x01", cells="stones"),
)

PADDED = np.dtype(
    [("walkers", "i4", (4,)), ("seats", "i4"), ("rounds", "i4"), ("width", "i4"), ("height", "i4"),
     ("stride", "i4"), ("ground", "u1", (100,))]
)  # fmt: skip


class WalkSettings(Settings, frozen=True):
    seats: Annotated[int, Meta(ge=1, le=4)] = 3


def setup_walk(settings: WalkSettings, _seed: int) -> State:
    state = empty_state(PADDED)
    state["width"], state["height"], state["stride"], state["seats"] = 4, 3, 6, settings.seats
    border(state["ground"], 4, 3, 1)
    for seat in range(settings.seats):
        state["walkers"][seat] = index_of(0, seat, 6)
    state["ground"][index_of(2, 3, 6)] = 2
    return state


@kernel
def count_round(state: Any, _moves: Any) -> None:
    state["rounds"] += 1


@kernel
def is_late(state: Any) -> bool:
    return bool(state["rounds"] >= 3)


@kernel
def seat_before(_state: Any, seat: int) -> float:
    return 0.5 - 0.5 * seat


@kernel
def any_move(state: Any, _seat: int, _move: int) -> bool:
    return not is_late(state)


WALK = Game(
    name="walk",
    title="Walk",
    summary="Nobody walks.",
    moves=("go",),
    settings=WalkSettings,
    seats=lambda settings: int(settings.seats),
    state=PADDED,
    setup=setup_walk,
    verbs=Verbs(step=count_round, is_over=is_late, accepts=any_move, utility=seat_before),
    board=Board(".x*", cells="ground", heads="walkers"),
)


def lines(game: Game, state: State, seat: int = 0) -> dict[str, str]:
    texts, _ = updates(game, state, 2)
    words = [line.split(" ", 3) for line in texts[seat].decode().splitlines()]
    return {name: value for _, _, name, value in words}


def test_the_text_has_every_field_except_the_generator() -> None:
    state = STONES.setup(STONES.make_settings({"is_short": True}), 1)
    step(state, [9, 63])
    sent = lines(STONES, state)
    rows = ["x.......", ".0......", *["........"] * 5, ".......1"]
    assert sent == {
        "scores": "1,1", "round": "1", "field": ",".join("".join(rows)), "is_short": "true",
    }  # fmt: skip
    settings = STONES.make_settings({"is_short": True})
    seen = STONES.wire.read_updates(None, settings, sent)
    assert seen.tobytes() == STONES.observation(state, 0).tobytes()


def test_the_border_of_a_board_is_not_sent_but_restored() -> None:
    settings = WALK.make_settings()
    state = WALK.setup(settings, 1)
    sent = lines(WALK, state)
    assert sent["field"] == ".,.,.,.,.,.,.,.,.,.,.,*"
    assert sent == {"walkers": "7,8,9,0", "round": "0", "field": sent["field"]}
    with pytest.raises(ProtocolError, match=r"expected walkers as cells below 100, or -1, got"):
        WALK.wire.read_updates(None, settings, {**sent, "walkers": "7,100,9,0"})
    assert WALK.wire.read_updates(None, settings, sent).tobytes() == state.tobytes()


def test_settings_are_sent_by_name_and_seats_by_player() -> None:
    settings = STONES.make_settings({"is_short": True, "pace": 0.25})
    assert STONES.wire.settings_lines(settings) == [
        b"settings is_short true", b"settings pace 0.25",
    ]  # fmt: skip
    values = {"is_short": "true", "pace": "0.25", "timebank": "10000"}
    assert STONES.wire.read_settings(values, 2) == settings
    assert WALK.wire.settings_lines(WALK.make_settings()) == []
    assert WALK.wire.read_settings({}, 4).seats == 4
    with pytest.raises(ProtocolError, match="seats"):
        WALK.wire.read_settings({}, 5)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("round", None, "expected update game round, got none"),
        ("round", "x", "expected numbers of rounds, int32, got 'x'"),
        ("round", "3000000000", "expected numbers of rounds, int32, got '3000000000'"),
        ("round", "1,2", "expected numbers of rounds"),
        ("scores", "1", "expected numbers of scores"),
        ("is_short", "1", "expected numbers of is_short, bool, got '1'"),
        ("field", ".", "expected 64 cells of the letters .x01, got '.'"),
        ("field", ",".join("9" * 64), "expected 64 cells of the letters .x01"),
    ],
)
def test_invalid_lines_are_reported(name: str, value: str | None, error: str) -> None:
    settings = STONES.make_settings()
    sent = lines(STONES, STONES.setup(settings, 1))
    changed = {**sent, name: value} if value is not None else sent
    if value is None:
        del changed[name]
    with pytest.raises(ProtocolError, match=error):
        STONES.wire.read_updates(None, settings, changed)


def test_the_picture_is_that_of_the_board() -> None:
    state = STONES.setup(STONES.make_settings(), 1)
    *_, last = frames(STONES, state, [[9, 63]])
    assert (last.round, last.rows, last.columns) == (1, 8, 8)
    stones = (Mark(1, 1, "area", 0), Mark(7, 7, "area", 1))
    moved = (Mark(1, 1, "move", 0), Mark(7, 7, "move", 1))
    assert last.marks == (Mark(0, 0, "block"), *stones, *moved)
    assert (last.living, last.scores) == ((True, True), (1, 1))
    state = WALK.setup(WALK.make_settings({"seats": 2}), 1)
    (first,) = frames(WALK, state, [])
    assert first.marks == (Mark(2, 3, "item"), Mark(0, 0, "head", 0), Mark(0, 1, "head", 1))


DICE = np.dtype(
    [("generator", "i8", (6,)), ("scores", "i4", (4,)), ("seats", "i4"), ("rounds", "i4"),
     ("faces", "i4"), ("bid", "i4", (2,)), ("hands", "i4", (4, 3)), ("lives", "i4", (4,)),
     ("log", "i4", (99,))]
)  # fmt: skip


class DiceSettings(Settings, frozen=True):
    faces: int = 6


def setup_dice(settings: DiceSettings, _seed: int) -> State:
    state = new_state(DICE, settings, 0)
    state["seats"], state["bid"], state["lives"] = 2, (3, 5), 2
    state["hands"][:2] = ((1, 2, 3), (4, 5, 6))
    return state


@kernel
def always(_state: Any, _seat: int, _move: int) -> bool:
    return True


def test_a_game_without_a_board_shows_its_fields_as_text() -> None:
    game = Game(
        name="dice", title="", summary="", moves=("bid", "doubt"), settings=DiceSettings,
        seats=lambda _settings: 2, state=DICE, setup=setup_dice,
        verbs=Verbs(step=count_round, is_over=is_late, accepts=always),
    )  # fmt: skip
    (first,) = frames(game, game.setup(game.make_settings(), 1), [])
    assert (first.rows, first.columns, first.marks) == (0, 0, ())
    assert first.captions == ("bid 3 5",)  # a long field like `log` is not shown
    assert first.measures == {"hands": ("1 2 3", "4 5 6"), "lives": ("2", "2")}
    assert msgspec.json.decode(msgspec.json.encode(first), type=Frame) == first


def test_letters_without_a_meaning_are_drawn_as_they_are() -> None:
    game = dataclasses.replace(
        STONES,
        board=Board(".xAB", cells="stones"),
        frame=None,  # type: ignore[arg-type]
    )
    *_, last = frames(game, game.setup(game.make_settings(), 1), [[9, NO_MOVE]])
    assert Mark(1, 1, "text", text="A") in last.marks


def test_places_follow_from_utilities() -> None:
    state = WALK.setup(WALK.make_settings(), 1)
    assert WALK.outcome(state) == Outcome(winner=0, places=(1, 2, 3), scores=(0, 0, 0))
    state = STONES.setup(STONES.make_settings(), 1)
    assert STONES.outcome(state) == Outcome(winner=None, places=(1, 1), scores=(0, 0))
    step(state, [NO_MOVE, 5])
    assert STONES.outcome(state) == Outcome(winner=1, places=(2, 1), scores=(0, 1))


def test_rules_that_count_with_numpy_are_played_on_records() -> None:
    state = STONES.setup(STONES.make_settings(), 1)
    found = STONES.distinction(state)
    assert found is not None
    assert found.what == 'a comparison of an array, state["stones"] == 2 + seat'.replace('"', "'")
    assert isinstance(STONES.opened(state), np.void)


RACE = np.dtype(
    [("generator", "i8", (6,)), ("scores", "i4", (4,)), ("width", "i4"), ("stride", "i4"),
     ("seats", "i4"), ("turn", "i4"), ("rounds", "i4"), ("max_rounds", "i4")]
)  # fmt: skip


class RaceSettings(Settings, frozen=True):
    seats: Annotated[int, Meta(ge=1, le=4)] = 3
    width: int = 5
    max_rounds: int = 4


@kernel
def run(state: Any, moves: Any) -> None:
    state["scores"][state["turn"]] += moves[state["turn"]]
    state["turn"] = (state["turn"] + 1) % state["seats"]
    state["rounds"] += 1


@kernel
def is_any(_state: Any, _seat: int, _move: int) -> bool:
    return True


RUN = Game(
    name="run",
    title="Run",
    summary="Run in turn.",
    moves=("slow", "fast"),
    settings=RaceSettings,
    seats=lambda settings: int(settings.seats),
    state=RACE,
    setup=lambda settings, seed: new_state(RACE, settings, seed),
    verbs=Verbs(step=run, accepts=is_any),
)


def test_a_new_state_follows_from_settings_and_seed() -> None:
    state = RUN.setup(RUN.make_settings({"seats": 2, "width": 7}), 5)
    sent = {name: int(state[name]) for name in ("seats", "width", "stride", "max_rounds", "turn")}
    assert sent == {"seats": 2, "width": 7, "stride": 9, "max_rounds": 4, "turn": 0}
    seeded = np.zeros(6, np.int64)
    seed_generator(seeded, 5)
    assert state["generator"].tolist() == seeded.tolist()


def test_the_end_the_turn_and_the_places_follow_from_fields() -> None:
    state = RUN.setup(RUN.make_settings(), 1)
    for _ in range(4):
        assert not is_over(state)
        assert [is_to_move(state, seat) for seat in range(3)].index(True) == state["turn"]
        step(state, [1, 1, 0])
    assert is_over(state)
    assert state["scores"].tolist() == [2, 1, 0, 0]
    assert [utility(state, seat) for seat in range(3)] == [1.0, 0.0, -1.0]
    assert RUN.outcome(state) == Outcome(winner=0, places=(1, 2, 3), scores=(2, 1, 0))


def test_without_seats_all_scores_are_compared_and_one_seat_alone_draws() -> None:
    dtype = np.dtype([("scores", "i4", (2,)), ("rounds", "i4"), ("runs", "i4")])
    verbs = dataclasses.replace(RUN.verbs, is_over=is_late)
    game = dataclasses.replace(RUN, name="two", state=dtype, verbs=verbs)
    state = np.zeros(1, dtype)[0]
    state["scores"] = 3, 4
    assert (utility(state, 0), utility(state, 1)) == (-1.0, 1.0)
    alone = RUN.setup(game.make_settings({"seats": 1}), 1)
    assert utility(alone, 0) == 0.0


def test_a_game_without_the_fields_of_a_default_must_define_the_verb() -> None:
    bare = np.dtype([("scores", "i4", (2,)), ("rounds", "i4"), ("bare", "i4")])
    with pytest.raises(PluginError, match=r"the verb is_over, or the fields rounds and max_rounds"):
        dataclasses.replace(RUN, name="bare", state=bare)
    bare = np.dtype([("rounds", "i4"), ("max_rounds", "i4"), ("bare", "i4")])
    with pytest.raises(PluginError, match=r"the verb utility, or the field scores, got the fields"):
        dataclasses.replace(RUN, name="bare", state=bare)
