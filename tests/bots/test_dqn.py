"""dqn: observation encodings, networks, and play."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.errors import SettingsError
from gridbots.game import State, accepts, is_over, step
from gridbots.games.snake.rules import APPLE, BODY, EMPTY, HEAD
from gridbots.grid import DOWN, LEFT, RIGHT, UP, index_of
from gridbots.plugins import load_bot, load_game
from gridbots.training.weights import names, write
from gridbots_dqn.bot import choose_by_features
from gridbots_dqn.dqn.training.replay_buffer import Priorities, ReplayBuffer
from gridbots_dqn.evaluate import DEAD, ENDLESS, play_greedily
from gridbots_dqn.network import Architecture, Network
from gridbots_dqn.trained import FOLDER, network_of, read_trained
from gridbots_dqn.views import VIEWS, blank, move_of
from gridbots_dqn.whole_view import BODY_PLANE, turned

if TYPE_CHECKING:
    from pathlib import Path

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
GAME = load_game("snake")
SETTINGS = GAME.make_settings({"preset": "corner-8"})
LETTERS = {
    ".": EMPTY,
    "a": APPLE,
    "0": HEAD,
    "u": BODY,
    "r": BODY + 1,
    "d": BODY + 2,
    "l": BODY + 3,
}
TURNED = {"u": "r", "r": "d", "d": "l", "l": "u"}
MIRRORED = {"l": "r", "r": "l"}

BOARD = """
    ........
    .a......
    ....0...
    ....u...
    ..rru...
    ..u.....
    ..ull...
    ........
