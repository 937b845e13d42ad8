"""Training of td: lambda-returns computed by hand, and resuming bit for bit."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.bots.test_td import drawn

from gridbots.errors import SettingsError
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.training.script import restore
from gridbots.training.weights import write
from gridbots_td.features.layout import PAPER, WEIGHTS
from gridbots_td.state_value import value_function_of
from gridbots_td.trained import memories, plan_of, read_trained
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.script import SCRIPT, finish
from gridbots_td.training.td_lambda import Restart, Training, blank, rounded
from gridbots_td.training.trajectories import (
    LEARNER,
    collect_one,
    epsilon_of,
    learn_from,
    rate_of,
    trajectory_dtype,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

RANDOM = "random:among=candidates"
SMALL: dict[str, Any] = {
    "features": "paper", "depth": 1, "max_rounds": 12, "opponents": RANDOM, "episodes": 8,
    "restarts": 2, "n_envs": 2, "eval_opponents": RANDOM,
    "n_eval_episodes": 2, "n_test_episodes": 2,
}  # fmt: skip
"""Fast enough without numba."""


def small(**values: Any) -> Parameters:
    return Parameters(**SMALL | values)


def learner(**values: float) -> Any:
    made = np.zeros(1, LEARNER)[0]
    for name, value in values.items():
        made[name] = value
    return made


def learned(
    values: list[float], explores: list[int], decided: list[int], before_rounds: int = 0
) -> list[float]:
    """The targets of a won episode: every position has its own feature.

    From weights of 0, with a learning rate of 1, each weight becomes the target of its position.
    """
    moves = len(values)
    learned = value_function_of(
        plan_of(blank(small()), Restart(small(), 0, plain=True).states.dtype)[0]
    )
    learned["weights"] = 0.0
    trajectory = np.zeros(1, trajectory_dtype(moves))[0]
    trajectory["length"], trajectory["values"] = moves, values
    trajectory["explores"], trajectory["decided"] = explores, decided
    trajectory["before_rounds"] = before_rounds
    for at in range(moves):
        trajectory["dense"][at, at] = 2.0
    rules = learner(
        planned=10, learning_rate=1.0, learning_rate_decay_start=1.0, gamma=0.5, td_lambda=0.25
    )
    learn_from(rules, learned, trajectory, 1.0)
    return [2 * weight for weight in learned["weights"][:moves].tolist()]


def test_targets_are_lambda_returns_from_the_end() -> None:
    last = 1.0
    middle = 0.5 * (0.75 * 0.4 + 0.25 * last)
    first = 0.5 * (0.75 * 0.2 + 0.25 * middle)
    assert learned([0.9, 0.2, 0.4], [0, 0, 0], [0, 0, 0]) == pytest.approx([first, middle, last])


def test_before_a_round_the_return_includes_the_value_of_the_round() -> None:
    last = 0.5 * (0.75 * 0.4 + 0.25 * 1.0)
    first = 0.5 * 0.9
    assert learned([0.9, 0.4], [1, 0], [0, 0], 1) == pytest.approx([first, last])


def test_the_return_is_cut_at_exploratory_moves() -> None:
    assert learned([0.9, 0.2, 0.4], [0, 0, 1], [0, 0, 0])[1] == pytest.approx(0.5 * 0.4)


def test_an_expected_end_that_did_not_happen_is_ignored() -> None:
    found = learned([0.9, 0.2, 1.0], [0, 0, 0], [0, 0, 1])
    assert found[2] == 0
    assert found[1] == pytest.approx(0.5 * 1.0)


def test_a_seat_without_a_move_has_lost() -> None:
    rows = "aa....", "aa....", "......", "......", "....11", "....11"
    state = drawn(*rows, heads=[(0, 0), (4, 4)])
    plan, memory = plan_of(blank(small()), state.dtype)[0], memories(state.dtype)[0]
    memory["now"][0] = state
    trajectory, generator = np.zeros(1, trajectory_dtype(1))[0], [0] * GENERATOR_SIZE
    seed_generator(generator, 1)
    collect_one(plan, memory, trajectory, 0, generator, 0.0)
    assert trajectory["values"].tolist() == [-1]


def test_schedules_of_learning_rate_and_epsilon() -> None:
    rules = learner(
        planned=100,
        learning_rate=0.1,
        learning_rate_decay_start=0.5,
        exploration_initial_eps=0.4,
        exploration_final_eps=0.2,
        exploration_fraction=0.5,
    )
    found = []
    for rules["episodes"] in (0, 50, 75, 100):
        found.append((rate_of(rules), epsilon_of(rules)))
    assert np.array(found) == pytest.approx(
        np.array([(0.1, 0.4), (0.1, 0.2), (0.05, 0.2), (0.0, 0.2)])
    )


def completed(parameters: Parameters, begin: Any = Training) -> Training:
    script = replace(SCRIPT, begin=functools.partial(begin, plain=True))
    training = script.begin(parameters)
    script.run_to_end(training, parameters)
    return training


class Stopped(Training):
    """A training that is stopped in its second restart."""

    def play_round(self) -> None:
        if self.current.restart == 1 and self.current.curve:
            raise KeyboardInterrupt
        super().play_round()


SELF_PLAY: dict[str, Any] = {
    "features": "network", "opponents": "self 0.5*older", "snapshot_interval": 2, "max_rounds": 6,
}  # fmt: skip


@pytest.mark.parametrize(
    "how",
    [{}, SELF_PLAY, SELF_PLAY | {"order": "simultaneous", "win_weight": 0.5}],
    ids=["others", "self-play", "self-play, simultaneous"],
)
def test_a_stopped_training_ends_with_the_same_weights(how: dict[str, Any], tmp_path: Path) -> None:
    whole = completed(small(**how, folder=str(tmp_path / "whole")))
    parted = small(**how, folder=str(tmp_path / "parted"), checkpoint=0.0)
    with pytest.raises(KeyboardInterrupt):
        completed(parted, Stopped)
    going_on = Training(parted, plain=True)
    restore(tmp_path / "parted" / "checkpoint.npz", going_on, parted)
    assert going_on.current.restart == 1
    assert going_on.current.episodes > 0
    ended = completed(parted)
    for one, other in zip(ended.restarts, whole.restarts, strict=True):
        assert one.about == other.about
        assert one.weights.tobytes() == other.weights.tobytes()
        if how:
            assert one.network.tobytes() == other.network.tobytes()
    np.testing.assert_array_equal(ended.curve, whole.curve)


@pytest.mark.parametrize(
    "how", [{}, {"features": "network", "units": 3, "restarts": 1}], ids=["paper", "network"]
)
def test_written_weights_can_be_read_back(how: Any, tmp_path: Path) -> None:
    training = completed(small(folder=str(tmp_path / "mine"), **how))
    about, arrays = finish(training, tmp_path / "mine")
    write(tmp_path / "mine.npz", about, arrays)
    found = read_trained(str(tmp_path / "mine.npz"))
    assert found.name == "mine"
    assert found.weights.tobytes() == training.best().weights.tobytes()
    np.testing.assert_array_equal(found.network, training.best().network)
    assert (found.network is not None) == (found.about.learner == "network")
    assert found.about.figures == about["figures"]
    header, *points = (tmp_path / "mine" / "curve.csv").read_text().splitlines()
    assert header == f"restart,episodes,margin,won,lost,{RANDOM}"
    assert len(points) == len(training.curve)
    assert "share of matches" in (tmp_path / "mine" / "curve.svg").read_text()


def test_another_seed_gives_other_weights() -> None:
    first, other = (Restart(small(), restart, plain=True).value_function() for restart in (0, 1))
    assert (first.weights != other.weights).any()


@pytest.mark.parametrize("text", ["x*random", "0*random", "-1*random"])
def test_an_opponent_with_an_invalid_share_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"expected an opponent as SHARE\*BOT"):
        Restart(small(opponents=text), 0, plain=True)


def test_the_program_learns_only_from_the_last_round() -> None:
    parameters = small(
        features="program", memory="frozen", first_seat=True, init_std=0.0, n_envs=1,
        learning_rate=0.5,
        averaging_fraction=0.0,
    )  # fmt: skip
    current = Restart(parameters, 0, plain=True)
    while not current.curve:
        before = current.trajectories[0]["before"].copy()
        current.play_round()
    (_, margin), *_ = [(0, current.margins[0, 0])]
    last = current.trajectories[0]["before"]
    weights = value_function_of(current.plans[0])["weights"][:11]
    assert before.any()
    assert weights == pytest.approx(0.5 * margin * last[:11])


def test_weights_beyond_the_features_are_dropped() -> None:
    row = np.arange(WEIGHTS) / 3
    assert rounded(row, "paper").nonzero()[0].tolist() == [*range(1, len(PAPER))]
    assert rounded(row, "tables")[-1] == round((WEIGHTS - 1) / 3, 5)
