"""Q-learning in Light Riders: the Q-table, its update, action features, and trainings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.errors import SettingsError
from gridbots.game import State, step
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.training.script import keep, restore
from gridbots_qlearning.light_riders import features
from gridbots_qlearning.light_riders.table import (
    add,
    best_move,
    filled_slots,
    move_to_most_space,
    slot_of,
    table_of,
    table_type,
)
from gridbots_qlearning.training.light_riders import linear, table_updates
from gridbots_qlearning.training.light_riders import table as table_training
from gridbots_qlearning.training.light_riders.table import Parameters, Training

if TYPE_CHECKING:
    from pathlib import Path


def drawn(board: str, rounds: int = 3) -> State:
    rows = board.split()
    settings = GAME.make_settings(
        {"width": len(rows[0]), "height": len(rows), "start": "cs221", "end": "stuck"}
    )
    field = ",".join(letter for row in rows for letter in row)
    return GAME.wire.read_updates(None, settings, {"round": f"{rounds}", "field": field})


BOARD = """
x0..
x...
...1
...x
"""


def new_table(slots: int = 64) -> Any:
    return np.zeros(1, table_type(slots))[0]


def test_the_slot_of_a_position_depends_on_the_own_seat_only_by_perspective() -> None:
    table, mirrored = new_table(), BOARD.translate(str.maketrans("01", "10"))
    slot = slot_of(table, drawn(BOARD), 0)
    add(table, slot)
    assert slot_of(table, drawn(mirrored), 1) == slot
    assert slot_of(table, drawn(BOARD), 1) != slot


def test_positions_with_the_same_hash_have_different_slots() -> None:
    table, slots = new_table(8), set()
    for number in range(7):
        cells = ["."] * 14
        cells[number] = "x"
        text = "0" + "".join(cells) + "1"
        board = "\n".join(text[4 * row : 4 * row + 4] for row in range(4))
        slot = slot_of(table, drawn(board), 0)
        add(table, slot)
        assert slot_of(table, drawn(board), 0) == slot
        slots.add(slot)
    assert len(slots) == 7


def test_a_stored_table_has_the_same_values() -> None:
    table = np.zeros(1, table_type(64))
    slot = slot_of(table[0], drawn(BOARD), 0)
    add(table[0], slot)
    table[0]["values"][slot, RIGHT] = 2.5
    kept = table_of(4, **filled_slots(table))
    found = slot_of(kept[0], drawn(BOARD), 0)
    assert kept[0]["used"][found]
    assert kept[0]["values"][found].tolist() == [0, 2.5, 0, 0]


def test_the_last_of_equal_moves_is_chosen_and_never_one_into_a_wall() -> None:
    table, state = new_table(), drawn(BOARD)
    slot = slot_of(table, state, 0)
    assert best_move(table, slot, state, 0) == DOWN
    add(table, slot)
    table["values"][slot, DOWN] = -1.0
    assert best_move(table, slot, state, 0) == RIGHT
    table["values"][slot, [UP, LEFT]] = 9.0
    assert best_move(table, slot, state, 0) == RIGHT


def learner(**values: float) -> Any:
    made = np.zeros(1, table_updates.LEARNER)
    for name, value in {
        "gamma": 0.5,
        "win_reward": 100,
        "draw_reward": -100,
        "loss_reward": -100,
        **values,
    }.items():
        made[name] = value
    return made[0]


@pytest.mark.parametrize(("floor", "wanted"), [(0.0, 0.0), (-1000.0, -4.0)])
def test_the_next_value_has_a_lower_bound(floor: float, wanted: float) -> None:
    table, state = new_table(), drawn(BOARD)
    slot = slot_of(table, state, 0)
    add(table, slot)
    table["values"][slot] = -8.0
    assert table_updates.target(learner(min_next_value=floor), table, state) == wanted
    table["values"][slot, RIGHT] = 6.0
    assert table_updates.target(learner(min_next_value=floor), table, state) == 3.0


def test_the_step_shrinks_with_the_square_root_of_the_decisions() -> None:
    table, state = new_table(), drawn("0x..\nx...\n...x\n..x1")
    step(state, np.array([RIGHT, RIGHT]))
    transition = np.array([(5, RIGHT, 1)], table_training.TRANSITION)
    rates = learner(decisions=3)
    states = np.zeros(1, state.dtype)
    states[0] = state
    states[0]["over"], states[0]["eliminated"] = 1, [0, 4, 0, 0]
    table_updates.learn(rates, table, transition, states)
    assert rates["decisions"] == 4
    assert table["values"][5].tolist() == [0, 50, 0, 0]
    assert not transition["waits"].any()


def test_the_fallback_moves_to_the_largest_territory() -> None:
    assert move_to_most_space(drawn("x.0.\nxxx.\n....\n1..."), 0) == RIGHT
    assert move_to_most_space(drawn("..0x\nx.xx\n....\n1..."), 0) == LEFT


def small(tmp_path: Path, **values: Any) -> Parameters:
    usual: dict[str, Any] = {
        "opponent": "random:among=candidates", "episodes": 30, "greedy_episodes": 10, "n_envs": 4,
        "table_size": 4096, "folder": str(tmp_path),
    }  # fmt: skip
    return Parameters(**usual | values)


def learned(training: Any, done: int | None = None) -> dict[str, Any]:
    until = training.parameters.episodes if done is None else done
    while training.completed < until:
        training.play_round()
    return {name: array.copy() for name, array in training.arrays().items()}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, array in one.items():
        assert array.tobytes() == other[name].tobytes(), name


def test_a_training_resumes_from_its_checkpoint_bit_for_bit(tmp_path: Path) -> None:
    parameters, path = small(tmp_path), tmp_path / "checkpoint.npz"
    whole = learned(Training(parameters, plain=True))
    first = Training(parameters, plain=True)
    learned(first, 12)
    keep(path, first, parameters, 1.5)
    second = Training(parameters, plain=True)
    assert restore(path, second, parameters) == 1.5
    assert second.completed >= 12
    assert_same(whole, learned(second))


def test_every_match_has_a_result_that_depends_on_the_seed(tmp_path: Path) -> None:
    one = learned(Training(small(tmp_path), plain=True))
    other = learned(Training(small(tmp_path, seed=2), plain=True))
    assert not np.isnan(one["results"]).any()
    assert one["results"].tobytes() != other["results"].tobytes()


def test_a_table_that_is_too_small_is_an_error(tmp_path: Path) -> None:
    training = Training(small(tmp_path, size=6, table_size=1024, episodes=2000), plain=True)
    training.learner["entries"] = 800
    with pytest.raises(SettingsError, match="raise table_size"):
        training.play_round()


def seen(board: str, seat: int, move: int) -> dict[str, float]:
    numbers = np.empty(features.COUNT)
    state = drawn(board)
    before = state.tobytes()
    features.look(state, seat, move, numbers)
    assert state.tobytes() == before
    return dict(zip(features.FEATURES, numbers.tolist(), strict=True))


def test_features_are_invariant_under_reflection_rotation_and_exchange_of_seats() -> None:
    board = ".....\n.x0..\n.x...\n...1.\n...x."
    rows = board.split()
    mirrored = "\n".join(row[::-1] for row in rows)
    turned = "\n".join("".join(row) for row in zip(*rows[::-1], strict=True))
    other = board.translate(str.maketrans("01", "10"))
    wanted = seen(board, 0, RIGHT)
    assert seen(mirrored, 0, LEFT) == wanted
    assert seen(turned, 0, DOWN) == wanted
    assert seen(other, 1, RIGHT) == wanted


def test_the_lead_of_a_rider_that_is_cut_off() -> None:
    board = "..x..\n.0x.1\n..x..\n..xxx\n..x.."
    longer = seen(board, 0, DOWN)
    assert (longer["alone"], longer["alone_ahead"]) == (1, 1)
    assert seen(board, 1, UP)["alone_ahead"] == -1


def test_space_is_measured_after_the_reply_of_the_other_rider() -> None:
    # The other rider has one exit, and six cells behind it.
    found = seen("...x..\n.0.x..\n...x..\n...x.x\n...x1x", 0, LEFT)
    assert (found["alone"], found["alone_ahead"], found["worst_ahead"]) == (1, 1, 1)
    assert found["alone_lead"] == found["worst_chain"] > 0


def test_features_are_means_and_minima_over_the_replies() -> None:
    found = seen("......\n..0...\n......\n......\n...1..\n......", 0, DOWN)
    assert found["alone"] == 0
    assert found["worst_chain"] < found["chain"]


def test_with_four_riders_the_next_living_one_counts() -> None:
    state = GAME.setup(GAME.make_settings({"width": 8, "height": 8, "seats": 4}), 1)
    assert features.next_living(state, 0) == 1
    state["eliminated"][1] = 3
    assert features.next_living(state, 0) == 2
    assert features.next_living(state, 3) == 0


@pytest.mark.slow
def test_linear_training_resumes_from_its_checkpoint_bit_for_bit(tmp_path: Path) -> None:
    parameters = linear.Parameters(
        sizes="6", opponents="straight", episodes=6, n_envs=1, folder=str(tmp_path)
    )
    path = tmp_path / "checkpoint.npz"
    whole = learned(linear.Training(parameters, plain=True))
    first = linear.Training(parameters, plain=True)
    learned(first, 3)
    keep(path, first, parameters, 1.5)
    second = linear.Training(parameters, plain=True)
    assert restore(path, second, parameters) == 1.5
    assert_same(whole, learned(second))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("evaluation", "depth", "least"), [("all_direct", 2, 58), ("attack_block", 2, 70)]
)
def test_the_figures_of_the_paper_are_reproduced(
    evaluation: str, depth: int, least: float, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    opponent = f"minimax:search=paper,evaluation={evaluation},depth={depth}"
    about = table_training.SCRIPT.train(Parameters(opponent=opponent, folder=str(tmp_path)))
    assert about["last"]["win %"] >= least
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