"""
"""The snake heads up; behind its head the body, to the tail: u r d l point to the next part."""


def position(board: str, heading: int) -> State:
    updates = {
        "round": "0",
        "steps": "0",
        "heading": ("up", "right", "down", "left")[heading],
        "field": ",".join("".join(board.split())),
    }
    return GAME.wire.read_updates(None, SETTINGS, updates)


def turn_clockwise(rows: list[str]) -> list[str]:
    """The board rotated clockwise by a quarter, with headings and body directions."""
    columns = zip(*rows[::-1], strict=True)
    return ["".join(TURNED.get(cell, cell) for cell in column) for column in columns]


def mirror(rows: list[str]) -> list[str]:
    """Left and right exchanged."""
    return ["".join(MIRRORED.get(cell, cell) for cell in row[::-1]) for row in rows]


def seen(view: str, state: State) -> Any:
    found = blank(VIEWS[view], 8)
    VIEWS[view].look(state, found[0])
    return found[0]


@functools.cache
def played(seed: int) -> list[State]:
    """The positions of a match whose apples are near the path."""
    found: list[State] = []
    state = GAME.setup(SETTINGS, seed)
    while not is_over(state) and len(found) < 300:
        found.append(state.copy())
        step(state, [choose_by_features(state)])
    return found


POSITIONS = st.builds(
    lambda seed, number: played(seed)[number % len(played(seed))],
    st.integers(1, 3),
    st.integers(0, 299),
)


def rows_of(state: State) -> list[str]:
    characters = {value: letter for letter, value in LETTERS.items()}
    return [
        "".join(characters[int(state["cells"][index_of(row, column, 10)])] for column in range(8))
        for row in range(8)
    ]


def test_the_planes_show_empty_cells_apple_head_and_body() -> None:
    planes = seen("global-local", position(BOARD, UP))[:256].reshape(4, 8, 8)
    letters = np.array([list(row) for row in BOARD.split()])
    for plane, shown in zip(planes, (".", "a", "0", "urdl"), strict=True):
        assert (plane == np.isin(letters, list(shown))).all()


def test_flags_mark_fatal_steps_relative_to_the_heading_or_in_all_directions() -> None:
    board = """
        ........
        ........
        ........
        0d......
        ul......
        ........
        .......a
        ........
    """
    state = position(board, UP)
    assert seen("global-local", state)[256:].tolist() == [1, 0, 1]
    assert seen("global-local-absolute", state)[256:].tolist() == [0, 1, 1, 1]


@given(POSITIONS, st.integers(1, 3))
def test_the_turned_view_is_invariant_under_rotation(state: State, quarters: int) -> None:
    rows, heading = rows_of(state), int(state["heading"])
    for _ in range(quarters):
        rows = turn_clockwise(rows)
    other = position("\n".join(rows), (heading + quarters) % 4)
    assert (seen("global-local", other) == seen("global-local", state)).all()


@given(POSITIONS)
def test_the_view_of_the_mirrored_board_is_mirrored(state: State) -> None:
    there = position("\n".join(mirror(rows_of(state))), (-int(state["heading"])) % 4)
    one, other = seen("global-local", state), seen("global-local", there)
    planes, mirrored = one[:256].reshape(4, 8, 8), other[:256].reshape(4, 8, 8)
    assert (mirrored == planes[:, :, ::-1]).all()
    assert other[256:].tolist() == one[256:].tolist()[::-1]


@given(st.integers(0, 7), st.integers(0, 7))
def test_four_quarter_turns_are_the_identity(row: int, column: int) -> None:
    here = row, column
    for _ in range(4):
        here = divmod(turned(*here, 8, RIGHT), 8)
    assert here == (row, column)
    assert divmod(turned(row, column, 8, DOWN), 8) == (7 - row, 7 - column)


def test_views_without_flags_show_the_same_board() -> None:
    for heading, name in ((LEFT, "global"), (LEFT, "global-absolute")):
        rows = BOARD.split()
        for _ in range(3):
            rows = turn_clockwise(rows)
        state = position("\n".join(rows), heading)
        local = name.replace("global", "global-local")
        assert (seen(name, state) == seen(local, state)[:256]).all()


def test_relative_actions_are_left_ahead_and_right() -> None:
    assert [move_of(action, UP, True) for action in range(3)] == [LEFT, UP, RIGHT]
    assert [move_of(action, LEFT, True) for action in range(3)] == [DOWN, LEFT, UP]
    assert [move_of(action, LEFT, False) for action in range(4)] == [UP, RIGHT, DOWN, LEFT]


def weights_of(architecture: Architecture, seed: int = 1) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    return {name: random.normal(size=shape) for name, shape in architecture.shapes().items()}


@pytest.mark.parametrize("padding", [0, 1])
def test_a_convolution_is_the_sum_over_its_kernel(padding: int) -> None:
    architecture = Architecture((2, 4, 4), 0, ((3, 3),), (), 1, padding)
    weights, board = weights_of(architecture), np.random.default_rng(2).normal(size=(2, 4, 4))
    room = np.pad(board, ((0, 0), (padding, padding), (padding, padding)))
    side = room.shape[1] - 2
    summed = np.zeros((3, side, side))
    for out, row, column in np.ndindex(3, side, side):
        patch = room[:, row : row + 3, column : column + 3]
        summed[out, row, column] = (patch * weights["convolution0_weight"][out]).sum()
        summed[out, row, column] += weights["convolution0_bias"][out]
    bent = np.where(summed > 0, summed, 0.01 * summed).ravel()
    expected = bent @ weights["actions_weight"].T + weights["actions_bias"]
    found = Network(architecture, weights)(board.reshape(1, -1).astype(np.float32))
    assert found[0] == pytest.approx(expected, rel=1e-4)


def test_a_dueling_network_adds_the_advantages_minus_their_mean_to_the_value() -> None:
    architecture = Architecture((1, 1, 1), 1, (), (2,), 3, dueling=True)
    weights = {
        "dense0_weight": np.eye(2), "dense0_bias": np.zeros(2),
        "value_weight": np.array([[10.0]]), "value_bias": np.zeros(1),
        "actions_weight": np.array([[1.0], [2.0], [3.0]]), "actions_bias": np.zeros(3),
    }  # fmt: skip
    found = Network(architecture, weights)(np.array([[5, 1]], np.float32))
    assert found.tolist() == [[49.0, 50.0, 51.0]]


def test_a_network_refuses_weights_of_another_architecture() -> None:
    architecture = Architecture((1, 2, 2), 0, (), (4,), 3)
    with pytest.raises(ValueError, match=r"expected weights of the shapes .*got"):
        Network(architecture, weights_of(Architecture((1, 2, 2), 0, (), (5,), 3)))


@pytest.fixture
def ahead(tmp_path: Path) -> str:
    """Weights by which a snake moves ahead, and turns right if it cannot."""
    architecture = Architecture((4, 8, 8), 3, (), (2,), 3)
    weights = {name: np.zeros(shape, np.float16) for name, shape in architecture.shapes().items()}
    weights["dense0_weight"][0, 257] = 1
    weights["actions_weight"][:, 0] = -2, -2, 0
    weights["actions_bias"][:] = 0, 1, 0
    about = {
        "game": "snake", "settings": {"width": 8, "height": 8}, "learner": "dqn",
        "command": "none", "view": "global-local",
        "network": {
            "planes": [4, 8, 8], "flags": 3, "convolutions": [], "dense": [2], "actions": 3
        },
    }  # fmt: skip
    write(tmp_path / "ahead.npz", about, weights)
    return str(tmp_path / "ahead.npz")


def opened(weights: str, **settings: Any) -> Bot:
    bot = make_bot(load_bot("dqn"), "dqn", GAME, {"weights": weights})
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, GAME.make_settings(settings), seat=0, seats=1))
    return bot


def test_the_bot_takes_the_action_of_the_highest_value(
    ahead: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, state = opened(ahead, preset="corner-8"), GAME.setup(SETTINGS, 1)
    moves = []
    for _ in range(12):
        moves.append(bot.choose(GAME.observation(state, 0), BUDGET))
        step(state, [moves[-1]])
    assert moves == [RIGHT] * 4 + [DOWN] * 7 + [LEFT]
    assert not capsys.readouterr().err


def test_on_another_board_the_bot_warns_and_plays(
    ahead: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = opened(ahead, preset="corner-8", width=6, height=6)
    assert "ahead was trained for width 8, height 8, got width 6, height 6" in (
        capsys.readouterr().err
    )
    settings = GAME.make_settings({"preset": "corner-8", "width": 6, "height": 6})
    state = GAME.setup(settings, 1)
    for _ in range(100):
        move = bot.choose(GAME.observation(state, 0), BUDGET)
        assert accepts(state, 0, move)
        step(state, [move])
    assert state["length"] > 12


def test_a_trapped_snake_still_answers(ahead: str) -> None:
    board = """
        0l......
        ru......
        ........
        ........
        ........
        ........
        ........
        .......a
    """
    state = position(board, LEFT)
    bot = opened(ahead, preset="corner-8")
    for move in (bot.choose(state.copy(), BUDGET), choose_by_features(state)):
        assert accepts(state, 0, move)


def test_a_file_without_a_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(SettingsError, match="expected weights in"):
        read_trained(str(path))
    write(path, {}, {})
    with pytest.raises(SettingsError, match=r"weights of a network in .*missing required"):
        read_trained(str(path))


def test_unknown_weights_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(SettingsError, match=r"expected a name or a \.npz file, got 'dqn-9x9'"):
        read_trained("dqn-9x9")


@pytest.mark.parametrize("name", names(FOLDER))
def test_shipped_weights_fit_their_network_and_name_their_command(
    name: str,
) -> None:
    trained = read_trained(name)
    network_of(trained)
    module = trained.about.command.split()[2]
    assert (FOLDER.parent.joinpath(*module.split(".")[1:]) / "__main__.py").exists()
    assert (FOLDER / f"{name}.npz").stat().st_size < 4 << 20


def test_an_episode_that_returns_to_a_position_counts_as_endless() -> None:
    def round_and_round(seen: Any) -> Any:
        is_blocked = seen[:, 258:] == 1
        return np.where(is_blocked, [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])

    settings = GAME.make_settings({"width": 8, "height": 8})
    episodes = play_greedily(GAME, settings, VIEWS["global-local"], round_and_round, 9, plain=True)
    endless = episodes.ended == ENDLESS
    assert 0 < endless.sum() < 9
    assert (episodes.steps[endless] == 64 * 64).all()
    assert (episodes.steps[~endless] < 1000).all()


def test_vectorised_episodes_equal_those_of_the_bot(ahead: str) -> None:
    trained, bot = read_trained(ahead), opened(ahead, preset="corner-8")
    episodes = play_greedily(
        GAME, SETTINGS, trained.about.encoding, network_of(trained), 5, seed=3, plain=True
    )
    for number in range(5):
        state = GAME.setup(SETTINGS, 3 + number)
        while not is_over(state) and state["steps"] < 200:
            step(state, [bot.choose(GAME.observation(state, 0), BUDGET)])
        assert episodes.lengths[number] == state["length"]
        assert (episodes.ended[number] == DEAD) == (state["dead"] == 1)


def as_it_is(function: Any) -> Any:
    return function


def test_the_replay_buffer_drops_the_oldest_transitions_first() -> None:
    replay = ReplayBuffer(learners=1, size=3, numbers=10)
    for number in range(5):
        board = np.zeros((1, 1, 10), np.uint8)
        board[0, 0, number] = 1
        replay.add(board, board, actions=np.array([[number]]))
    assert replay.actions.tolist() == [[3, 4, 2]]
    assert replay.seen(replay.before)[0, 0].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert replay.filled.tolist() == [3, 2]


def test_transitions_are_sampled_in_proportion_to_their_priorities() -> None:
    priorities = Priorities(1, 3, as_it_is)
    priorities.add(np.arange(3))
    wanted = np.array([1.0, 2.0, 5.0])
    priorities.update(np.arange(3)[None], wanted[None] ** (1 / 0.6) - 0.001)
    places, weights = priorities.sample(np.full((1, 800), 0.5), beta=1.0)
    assert np.bincount(places[0]).tolist() == [100, 200, 500]
    assert weights[0, [0, 100, 300]].tolist() == pytest.approx([1.0, 0.5, 0.2])


@given(st.lists(st.floats(0, 0.999), min_size=1, max_size=8), st.integers(1, 9))
def test_only_filled_places_are_sampled(shares: list[float], count: int) -> None:
    priorities = Priorities(1, 9, as_it_is)
    priorities.add(np.arange(count))
    places, _ = priorities.sample(np.array([shares]), beta=0.5)
    assert places.max() < count


def test_body_cells_are_in_their_plane() -> None:
    planes = seen("global", position(BOARD, UP)).reshape(4, 8, 8)
    assert planes[BODY_PLANE].sum() == 8
