"""Frames: the pictures of a match."""

from __future__ import annotations

from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.pictures.frames import Frame, Mark
from gridbots.record.replay import frames


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
