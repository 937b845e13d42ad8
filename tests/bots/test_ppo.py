"""The egocentric view of ppo, and the mask of steps into regions without an exit."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots import Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import copy_state, is_living, step
from gridbots.games.snake.rules import EMPTY, is_open
from gridbots.grid import DOWN, LEFT, RIGHT, UP, apart, offset
from gridbots.kernel import compiled, handle
from gridbots.plugins import load_bot, load_game
from gridbots.training.weights import ABOUT, unpack
from gridbots.vector import Batch
from gridbots_dqn import centred_view, flood
from gridbots_dqn.bot import NEVER
from gridbots_dqn.evaluate import play_greedily
from gridbots_dqn.trained import network_of, read_trained
from gridbots_dqn.views import VIEWS, blank, look_at_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridbots.game import State

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
GAME = load_game("snake")
VIEW = VIEWS["centred"]
DIRECTIONS = ("up", "right", "down", "left")
CLOCKWISE = str.maketrans("urdl", "rdlu")
MIRRORED = str.maketrans("rl", "lr")

BOARD = """
    a.d.
    .0d.
    .ul.
    ....
"""
"""The snake heads up; u r d l are parts of its body, and point to the next one towards the head."""


def position(board: str, heading: int) -> State:
    rows = board.split()
    size = {"width": len(rows), "height": len(rows)}
    updates = {
        "round": "0",
        "steps": "0",
        "heading": DIRECTIONS[heading],
        "field": ",".join("".join(rows)),
    }
    settings = GAME.make_settings({"preset": "corner-8", **size})
    seen: State = GAME.wire.read_updates(None, settings, updates)
    return seen


def turned(board: str) -> str:
    """The board turned clockwise by a quarter."""
    rows = board.split()[::-1]
    return " ".join("".join(column) for column in zip(*rows, strict=True)).translate(CLOCKWISE)


def mirrored(board: str) -> str:
    return " ".join(row[::-1] for row in board.split()).translate(MIRRORED)


def looked(state: State) -> NDArray[np.float32]:
    """By plane, row and column."""
    side = int(state["width"])
    seen = blank(VIEW, side)
    centred_view.look(state, seen[0])
    return seen.reshape(centred_view.planes(side))


def drawn(plane: NDArray[np.float32]) -> list[str]:
    return ["".join(f"{number:g}" for number in row) for row in plane]


def reached(rounds: int, seed: int = 1, side: int = 6) -> Any:
    """Positions of snakes that mostly went to the apple, after some rounds."""
    settings = GAME.make_settings({"preset": "corner-8", "width": side, "height": side})
    batch, random = Batch(GAME, settings, 32, seed, plain=True), np.random.default_rng(seed)
    for _ in range(rounds):
        for at, state in enumerate(batch.states):
            moves = [move for move in range(4) if is_open(state, move)] or [UP]
            random.shuffle(moves)
            batch.moves[at, 0] = min(moves, key=functools.partial(way_after, state))
        batch.step()
    return batch.states


def way_after(state: Any, move: int) -> int:
    there = state["head"] + offset(move, state["stride"])
    return apart(there, state["apple"], state["stride"])


def test_the_view_has_the_head_in_the_middle() -> None:
    seen = looked(position(BOARD, UP))
    assert drawn(seen[centred_view.FREE_IN]) == [
        "0000000",
        "0000000",
        "0000100",
        "0000200",
        "0004300",
        "0000000",
        "0000000",
    ]
    assert drawn(seen[centred_view.PART]) == drawn(np.minimum(seen[centred_view.FREE_IN], 1))
    assert drawn(seen[centred_view.WALL]) == [
        "1111111",
        "1111111",
        "1100001",
        "1100001",
        "1100001",
        "1100001",
        "1111111",
    ]
    assert drawn(seen[centred_view.APPLE])[2] == "0010000"
    assert seen[centred_view.APPLE].sum() == 1


def test_parts_are_blocked_unless_they_are_gone_when_the_head_can_arrive() -> None:
    shut = looked(position(BOARD, UP))[centred_view.BLOCKED]
    assert drawn(shut)[2:5] == ["0000000", "0000100", "0001100"]


@pytest.mark.parametrize(("quarters", "heading"), [(1, RIGHT), (2, DOWN), (3, LEFT)])
def test_the_view_does_not_depend_on_where_the_snake_heads(quarters: int, heading: int) -> None:
    board = BOARD
    for _ in range(quarters):
        board = turned(board)
    assert (looked(position(board, heading)) == looked(position(BOARD, UP))).all()


def test_the_view_of_a_mirrored_board_is_mirrored() -> None:
    assert (looked(position(mirrored(BOARD), UP)) == looked(position(BOARD, UP))[:, :, ::-1]).all()


def test_the_view_is_the_same_compiled_and_in_bytes() -> None:
    states = reached(40)
    plain = np.stack([looked(state).ravel() for state in states])
    seen = np.ones(plain.shape, np.uint8)
    compiled(look_at_all)(handle(VIEW.look), states, seen)
    assert (plain == seen).all()


def masked(board: str, heading: int) -> list[str]:
    lost = np.zeros(4, np.uint8)
    flood.mark_lost(position(board, heading), lost)
    return [DIRECTIONS[move] for move in np.flatnonzero(lost)]


DIVIDED = """
    a.0...
    ..udrd
    ..udud
    ..udud
    ..urud
    ..ulll
