"""Q-learning in Multiplayer Snake: indicators, updates, and trainings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots.game import State, copy_state, is_living, step_seat
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.state import EMPTY, SNAKE
from gridbots.grid import column_of, row_of
from gridbots.training.script import keep, restore
from gridbots_qlearning.bot import EXPECTED, named
from gridbots_qlearning.multisnake import indicators, network
from gridbots_qlearning.multisnake.indicators import INDICATORS, MAX_ACTIVE, place_of
from gridbots_qlearning.multisnake.network import network_of
from gridbots_qlearning.training.multisnake import linear, linear_update, network_update
from gridbots_qlearning.training.multisnake import network as network_training

if TYPE_CHECKING:
    from pathlib import Path

POSITIONS = kept("multisnake_agents.jsonl")
KINDS = {
    "candy": indicators.CANDIES, "special": indicators.SPECIALS,
    "other": indicators.OTHERS, "own": indicators.OWN,
}  # fmt: skip


def position(number: int) -> tuple[State, int]:
    """A recorded position, and the seat to move."""
    return state_of(POSITIONS[number]), POSITIONS[number]["agent"]


def seen_of(state: State, seat: int, move: int) -> list[int]:
    seen = np.empty(MAX_ACTIVE, np.int32)
    return sorted(seen[: indicators.see(state, seat, move, seen)].tolist())


def expected_of(state: State, seat: int, move: int) -> list[int]:
    """The same from the definition: cell by cell, and the own body part by part."""
    stride, side = int(state["stride"]), int(state["side"])
    after = copy_state(state)
    after["candies"] = 0
    step_seat(after, seat, move)
    head = int(state["bodies"][seat, 0]) + (-stride, 1, stride, -1)[move]
    row, column = row_of(head, stride), column_of(head, stride)
    expected = [
        indicators.COLUMN + min(column, side - column),
        indicators.ROW + min(row, side - row),
    ]
    if state["cells"][head] in {EMPTY, SNAKE + seat}:
        expected += [indicators.REPEATS] * (not accepts(after, seat, move))

    def add(kind: str, cell: int) -> None:
        down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
        if abs(down) + abs(across) <= 11:
            expected.append(KINDS[kind] + place_of(down, across))

    for there in range(side):
        for place in range(side):
            cell = (there + 1) * stride + place + 1
            if state["candies"][cell]:
                add("candy" if state["candies"][cell] == 1 else "special", cell)
            if state["cells"][cell] >= SNAKE and state["cells"][cell] != SNAKE + seat:
                add("other", cell)
    for cell in state["bodies"][seat, 1 : state["lengths"][seat]].tolist():
        add("own", cell)
    return sorted(expected)


@pytest.mark.parametrize("number", range(0, len(POSITIONS), 9))
def test_indicators_match_their_definition(number: int) -> None:
    state, seat = position(number)
    for move in range(DASH):
        head = state["bodies"][seat, 0] + (-state["stride"], 1, state["stride"], -1)[move]
        if not accepts(state, seat, move):
            continue
        seen = seen_of(state, seat, move)
        if state["cells"][head] not in {EMPTY, SNAKE + seat}:
            seen = [each for each in seen if each != indicators.REPEATS]
        assert seen == expected_of(state, seat, move)


def test_kinds_of_indicators_do_not_overlap() -> None:
    last = place_of(indicators.REACH - 1, 0)
    assert last < indicators.PLACES
    assert indicators.TRAPPED == INDICATORS - 1


def learner(**values: float) -> Any:
    made = np.zeros(1, linear_update.LEARNER)
    for name, value in {"gamma": 0.5, "terminal_reward": 10, "seat": 1, **values}.items():
        made[name] = value
    return made[0]


def transition(*indices: int, points: int = 0, is_greedy: bool = True) -> Any:
    made = np.zeros(1, linear_update.TRANSITION)
    made["seen"][0, : len(indices)] = indices
    made["count"], made["points"] = len(indices), points
    made["is_greedy"], made["waits"] = is_greedy, 1
    return made[0]


def test_death_is_terminal_and_costs_the_terminal_reward() -> None:
    state, _ = position(0)
    weights = np.full(INDICATORS, 1000.0)
    state["points"][1], state["eliminated"][1] = 9, 5
    assert linear_update.target(learner(), weights, transition(3, points=8), state) == 1 - 10


def test_a_win_earns_the_terminal_reward_and_still_bootstraps() -> None:
    state, _ = position(0)
    weights = np.zeros(INDICATORS)
    weights[indicators.COLUMN : indicators.ROW] = 4.0
    state["points"][1], state["eliminated"][0], state["over"] = 9, 5, 1
    assert linear_update.target(learner(), weights, transition(3, points=9), state) == 10 + 0.5 * 4
    assert state["over"] == 1


def test_without_traces_only_the_last_move_is_corrected() -> None:
    weights = np.zeros(INDICATORS)
    linear_update.correct(learner(), weights, transition(3, 5), 2.0)
    assert np.flatnonzero(weights).tolist() == [3, 5]
    assert weights[3] == 2.0


def test_traces_decay_and_end_at_random_moves() -> None:
    weights, rates, last = np.zeros(INDICATORS), learner(td_lambda=0.4), transition(3)
    linear_update.correct(rates, weights, last, 1.0)
    last["seen"][0] = 5
    linear_update.correct(rates, weights, last, 10.0)
    assert (weights[3], weights[5]) == pytest.approx((1 + 0.2 * 10, 10))
    last["seen"][0], last["is_greedy"] = 7, 0
    linear_update.correct(rates, weights, last, 100.0)
    assert (weights[3], weights[7]) == pytest.approx((3, 100))
    last["seen"][0], last["is_greedy"] = 9, 1
    linear_update.correct(rates, weights, last, 1000.0)
    assert (weights[3], weights[7], weights[9]) == pytest.approx((3, 100, 1000))


def test_a_gradient_step_moves_the_value_towards_the_target() -> None:
    learner, hidden = network.new_network(1)[0], np.empty(network.HIDDEN, np.float32)
    seen = np.array([1, 7, 7, 40], np.int32)
    before = network.value_of(learner, seen, 4, hidden)
    network.descend(learner, seen, 4, hidden, 1.0 - before, 0.2)
    after = network.value_of(learner, seen, 4, hidden)
    assert before < after < 1.0


def test_gradient_steps_follow_the_gradient_of_the_value() -> None:
    learner, hidden = network.new_network(1), np.empty(network.HIDDEN, np.float32)
    learner["first"] *= 50
    learner["second"] *= 5
    seen = np.array([1, 7, 40], np.int32)
    value = network.value_of(learner[0], seen, 3, hidden)
    changed, step = learner.copy(), 3e-2
    network.descend(changed[0], seen, 3, hidden, 1.0, step)
    for name in ("linear", "first", "second"):
        nudged = learner.copy()
        direction = changed[name] - learner[name]
        nudged[name] += direction * 0.01
        gained = network.value_of(nudged[0], seen, 3, np.empty_like(hidden)) - value
        expected = float((direction**2).sum()) / (step / 3) * 0.01
        assert gained == pytest.approx(expected, rel=0.05), name


def test_rewards_of_the_network_follow_its_parameters() -> None:
    state, _ = position(0)
    rates = np.zeros(1, network_update.LEARNER)[0]
    rates["win_reward"], rates["death_penalty"], rates["elimination_reward"] = 40, 60, 5
    last = np.zeros(1, network_update.TRANSITION)[0]
    last["points"], last["living"] = 6, 2
    state["points"][1], state["eliminated"][0], state["over"] = 9, 5, 1
    won = network_update.target(rates, last, state, 1, 1, 0.0)
    assert won * network_update.SCALE == pytest.approx(3 + 5 + 40)
    state["eliminated"][1] = 5
    died = network_update.target(rates, last, state, 1, 1, 0.0)
    assert died * network_update.SCALE == pytest.approx(3 - 60)


def test_the_next_value_is_discounted_and_no_exit_counts_as_death() -> None:
    state, seat = position(0)
    rates = np.zeros(1, network_update.LEARNER)[0]
    rates["death_penalty"], rates["gamma"] = 60, 0.5
    last = np.zeros(1, network_update.TRANSITION)[0]
    last["points"], last["living"] = state["points"][seat] - 1, network_update.living_in(state)
    went_on = network_update.target(rates, last, state, seat, 2, 3.0)
    assert went_on == pytest.approx(1 / network_update.SCALE + 0.5 * 3.0)
    trapped = network_update.target(rates, last, state, seat, 0, -np.inf)
    assert trapped * network_update.SCALE == pytest.approx(1 - 60)


def learned(training: Any, done: int | None = None) -> dict[str, Any]:
    until = training.parameters.episodes if done is None else done
    while training.completed < until:
        training.play_round()
    return {name: array.copy() for name, array in training.arrays().items()}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, array in one.items():
        assert array.tobytes() == other[name].tobytes(), name


SMALL: dict[str, Any] = {"size": 12, "n_envs": 2, "max_rounds": 10}


@pytest.mark.parametrize(
    ("module", "values"),
    [
        (
            linear,
            {"episodes": 5, "td_lambda": 0.2, "opponents": "random smart-greedy", "epsilon": 0.9},
        ),
        (
            network_training,
            {
                "episodes": 5,
                "opponents": "random / self",
                "averaging_fraction": 0.5,
                "exploration_initial_eps": 0.9,
            },
        ),
    ],
)
def test_a_training_resumes_from_its_checkpoint_bit_for_bit(
    module: Any, values: dict[str, Any], tmp_path: Path
) -> None:
    parameters = module.Parameters(**SMALL | values | {"folder": str(tmp_path)})
    path = tmp_path / "checkpoint.npz"
    whole = learned(module.Training(parameters, plain=True))
    first = module.Training(parameters, plain=True)
    learned(first, 1)
    keep(path, first, parameters, 1.5)
    second = module.Training(parameters, plain=True)
    assert restore(path, second, parameters) == 1.5
    assert_same(whole, learned(second))


def test_random_moves_are_legal() -> None:
    state, seat = position(0)
    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 1)
    moves = [move for move in range(DASH) if accepts(state, seat, move)]
    weights = np.zeros(INDICATORS)
    rates, last = learner(epsilon=1.0, seat=seat), transition(0)
    drawn = {
        linear_update.epsilon_greedy(rates, weights, last, state, generator) for _ in range(40)
    }
    assert drawn == set(moves)
    assert is_living(state, seat)


@pytest.mark.nightly
def test_table_8_of_the_paper_is_reproduced(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    parameters = linear.Parameters(folder=str(tmp_path))
    about = linear.SCRIPT.train(parameters)
    assert about["test"]["win %"][-1] == pytest.approx(63, abs=4.6)
    assert about["test"]["score"][-1] == pytest.approx(56, abs=5)


@pytest.mark.nightly
def test_the_network_beats_the_published_learners_and_searches() -> None:
    pytest.importorskip("numba")
    parameters = network_training.Parameters(n_test_episodes=1000)
    weights = named("snakes-network", "multisnake")
    learned = network_of(weights.arrays(EXPECTED["network"]))
    baselines, duel = network_training.results_of_test(parameters, learned).values()
    assert baselines["win %"][-1] >= 85
    assert baselines["score"][-1] >= 90
    lost, won = duel["win %"]
    assert won / (won + lost) >= 0.65
