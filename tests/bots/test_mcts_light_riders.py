"""mcts in Light Riders: whether it is alone, and the longest path once it is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from gridbots.bot import Bot, Briefing, Budget
from gridbots.game import is_living, step
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.features import is_alone
from gridbots.overlay import LETTERS, OVERLAY, read_overlay
from gridbots.plugins import load_bot
from gridbots.runner import make_bot
from gridbots_mcts.light_riders.connectivity import is_cut_off

if TYPE_CHECKING:
    from gridbots.game import State

ONE_CELL_BETWEEN = """
    ...xxx
    .0...1
    xxxxxx
"""
APART = """
    ...xxx
    .0.x.1
    ...x..
    xxxx..
"""
ROOM = """
    ....xx...
    .0..x1...
    .....xxxx
    ...xx....
"""


def drawn(text: str) -> tuple[State, dict[str, Any]]:
    rows = text.split()
    values = {"width": len(rows[0]), "height": len(rows), "start": "cs221"}
    updates = {"round": "3", "field": ",".join("".join(rows))}
    return GAME.wire.read_updates(None, GAME.make_settings(values), updates), values


def bot_for(values: dict[str, Any], **options: object) -> Bot:
    settings = GAME.make_settings(values)
    texts = {name: str(value).lower() for name, value in options.items()}
    made = make_bot(load_bot("mcts"), "mcts", GAME, texts)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, settings, 0, GAME.seats(settings)))
    return made


def soon() -> Budget:
    return Budget(bank_ms=10_000, time_per_move_ms=20, asked=time.monotonic())


@pytest.mark.parametrize(("board", "alone"), [(ONE_CELL_BETWEEN, False), (APART, True)])
def test_a_rider_is_cut_off_where_no_cell_can_be_reached_by_both(
    board: str, *, alone: bool
) -> None:
    state, _ = drawn(board)
    assert [is_cut_off(state, seat) for seat in range(2)] == [alone, alone]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_flood_fill_says_what_the_territories_say(seats: int) -> None:
    for seed in range(3):
        state = GAME.setup(GAME.make_settings({"width": 7, "height": 7, "seats": seats}), seed)
        for number in range(12):
            for seat in range(seats):
                if is_living(state, seat) and not state["over"]:
                    assert is_cut_off(state, seat) == is_alone(state, seat)
            moves = [GAME.legal_moves(state, seat) for seat in range(seats)]
            step(state, [each[(number + seed) % len(each)] if each else -1 for each in moves])


def longest(cells: set[tuple[int, int]], row: int, column: int) -> int:
    """Steps of the longest path from a cell over these, by trying all."""
    ways = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return max((1 + longest(cells - {way}, *way) for way in ways if way in cells), default=0)


@pytest.mark.slow
def test_alone_it_rides_the_longest_path(capsys: pytest.CaptureFixture[str]) -> None:
    state, values = drawn(ROOM)
    bot = bot_for(values, overlay=True)
    move = bot.choose(GAME.observation(state, 0), soon())
    (line,) = capsys.readouterr().err.splitlines()
    ((row, column, steps),) = read_overlay(line.removeprefix(OVERLAY.decode()).encode()).path
    free = {(y, x) for y, cells in enumerate(ROOM.split()) for x, c in enumerate(cells) if c == "."}
    assert (row, column) == (1, 1)
    assert LETTERS[move] == steps[0]
    assert len(steps) == longest(free, 1, 1)
    assert bot_for(values, endgame="tree").choose(GAME.observation(state, 0), soon()) in range(4)
    assert not capsys.readouterr().err