"""
"""Left of the head are 12 cells; the part below them is gone in 16 rounds."""
SHORTER = """
    a.0...
    ..u.rd
    ..u.ud
    ..u.ud
    ..u.ud
    ..ulll
"""
"""Here it is gone in 12."""


def test_a_region_that_cannot_be_left_is_masked() -> None:
    assert masked(DIVIDED, UP) == ["up", "down", "left"]
    assert masked(mirrored(DIVIDED), UP) == ["up", "right", "down"]


def test_a_region_that_opens_in_time_is_not_masked() -> None:
    assert masked(SHORTER, UP) == ["up", "down"]


def test_the_last_free_cell_is_not_masked() -> None:
    assert flood.may_escape(position("rrrd dlll rrrd a0ll", LEFT), LEFT)


def test_on_an_open_board_only_fatal_steps_are_masked() -> None:
    assert masked(BOARD, UP) == ["right", "down"]


def survives(state: State, rounds: int) -> bool:
    """Whether the snake can make this many more steps without eating."""
    if rounds == 0:
        return True
    for move in range(4):
        if is_open(state, move):
            after = copy_state(state)
            step(after, [move])
            if survives(after, rounds - 1):
                return True
    return False


def test_masked_steps_lose() -> None:
    lost, found = np.zeros(4, np.uint8), 0
    for state in np.concatenate([reached(25, seed, side=5) for seed in range(10)]):
        flood.mark_lost(state, lost)
        for move in np.flatnonzero(lost):
            if not is_open(state, int(move)):
                continue
            after = copy_state(state)
            step(after, [move])
            assert is_living(after, 0)
            if after["apple"]:
                after["cells"][after["apple"]] = EMPTY
                after["apple"] = 0
            assert not survives(after, int((after["cells"] == EMPTY).sum()) + 1)
            found += 1
    assert found >= 10


def bot_on(size: int, **options: str) -> tuple[Any, Any]:
    settings = GAME.make_settings({"preset": "corner-8", "width": size, "height": size})
    bot: Any = make_bot(load_bot("ppo"), "ppo", GAME, options)
    bot.open(Briefing(GAME, settings, seat=0, seats=1))
    return bot, settings


@pytest.mark.parametrize("size", [8, 10])
def test_it_plays_by_the_weights_for_the_size_of_the_board(
    size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, settings = bot_on(size)
    state = GAME.setup(settings, 5)
    for _ in range(60):
        step(state, [bot.choose(GAME.observation(state, 0), BUDGET)])
    assert is_living(state, 0)
    assert state["length"] > 8
    assert not capsys.readouterr().err


def test_on_other_boards_it_warns_and_plays_by_features(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot, settings = bot_on(7)
    expected = "ppo: ppo-8x8 was trained for width 8, height 8, got width 7, height 7"
    assert capsys.readouterr().err.startswith(expected)
    assert bot.choose(GAME.observation(GAME.setup(settings, 1), 0), BUDGET) in range(4)


def test_with_the_mask_it_avoids_masked_steps_if_another_is_possible() -> None:
    lost, barred = np.zeros(4, np.uint8), 0
    plain, masking = bot_on(8)[0], bot_on(8, mask="flood")[0]
    for state in reached(60, side=8):
        flood.mark_lost(state, lost)
        observation = GAME.observation(state, 0)
        assert masking.values(observation)[lost != 0].max(initial=NEVER) == NEVER
        barred += plain.values(observation)[lost != 0].max(initial=NEVER) > NEVER
    assert barred > 0


@pytest.mark.slow
def test_episodes_with_the_shipped_weights_match_their_metadata() -> None:
    trained = read_trained("ppo-8x8")
    settings = GAME.make_settings({"preset": "corner-8"})
    episodes = play_greedily(
        GAME, settings, trained.about.encoding, network_of(trained), 6, plain=True
    )
    assert episodes.lengths.mean() > 55
    about = json.loads(unpack(trained.path, ABOUT)[ABOUT])
    assert about["test"]["episodes"] == 1000


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "length", "full"), [("ppo-8x8", 63.5, 98), ("ppo-10x10", 97, 90)])
def test_it_fills_the_board(
    name: str, length: float, full: float, record_property: Callable[[str, object], None]
) -> None:
    trained = read_trained(name)
    settings = GAME.make_settings({"preset": "corner-8", **trained.about.settings})
    figures = play_greedily(
        GAME, settings, trained.about.encoding, network_of(trained), 1000
    ).figures()
    record_property("figure", f"length {figures['length']}, full boards {figures['full %']} %")
    assert figures["length"] >= length
    assert figures["full %"] >= full
