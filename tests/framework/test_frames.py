"""Frames: the pictures of a match."""

from __future__ import annotations

import dataclasses
from typing import get_args

import msgspec
import numpy as np

from gridbots.environments.rendering import as_pixels, as_text
from gridbots.game import frame_of
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.pictures.frames import Frame, Kind, Mark
from gridbots.record.replay import frames, with_last_moves


def test_heads_leave_trails_with_their_seat_and_a_crash_stays() -> None:
    settings = GAME.make_settings({"width": 6, "height": 3})
    opening = GAME.setup(settings, 0)
    before = opening.tobytes()
    pictures = list(frames(GAME, opening, [(UP, DOWN), (UP, LEFT)]))
    assert opening.tobytes() == before
    assert pictures == [
        Frame(
            round=0,
            rows=3,
            columns=6,
            marks=(Mark(1, 1, "head", 0, RIGHT), Mark(1, 4, "head", 1, LEFT)),
            living=(True, True),
            scores=(0, 0),
        ),
        Frame(
            round=1,
            rows=3,
            columns=6,
            marks=(
                Mark(1, 1, "trail", 0, UP),
                Mark(1, 4, "trail", 1, DOWN),
                Mark(0, 1, "head", 0, UP),
                Mark(2, 4, "head", 1, DOWN),
            ),
            living=(True, True),
            scores=(1, 1),
        ),
        Frame(
            round=2,
            rows=3,
            columns=6,
            marks=(
                Mark(1, 1, "trail", 0, UP),
                Mark(1, 4, "trail", 1, DOWN),
                Mark(0, 1, "trail", 0, UP),
                Mark(2, 4, "trail", 1, LEFT),
                Mark(-1, 1, "crash", 0, UP),
                Mark(2, 3, "head", 1, LEFT),
            ),
            living=(False, True),
            scores=(2, 2),
        ),
    ]


def test_walls_of_a_board_without_history_are_blocks() -> None:
    settings = GAME.make_settings({"width": 4, "height": 3, "start": "cs221"})
    letters = "x..." + ".0.1" + "..x."
    state = GAME.wire.read_updates(None, settings, {"round": "5", "field": ",".join(letters)})
    picture = GAME.frame(state, None)
    assert [(mark.row, mark.column, mark.kind) for mark in picture.marks] == [
        (0, 0, "block"),
        (2, 2, "block"),
        (1, 1, "head"),
        (1, 3, "head"),
    ]


def test_an_old_frame_can_still_be_read() -> None:
    old = b'{"round":1,"rows":1,"columns":2,"marks":[],"living":[true],"scores":[3]}'
    assert msgspec.json.decode(old, type=Frame) == Frame(1, 1, 2, (), (True,), (3,))


def test_a_game_makes_a_frame_from_its_marks_captions_and_measures() -> None:
    state = GAME.setup(GAME.make_settings({}), 0)
    king = Mark(0, 4, "piece", 0, text="K")
    before = frame_of(state, size=(8, 8), marks=[king], captions=["White moves."])
    assert (before.rows, before.columns, before.captions) == (8, 8, ("White moves.",))
    moved = Mark(1, 4, "piece", 0, text="K")
    after = frame_of(
        state, before, size=(8, 8), marks=[moved], measures={"clock": np.array([9, 8])}
    )
    assert after.marks == (moved, Mark(0, 4, "move", 0), Mark(1, 4, "move", 0))
    assert after.measures == {"clock": (9, 8)}
    hands = frame_of(state, measures={"hand": np.array([[3, 5], [1, 1]])})
    assert hands.measures == {"hand": ("3 5", "1 1")}
    assert msgspec.json.decode(msgspec.json.encode(after), type=Frame) == after


def test_viewers_show_the_last_moves_that_heads_do_not_show() -> None:
    picture = Frame(3, 0, 0, (), (True, True), (0, 0))
    game = dataclasses.replace(GAME, moves=("roll", "hold", "bid", "doubt"))
    shown = with_last_moves(game, picture, ["roll", None])
    assert shown.measures == {"last move": ("roll", None)}
    assert with_last_moves(GAME, picture, ["up", "down"]) is picture
    secret = dataclasses.replace(game, hidden=True)
    assert with_last_moves(secret, picture, ["roll", "hold"], 1).measures == {
        "last move": (None, "hold")
    }
    assert with_last_moves(secret, picture, ["roll", "hold"]).measures == {
        "last move": ("roll", "hold")
    }


def test_environments_render_every_kind_of_mark_and_games_without_a_board() -> None:
    marks = tuple(Mark(0, column, kind, 0) for column, kind in enumerate(get_args(Kind)))
    frame = Frame(1, 1, len(marks), (*marks, Mark(0, 0, "text", text="K")), (True,), (2,))
    assert as_text(frame).startswith("K")
    assert as_pixels(frame).shape[2] == 3
    dice = Frame(1, 0, 0, (), (True, True), (2, 0), ("Bid: 3 fives",), {"dice": ("1 2", None)})
    assert as_text(dice) == "round 1  A:2 B:0\ndice 1 2 | -\nBid: 3 fives\n"
    assert as_pixels(dice).size > 0
